/**
 * Text to token ids of one model.
 * @module
 */
import { AutoTokenizer } from "@huggingface/transformers";
import { OperatorError } from "../contract/error.ts";
import type { Vocabulary } from "./pairs.ts";

/**
 * More text than any model here can read (256 tokens), even of long words; the rest would be tokenised for nothing.
 */
const TEXT_CHARACTERS_MAX = 16_000;

export interface Tokenizer extends Vocabulary {
  /** Ids without special tokens, at most `tokensMax`; no text can produce a special token. */
  encode(text: string, tokensMax: number): number[];
}

/** Matches any of the words; nothing where there are none. */
function anyOf(words: readonly string[]): RegExp {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(escaped.join("|") || "(?!)", "g");
}

/** @throws OperatorError when the folder's tokenizer is not of the BERT kind */
export async function loadTokenizer(dir: string): Promise<Tokenizer> {
  const tokenizer = await AutoTokenizer.from_pretrained(dir, { local_files_only: true });
  const vocabulary = tokenizer.get_vocab();
  const [cls, sep] = [vocabulary.get("[CLS]"), vocabulary.get("[SEP]")];
  if (cls === undefined || sep === undefined) {
    throw new OperatorError(
      `the tokenizer in ${dir} has no [CLS] and [SEP]; only BERT-style models can be used`,
    );
  }
  const pieces: string[] = [];
  for (const [piece, id] of vocabulary) pieces[id] = piece;
  // Where a tokenizer lists "[SEP]" as an added token, the library turns those letters in a text into the real token,
  // with which a caller could forge the end of a passage.
  const special = anyOf(tokenizer.all_special_tokens);
  return {
    pieces,
    cls,
    sep,
    encode(text, tokensMax) {
      const plain = text
        .slice(0, TEXT_CHARACTERS_MAX)
        .replace(special, (token) => `${token.slice(0, 1)} ${token.slice(1)}`);
      return tokenizer.encode(plain, { add_special_tokens: false }).slice(0, tokensMax);
    },
  };
}
