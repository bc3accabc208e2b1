/** What the kernel counts for the process after its start and after many answers. */
import { temporaryFolder } from "../../../scripts/support/temporary-folder.ts";
import { EXECUTABLE } from "../../support/executable.ts";
import { memoryShares, residentMegabytes } from "../../support/memory.ts";
import { serve } from "../../support/program.ts";
import { ask, CLIENT, serveForLoad } from "../load.ts";
import { definePart } from "../page/part.ts";

const ANSWERS = 1_000;
const QUICK_ANSWERS = 40;
const CALLERS = 4;
const RESIDENT_MB_MAX = 450;

export const memory = definePart({
  title: "Memory",
  note: `Resident memory of the process after the start that unpacks, after a later start, and after ${ANSWERS.toLocaleString("en-US")} computed answers (${CALLERS} callers). Anonymous memory is its own; the rest are mapped files, which the kernel takes back when it needs room.`,
  rows: {
    first: { name: "resident after the first start", unit: "MB", digits: 0 },
    firstAnonymous: { name: "of which anonymous", unit: "MB", digits: 0 },
    started: { name: "resident after a later start", unit: "MB", digits: 0 },
    startedAnonymous: { name: "of which anonymous", unit: "MB", digits: 0 },
    answers: { name: "answers", unit: "", digits: 0 },
    resident: {
      name: "resident after them",
      unit: "MB",
      digits: 0,
      bar: { most: RESIDENT_MB_MAX },
    },
    proportional: {
      name: "its share of what processes have in common (Pss)",
      unit: "MB",
      digits: 0,
    },
    anonymous: { name: "of which anonymous", unit: "MB", digits: 0 },
  },
  async measure({ quick }) {
    const folder = temporaryFolder("memory");
    try {
      const unpacking = await serve([EXECUTABLE], folder.path);
      const first = residentMegabytes(unpacking.pid);
      const firstAnonymous = memoryShares(unpacking.pid).anonymousMb;
      await unpacking.stop();
      const service = await serveForLoad([EXECUTABLE], folder.path);
      const started = residentMegabytes(service.pid);
      const startedAnonymous = memoryShares(service.pid).anonymousMb;
      let answers = 0;
      const target = quick ? QUICK_ANSWERS : ANSWERS;
      const caller = async () => {
        while (answers < target) {
          const { status, retryAfterMs } = await ask(service.url, CLIENT);
          if (status === 200) answers += 1;
          await Bun.sleep(retryAfterMs);
        }
      };
      await Promise.all(Array.from({ length: CALLERS }, caller));
      const resident = residentMegabytes(service.pid);
      const { pssMb, anonymousMb } = memoryShares(service.pid);
      await service.stop();
      return {
        first,
        firstAnonymous,
        started,
        startedAnonymous,
        answers,
        resident,
        proportional: pssMb,
        anonymous: anonymousMb,
      };
    } finally {
      folder.remove();
    }
  },
});
