/** What a service has spent on its answers so far, by its own metrics. */

/** Seconds of all answers together, and of each stage. */
export async function stageSeconds(
  url: string,
): Promise<{ answer: number; stages: Readonly<Record<string, number>> }> {
  const page = await (await fetch(`${url}/metrics`)).text();
  const stages = [...page.matchAll(/^phasewise_stage_seconds_sum\{stage="(\w+)"\} (\S+)$/gm)];
  return {
    answer: Number(/^phasewise_answer_seconds_sum (\S+)$/m.exec(page)?.[1]),
    stages: Object.fromEntries(stages.map(([, stage, sum]) => [stage, Number(sum)])),
  };
}
