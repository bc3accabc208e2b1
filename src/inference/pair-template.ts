/**
 * The special tokens that a model wants around a text and around a pair, read from its
 * `tokenizer.json`: `[CLS] q [SEP] d [SEP]` for models like BERT, `<s> q </s></s> d </s>` for
 * RoBERTa.
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

/** A special token with its segment id. */
interface Slot {
  id: number;
  segment: number;
}

export interface Template {
  text: { before: Slot[]; after: Slot[] };
  pair: {
    before: Slot[];
    between: Slot[];
    after: Slot[];
    querySegment: number;
    passageSegment: number;
  };
}

const SpecialPiece = Type.Object({
  SpecialToken: Type.Object({ id: Type.String(), type_id: Type.Integer() }),
});
const SequencePiece = Type.Object({
  Sequence: Type.Object({
    id: Type.Union([Type.Literal("A"), Type.Literal("B")]),
    type_id: Type.Integer(),
  }),
});
const Piece = Type.Union([SpecialPiece, SequencePiece]);
const TemplateProcessing = Type.Object({
  type: Type.Literal("TemplateProcessing"),
  single: Type.Array(Piece),
  pair: Type.Array(Piece),
  special_tokens: Type.Record(Type.String(), Type.Object({ ids: Type.Array(Type.Integer()) })),
});
type TemplateProcessing = Static<typeof TemplateProcessing>;
const Token = Type.Tuple([Type.String(), Type.Integer()]);
const ClassicProcessing = Type.Object({
  type: Type.Union([Type.Literal("BertProcessing"), Type.Literal("RobertaProcessing")]),
  cls: Token,
  sep: Token,
});
const Several = Type.Object({
  type: Type.Literal("Sequence"),
  processors: Type.Array(Type.Unknown()),
});

function slots(
  pieces: readonly Static<typeof Piece>[],
  processing: TemplateProcessing,
): Slot[] | null {
  const slots: Slot[] = [];
  for (const piece of pieces) {
    const ids =
      "SpecialToken" in piece ? processing.special_tokens[piece.SpecialToken.id]?.ids : undefined;
    if (!("SpecialToken" in piece) || ids === undefined) return null;
    slots.push(...ids.map((id) => ({ id, segment: piece.SpecialToken.type_id })));
  }
  return slots;
}

function fromPieces(processing: TemplateProcessing): Template | null {
  const { single, pair } = processing;
  const place = (pieces: TemplateProcessing["pair"], name: "A" | "B") =>
    pieces.findIndex((piece) => "Sequence" in piece && piece.Sequence.id === name);
  const segment = (at: number) => {
    const piece = pair[at];
    return piece !== undefined && "Sequence" in piece ? piece.Sequence.type_id : 0;
  };
  const [alone, first, second] = [place(single, "A"), place(pair, "A"), place(pair, "B")];
  if (alone < 0 || first < 0 || second < first) return null;
  const parts = [
    slots(single.slice(0, alone), processing),
    slots(single.slice(alone + 1), processing),
    slots(pair.slice(0, first), processing),
    slots(pair.slice(first + 1, second), processing),
    slots(pair.slice(second + 1), processing),
  ];
  const [before, after, pairBefore, between, pairAfter] = parts;
  if (!before || !after || !pairBefore || !between || !pairAfter) return null;
  const [querySegment, passageSegment] = [segment(first), segment(second)];
  return {
    text: { before, after },
    pair: { before: pairBefore, between, after: pairAfter, querySegment, passageSegment },
  };
}

function classic({ type, cls, sep }: Static<typeof ClassicProcessing>): Template {
  const slot = ([, id]: Static<typeof Token>, segment: number): Slot => ({ id, segment });
  const bert = type === "BertProcessing";
  const passageSegment = bert ? 1 : 0;
  return {
    text: { before: [slot(cls, 0)], after: [slot(sep, 0)] },
    pair: {
      before: [slot(cls, 0)],
      between: bert ? [slot(sep, 0)] : [slot(sep, 0), slot(sep, 0)],
      after: [slot(sep, passageSegment)],
      querySegment: 0,
      passageSegment,
    },
  };
}

/**
 * @param postProcessor the member of `tokenizer.json`
 * @returns null where it says nothing about pairs
 */
export function readTemplate(postProcessor: unknown): Template | null {
  if (Value.Check(TemplateProcessing, postProcessor)) return fromPieces(postProcessor);
  if (Value.Check(ClassicProcessing, postProcessor)) return classic(postProcessor);
  if (!Value.Check(Several, postProcessor)) return null;
  for (const inner of postProcessor.processors) {
    const template = readTemplate(inner);
    if (template !== null) return template;
  }
  return null;
}

export function pairSpecialTokens({ before, between, after }: Template["pair"]): number {
  return before.length + between.length + after.length;
}
