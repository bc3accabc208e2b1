/** From the start of the process to its line `ready`. */
import { temporaryFolder } from "../../../scripts/support/temporary-folder.ts";
import { EXECUTABLE } from "../../support/executable.ts";
import { percentile } from "../../support/percentile.ts";
import { serve } from "../../support/program.ts";
import { definePart } from "../page/part.ts";

const STARTS = 7;
const QUICK_STARTS = 2;
const READY_MS_MAX = 800;
const FIRST_READY_MS_MAX = 3_000;

async function readyMs(dataDir: string): Promise<number> {
  const service = await serve([EXECUTABLE], dataDir);
  await service.stop();
  return service.readyMs;
}

export const starts = definePart({
  title: "Starts",
  note: `From the start of the process to \`ready\`. The first start in a data directory unpacks libraries and weights; ${STARTS} later ones verify them. The files were in the page cache.`,
  rows: {
    executable: { name: "size of the executable", unit: "MB", digits: 0 },
    first: { name: "first start", unit: "ms", digits: 0, bar: { most: FIRST_READY_MS_MAX } },
    p50: { name: "later start, p50", unit: "ms", digits: 0, bar: { most: READY_MS_MAX } },
    longest: { name: "later start, longest", unit: "ms", digits: 0 },
  },
  async measure({ quick }) {
    const folder = temporaryFolder("starts");
    try {
      const first = await readyMs(folder.path);
      const later: number[] = [];
      while (later.length < (quick ? QUICK_STARTS : STARTS)) later.push(await readyMs(folder.path));
      return {
        executable: Bun.file(EXECUTABLE).size / 1e6,
        first,
        p50: percentile(later, 0.5),
        longest: percentile(later, 1),
      };
    } finally {
      folder.remove();
    }
  },
});
