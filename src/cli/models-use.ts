/** `models use`: switches the service to another reranker on disk, or back to the shipped one. */
import { existsSync, realpathSync } from "node:fs";
import { OperatorError, UsageError } from "../contract/error.ts";
import { clearChosenReranker, writeChosenReranker } from "../inference/chosen-reranker.ts";
import { examineReranker } from "../inference/examine-reranker.ts";
import { modelDigest, weightsOf } from "../inference/manifest.ts";
import { openRuntime } from "../native/assets.ts";
import { threadsOf } from "../service/runtime.ts";
import { defineCommand } from "./command.ts";
import { printJson, printLine } from "./output.ts";

const AT_ONCE = "a running service takes it up by itself";

export const modelsUse = defineCommand({
  name: "models use",
  summary:
    "makes the service use a reranker in a folder of yours: models use reranker DIR, or default for the shipped one",
  positionals: ["KIND", "DIR"],
  settings: ["dataDir", "inferenceThreads"],
  expectsData: true,
  async run({ settings, positionals, json }) {
    const [kind = "", place = ""] = positionals;
    if (kind === "embedder") {
      throw new OperatorError(
        "the embedder cannot be exchanged: the corpus index holds vectors of the one in use; only the reranker can",
      );
    }
    if (kind !== "reranker") {
      throw new UsageError(
        `models use cannot replace ${JSON.stringify(kind)}: give reranker and a folder`,
      );
    }
    const { models } = await openRuntime(settings.dataDir);
    if (place === "default") {
      const changed = clearChosenReranker(models.chosenReranker);
      if (json) printJson({ kind, default: true, changed });
      else
        printLine(
          changed ? `back to the shipped reranker; ${AT_ONCE}` : "the shipped reranker is in use",
        );
      return 0;
    }
    if (!existsSync(place)) throw new OperatorError(`there is no folder ${place}`);
    const dir = realpathSync(place);
    const { manifest, relevant, irrelevant, remark } = await examineReranker(dir, {
      embedderDir: models.embedder,
      readerDir: models.reader,
      matcherDir: models.matcher,
      threads: threadsOf(settings),
    });
    writeChosenReranker(models.chosenReranker, dir, manifest);
    const { id, max_tokens, activation, classes } = manifest;
    const weights = weightsOf(manifest);
    if (json) {
      const self_test = { relevant, irrelevant };
      const digest = modelDigest(manifest);
      printJson({
        kind,
        id,
        dir,
        weights,
        max_tokens,
        activation,
        classes: classes ?? null,
        digest,
        self_test,
        remark,
      });
      return 0;
    }
    printLine(
      `reranker ${id}: ${weights} in ${dir}, pairs of up to ${max_tokens} tokens; ${AT_ONCE}`,
    );
    printLine(
      `self-test: ${relevant.toFixed(4)} for a passage that answers the question, ${irrelevant.toFixed(4)} for one that does not`,
    );
    if (remark !== null) printLine(remark);
    return 0;
  },
});
