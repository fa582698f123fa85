/** Workflow commands in lines of output. */
import { expect, it } from "vitest";
import { commandIn } from "./stdout-command.ts";

it.each([
  ["::debug::x", { name: "debug", properties: {}, data: "x" }],
  ["  ::Group::Build", { name: "group", properties: {}, data: "Build" }],
  ["::endgroup::", { name: "endgroup", properties: {}, data: "" }],
  ["::error file=a.ts,line=3::b%0Ac 100%25", { name: "error", properties: { file: "a.ts", line: "3" }, data: "b\nc 100%" }],
  ["::warning title=a%3A b%2Cc::d::e", { name: "warning", properties: { title: "a: b,c" }, data: "d::e" }],
  ["::set-output name=x::y=z", { name: "set-output", properties: { name: "x" }, data: "y=z" }],
])("reads %j", (line, command) => {
  expect(commandIn(line)).toEqual(command);
});

it.each(["", "plain", ":: ::x", "::::x", "::error", "a ::error::b", "std::vector"])("finds no command in %j", (line) => {
  expect(commandIn(line)).toBeNull();
});
