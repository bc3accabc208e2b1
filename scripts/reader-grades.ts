/**
 * Counts what readers said of the answers to a file of questions, and how far the service's own
 * figures tell good answers from others.
 *
 *     bun scripts/reader-grades.ts ANSWERS.ndjson GRADES.txt…
 *
 * ANSWERS is what `eval answers --out` wrote. A line of GRADES is
 * `NUMBER VERDICT FIRST HERS WANTED/OFFERED reason`, as `gradings/round-6/rules.txt` asks for.
 */
import { readFileSync } from "node:fs";

const GRADE = /^(\d+) (well|partly|badly|refused-right|refused-wrong) ([yn-]) ([yn-]) (\d+)\/(\d+)/;
const BANDS = [0, 0.5, 0.8, 1.01];

interface Told {
  number: number;
  recommendation: string | null;
  confidence: number;
  answered_by: { answers: number }[];
}

const [answersFile, ...gradesFiles] = process.argv.slice(2);
if (answersFile === undefined || gradesFiles.length === 0)
  throw new Error("usage: bun scripts/reader-grades.ts ANSWERS.ndjson GRADES.txt…");
const told = new Map(
  readFileSync(answersFile, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Told)
    .map((answer) => [answer.number, answer]),
);
const graded = gradesFiles
  .flatMap((file) => readFileSync(file, "utf8").split("\n"))
  .flatMap((line) => {
    const [, number, verdict = "", first, hers, wanted, offered] = GRADE.exec(line) ?? [];
    const answer = told.get(Number(number));
    return answer === undefined
      ? []
      : [{ answer, verdict, first, hers, wanted: Number(wanted), offered: Number(offered) }];
  });

/** The chance that a good answer has the higher figure; one half where it says nothing. */
function auc(good: readonly number[], others: readonly number[]): number {
  const won = good.flatMap((a) => others.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return won.reduce<number>((sum, each) => sum + each, 0) / won.length;
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const count = (verdict: string, from = graded) =>
  from.filter((each) => each.verdict === verdict).length;
const served = graded.filter(({ answer }) => answer.recommendation !== null);
const confidences = (verdict: string) =>
  served.filter((each) => each.verdict === verdict).map(({ answer }) => answer.confidence);
const bearing = graded.filter(({ hers }) => hers !== "-");
const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

print(`${graded.length} graded, ${served.length} of them answered`);
for (const verdict of ["well", "partly", "badly", "refused-right", "refused-wrong"])
  print(`${verdict}: ${count(verdict)}`);
print(`first sentence answers: ${served.filter(({ first }) => first === "y").length}`);
print(
  `readings told where they bear on it: ${bearing.filter(({ hers }) => hers === "y").length} of ${bearing.length}`,
);
print(
  `suggested questions wanted: ${sum(graded.map(({ wanted }) => wanted))} of ${sum(graded.map(({ offered }) => offered))}`,
);
print(
  `confidence, AUC of well against partly: ${auc(confidences("well"), confidences("partly")).toFixed(2)}, against badly: ${auc(confidences("well"), confidences("badly")).toFixed(2)}`,
);
for (const [at, from] of BANDS.slice(0, -1).entries()) {
  const until = BANDS[at + 1] ?? 0;
  const band = served.filter(({ answer: { answered_by } }) => {
    const probability = answered_by[0]?.answers ?? 0;
    return probability >= from && probability < until;
  });
  print(
    `first answer's probability from ${from}: ${["well", "partly", "badly"].map((verdict) => `${count(verdict, band)} ${verdict}`).join(", ")}`,
  );
}
