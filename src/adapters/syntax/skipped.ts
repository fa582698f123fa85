/** Knows the parts of a syntax tree in which no fault is planted: they do nothing, or belong to a test. */
import type { SyntaxNodeRef } from "@lezer/common";

/** Imports, types, comments, attributes and what a preprocessor reads; the grammars name them much alike. */
const NAMES = new RegExp(
  `^(?:${[
    "Import(?:Declaration|Statement|Decl|Type)|UseDeclaration|ExternCrateDeclaration|Package(?:Clause|Declaration)",
    "PreprocDirective|Decorator|Attribute|AttributeSpecifier|Annotation|MarkerAnnotation",
    "Type(?:Annotation|ArgList|ParamList|Params|Args|Arguments|Parameters|AliasDeclaration|Decl|Item|Def|Definition)",
    "InterfaceDeclaration|TemplateArgumentList|StructType|InterfaceType|ArrayType|EnumVariantList|EnumeratorList",
    "LineComment|BlockComment|Comment",
  ].join("|")})$`,
);

/** Conditions that hold only where a file is started by itself, or by a test runner. */
const STARTED = /^\(?\s*(?:__name__\b|import\.meta\.(?:vitest|main)\b|require\.main\b)/;
/** Attributes of Rust, without blanks, that make what stands below a test. */
const TEST = /^#!?\[(?:cfg\(.*\btest\b|(?:\w+::)*(?:test|rstest|bench|proptest)\b)/;

/** Characters of a node that are looked at to decide this. */
const LOOKED_AT = 200;

/** True where nothing within this node may be changed. */
export function isSkipped(node: SyntaxNodeRef, text: string): boolean {
  const { name, from } = node;
  if (NAMES.test(name)) return true;
  if (name === "AttributeItem") return TEST.test(text.slice(from, from + LOOKED_AT).replace(/\s/g, ""));
  if (name !== "IfStatement") return false;
  const condition = node.node.firstChild?.nextSibling ?? null;
  return condition !== null && STARTED.test(text.slice(condition.from, condition.from + LOOKED_AT));
}
