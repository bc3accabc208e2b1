/**
 * One call as code, in the languages of partners. The samples need nothing but the language.
 * @module
 */
import { OPERATIONS } from "../../contract/operations.ts";
import type { Html } from "../../markup/html.ts";
import { codeBlock, codeTabs } from "../code.ts";
import type { Operation } from "./document.ts";

/** @param origin of the service, such as `https://phasewise.example` */
export function samples(operation: Operation, origin: string): Html {
  // Python's own client closes each connection, and such a caller gets no metrics.
  const isClosed = operation.path === OPERATIONS.metrics.path;
  const texts = { sh: curl, ts: typescript, ...(isClosed ? {} : { python }) };
  return codeTabs(
    Object.entries(texts).map(([language, sample]) => [
      language,
      codeBlock(sample(operation, origin), language),
    ]),
  );
}

function curl({ path, keyed, request }: Operation, origin: string): string {
  const words = [`curl -sS ${origin}${path}`];
  if (keyed) words.push(`-H "Authorization: ApiKey $PHASEWISE_API_KEY"`);
  if (request !== null) words.push(`-H 'Content-Type: ${request.type}'`, "--data @request.json");
  return words.join(" \\\n  ");
}

function typescript({ method, path, keyed, request }: Operation, origin: string): string {
  const headers = [
    ...(keyed ? [`    Authorization: \`ApiKey \${process.env.PHASEWISE_API_KEY}\`,`] : []),
    ...(request === null ? [] : [`    "Content-Type": "${request.type}",`]),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length === 0 ? [] : ["  headers: {", ...headers, "  },"]),
    ...(request === null ? [] : ['  body: await readFile("request.json", "utf8"),']),
  ];
  const call =
    options.length === 0
      ? [`const response = await fetch("${origin}${path}");`]
      : [`const response = await fetch("${origin}${path}", {`, ...options, "});"];
  return [
    ...(request === null ? [] : ['import { readFile } from "node:fs/promises";', ""]),
    ...call,
    "console.log(response.status, await response.text());",
  ].join("\n");
}

function python({ path, keyed, request }: Operation, origin: string): string {
  const headers = [
    ...(keyed ? [`        "Authorization": f"ApiKey {os.environ['PHASEWISE_API_KEY']}",`] : []),
    ...(request === null ? [] : [`        "Content-Type": "${request.type}",`]),
  ];
  return [
    `import ${keyed ? "os, " : ""}urllib.request`,
    "",
    "request = urllib.request.Request(",
    `    "${origin}${path}",`,
    ...(request === null ? [] : ['    data=open("request.json", "rb").read(),']),
    ...(headers.length === 0 ? [] : ["    headers={", ...headers, "    },"]),
    ")",
    "with urllib.request.urlopen(request) as response:",
    "    print(response.status, response.read().decode())",
  ].join("\n");
}
