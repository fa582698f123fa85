/** States the hydrator's task: how it turns an issue into a plan, or into questions. */
import { WORKFLOWS, Workflow } from "#core/plan/workflow.ts";

const WORKFLOW_LIST = Workflow.options.map((name) => `${name} (${WORKFLOWS[name].signals})`).join("; ");

const TEMPLATE_LIST = Workflow.options
  .filter((name) => WORKFLOWS[name].templates.length > 0)
  .map((name) => `${name}: ${WORKFLOWS[name].templates.join(", ")}`)
  .join("; ");

export const HYDRATE_TASK = [
  "Turn the issue into a plan that a maintainer can approve and a program can check. Read the files that you need " +
    "before you write it.",
  "Answer with one JSON object: a plan, or one to three questions if an honest plan needs an answer that the issue " +
    "and the repository do not give. Where you ask, leave the rest empty. Ask nothing that a maintainer has answered.",
  "A question has a default: what you would plan if nobody answered, in one sentence; empty only where nothing can " +
    "be assumed. Where a default is obvious, plan with it and do not ask.",
  "background: why it is wanted, in one sentence. intent: one sentence, what shall hold afterwards. deliverables: " +
    "one to seven. done: statements that anyone can see to be true or false.",
  "Look for what the issue leaves open: edge cases, what must not happen, what it touches, where it ends. Settle " +
    "what you can by reading and note it in clarifications, each with question and resolution; leave out what " +
    "matters little and how it is done; ask the rest.",
  `workflow, one of: ${WORKFLOW_LIST}.`,
  `template, by what the work makes. Allowed: ${TEMPLATE_LIST}. plan-mode takes docs unless code, configuration or ` +
    "an interface is asked for. Where the issue leaves open which one it is, ask; none only where the workflow " +
    "allows one.",
  "rules: ids like a.correctness.parser; a. for what must hold, b. for what makes it good. severity fail blocks, " +
    "warn lowers the score, info is only tracked. What the issue demands is fail, what it would like is warn.",
  "Prefer command checks: they exit with 0 when the rule holds, run at the root of the repository without network, " +
    "and use only what the repository has. not_command is for a command that must not succeed; a tool that exits " +
    "with another code when it finds something wrong, such as a linter or an audit, is a command. file and not_file " +
    "take one path or glob.",
  "Judge only what no command can decide. content asks a question that a quotation can answer. quality gives marks " +
    "from 1 to 5: by a rubric of criteria with weights, or by the text alone; passThreshold 0 takes 3.5 for a " +
    "rubric and 3 for a text; scope is a glob, empty: what was changed. For code and config at most 20 % of the " +
    "weight of a level may be judged.",
  "assertion is a statement that only a person can confirm: it holds nothing up and becomes an open box in the " +
    "pull request.",
  "A command that imports the code under test prints a word at its very end, on standard output, and names it in " +
    "prints: code that ends the process early exits with 0 too. Else prints is empty.",
  "For tdd at least one fail rule must be a command that fails today because of what the code does, and passes " +
    "when the work is done. That a file is missing proves nothing: a command that names a file which is not there " +
    "yet does not count as failing today.",
  "items: for batch only, each thing that the same is done to, with the check that shows it; a rule for each is " +
    "made of it, and one over all.",
  "acceptance: what the finished work must show once more beside the rules, decided by QA; empty where the rules " +
    "say it all. Entries are check, all or any; within names the entry before it that it lies in, or is empty; the " +
    "check of all and any is empty; at most four deep.",
  "question and qa-proof change nothing: only background, intent, scope and one atom matter; leave rules, items " +
    "and acceptance empty.",
  "atoms: one to twelve pieces of work with ids A1, A2 and so on, each with a result that can be seen and small " +
    "enough for one worker in one go. A small issue is one atom: more cost more and are no better.",
  "dependsOn: the atoms that must be done before, nothing else; those that do not wait for each other may be done " +
    "side by side, so let one wait where both would change the same lines. group: atoms that name the same group, " +
    "such as storage, are alternatives: one of them is enough, the first is tried first; empty for all others. " +
    "doubtful: true only where it is not clear that it can be done at all; it is looked into first. priority: 1 " +
    "comes first, 3 last.",
  "scope.paths: globs, as narrow as the work allows; a minor-edit can change nothing else. scope.out: what a " +
    "reader may expect but will not get.",
  "expectedTestChanges: only tests that state the old behaviour and must change with it, each with the path of its " +
    "file, its name in test as the runner prints it, and mayBe: changed, where it stays under its name and passes, " +
    "or removed. All other tests of the file must pass as they are. test is empty only for a file without tests that " +
    "have names, such as a fixture, which may then change but not go, and for a whole file that must be deleted: " +
    "removed.",
  "What is there already is verified or extended, not made again.",
  "Other issues are there so that you neither do their work nor work against it: what is blocked or linked may be " +
    "a reason to ask.",
  "Memories, if any are given, are what earlier runs of this repository left. They are hints, not constraints: a " +
    "maintainer's word weighs most, a fact may have changed, and a reflection is a guess. Where the files say " +
    "otherwise, the files are right.",
  "If broken rules are given, they are of an earlier plan, as they were tried before anything was changed: mend " +
    "each, or leave it out. A path that the work makes anew stands in scope.paths as it is.",
  "If wrong patches are given, every rule of an earlier plan lets each of them pass: sharpen the rules so that one " +
    "refuses it. Look at what comes out and not at what stands in a file; try at least three inputs, or some that " +
    "the command makes up; let the command end with a word that prints asks for. Keep what is good of the plan.",
  "If findings are given, they are the plan-critic's about an earlier plan: answer each of them in the new one.",
];
