/**
 * Turns text into the token ids of one model.
 * @module
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AutoTokenizer } from "@huggingface/transformers";
import { OperatorError } from "../contract/error.ts";
import { readTemplate, type Template } from "./pair-template.ts";
import type { Vocabulary } from "./pairs.ts";

/**
 * More text than any model here reads (512 tokens), even with long words. Tokenising the rest would
 * be wasted.
 */
const TEXT_CHARACTERS_MAX = 16_000;

export interface Tokenizer extends Vocabulary {
  template: Template;
  /** Ids without special tokens, at most `tokensMax`. No text can produce a special token. */
  encode(text: string, tokensMax: number): number[];
}

/** Matches any of the words; nothing where there are none. */
function anyOf(words: readonly string[]): RegExp {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(escaped.join("|") || "(?!)", "g");
}

function readJson(file: string): { post_processor?: unknown } {
  try {
    return Object(JSON.parse(readFileSync(file, "utf8"))) as { post_processor?: unknown };
  } catch {
    throw new OperatorError(`${file} is not JSON`);
  }
}

/**
 * @throws OperatorError when `tokenizer.json` is damaged or does not say how a pair is assembled
 */
export async function loadTokenizer(dir: string): Promise<Tokenizer> {
  const file = join(dir, "tokenizer.json");
  const template = readTemplate(readJson(file).post_processor);
  if (template === null) {
    throw new OperatorError(`${file} does not say how a pair is put together (post_processor)`);
  }
  const tokenizer = await AutoTokenizer.from_pretrained(dir, { local_files_only: true }).catch(
    (error: Error) => {
      throw new OperatorError(`${file} cannot be used: ${error.message.replaceAll(/\s+/g, " ")}`);
    },
  );
  const vocabulary = tokenizer.get_vocab();
  const pieces: string[] = [];
  for (const [piece, id] of vocabulary) pieces[id] = piece;
  // Where a tokenizer lists "[SEP]" as an added token, the library turns these letters in a text
  // into the real token. A caller could use that to forge the end of a passage.
  const special = anyOf(tokenizer.all_special_tokens);
  // Some tokenizers first fold other letters into these (a full-width "</s>"), so special tokens
  // that still appear are dropped.
  const forbidden = new Set(
    [...template.pair.before, ...template.pair.between, ...template.pair.after].map(
      (slot) => slot.id,
    ),
  );
  return {
    pieces,
    template,
    encode(text, tokensMax) {
      const plain = text
        .slice(0, TEXT_CHARACTERS_MAX)
        .replace(special, (token) => `${token.slice(0, 1)} ${token.slice(1)}`);
      return tokenizer
        .encode(plain, { add_special_tokens: false })
        .filter((id) => !forbidden.has(id))
        .slice(0, tokensMax);
    },
  };
}
