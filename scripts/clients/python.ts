/**
 * Writes the types of the Python client. A payload stays a mapping: a vendor sends more members
 * than are read, and a TypedDict would refuse each of them.
 * @module
 */
import type { Contract } from "./contract.ts";
import type { Declaration, Member, Shape } from "./declarations.ts";
import { VOCABULARY } from "./vocabulary.ts";

/** Answers whose members a caller reads one by one. */
const READ = ["Citation", "Problem", "Preflight"];
/** Words that a caller sends, so that a wrong one is found before the service refuses it. */
const SENT = ["Scenario"];

export function pythonTypes({ version, answers, request, tenants }: Contract): string {
  const [base] = request.filter(({ name }) => name === "RequestBase");
  const mode = base?.members.find(({ name }) => name === "safety_mode");
  if (mode === undefined) throw new Error("a request has no safety_mode");
  const words = VOCABULARY.filter(({ name }) => SENT.includes(name));
  const classes = [...request, ...answers].filter(
    ({ name }) => READ.includes(name) || name === "UserContext",
  );
  return `${[
    `"""The types of contract ${version}. Written from the API document by scripts/clients.ts; do not edit."""`,
    "from typing import Literal, TypedDict",
    alias("Tenant", "Whose wearable a key belongs to.", {
      kind: "values",
      values: tenants.map(({ slug }) => slug),
    }),
    alias("SafetyMode", mode.description ?? "", mode.shape),
    ...words.map(({ name, about, values }) => alias(name, about, { kind: "values", values })),
    ...classes.map(classOf),
  ].join("\n\n")}\n`;
}

function alias(name: string, about: string, shape: Shape): string {
  return `${comment(about, "")}\n${name} = ${typeOf(shape)}`;
}

/** A member that may be missing would need another form, and no body that is read has one. */
function classOf({ name, description, members }: Declaration): string {
  const missing = members.find(({ required }) => !required);
  if (missing !== undefined) throw new Error(`${name}.${missing.name} may be missing`);
  const about = `    """${(description ?? name).replaceAll('"""', "'''")}"""\n`;
  return `\nclass ${name}(TypedDict):\n${about}\n${members.map(memberOf).join("\n")}`;
}

function memberOf({ name, description, shape }: Member): string {
  const about = description === null ? "" : `${comment(description, "    ")}\n`;
  return `${about}    ${name}: ${typeOf(shape)}`;
}

function typeOf(shape: Shape): string {
  switch (shape.kind) {
    case "text":
      return "str";
    case "number":
      return "float";
    case "whole":
      return "int";
    case "truth":
      return "bool";
    case "null":
      return "None";
    case "anything":
      return "object";
    case "values":
      return `Literal[${shape.values.map((value) => JSON.stringify(value)).join(", ")}]`;
    case "list":
      return `list[${typeOf(shape.of)}]`;
    case "union":
      return [...new Set(shape.of.map(typeOf))].join(" | ");
    case "named":
      return shape.name;
  }
}

function comment(text: string, indent: string): string {
  return text.replace(/^/gm, `${indent}# `);
}
