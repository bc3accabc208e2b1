/**
 * Guarantee: after loading, mapped files hold no more memory than what runs needs, and the process
 * runs on.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";

const source = join(import.meta.dir, "../../src/native/memory.ts");

test.if(process.platform === "linux")(
  "what only loading has read of mapped files is given back",
  async () => {
    const script = `import { readFileSync } from "node:fs";
    import { limitHeaps, returnFreedMemory } from ${JSON.stringify(source)};
    const mapped = () => [...readFileSync("/proc/self/smaps", "utf8")
      .matchAll(/ r-xp .*\\/.*\\n(?:[A-Z].*\\n)*?Rss: +(\\d+) kB/g)].reduce((sum, [, kb]) => sum + Number(kb), 0);
    limitHeaps();
    const before = mapped();
    returnFreedMemory();
    const after = mapped();
    const answer = JSON.parse(JSON.stringify({ works: "é".normalize("NFD").length }));
    console.log(JSON.stringify({ before, after, ...answer }));`;
    const child = Bun.spawn([process.execPath, "-e", script], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const told = JSON.parse(await new Response(child.stdout).text());
    expect(await child.exited).toBe(0);
    expect(told.works).toBe(2);
    expect(told.after).toBeLessThan(told.before / 2);
  },
);
