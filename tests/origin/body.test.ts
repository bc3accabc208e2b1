/**
 * Guarantee: whatever bodies come and however they end, each arrives whole, and the room for all of
 * them is as large after them as it was before.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { BodyAllowance, joinChunks, withBody } from "../../src/origin/body.ts";
import { Deadline } from "../../src/origin/deadline.ts";

const ROOM_BYTES = 10_000;
const DEADLINE_MS = 10_000;

interface Body {
  /** One alone is sent with its length. */
  pieces: Uint8Array<ArrayBuffer>[];
  contentType: string;
  /** Whether it can be read once it is there. */
  readable: boolean;
}

const bodies: fc.Arbitrary<Body> = fc.record({
  pieces: fc.array(
    fc.uint8Array({ minLength: 1, maxLength: 6_000 }).map((bytes) => new Uint8Array(bytes)),
    { minLength: 1, maxLength: 4 },
  ),
  contentType: fc.constantFrom("application/json", "application/json", "text/plain"),
  readable: fc.boolean(),
});

function requestOf({ pieces, contentType }: Body): Request {
  const [first] = pieces;
  const headers = new Headers({ "content-type": contentType });
  if (pieces.length === 1) headers.set("content-length", String(first?.byteLength));
  const chunked = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const body = pieces.length === 1 ? first : chunked;
  return new Request("http://in-process/", { method: "POST", headers, body });
}

test("one after another", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(bodies, { maxLength: 6 }), async (sent) => {
      const room = new BodyAllowance(ROOM_BYTES);
      for (const body of sent) {
        const deadline = new Deadline(performance.now(), DEADLINE_MS);
        const received = withBody(requestOf(body), room, deadline, async (chunks) => {
          if (!body.readable) throw new Error("cannot be read");
          return joinChunks(chunks);
        });
        const whole = Buffer.concat(body.pieces);
        const fits = whole.byteLength <= ROOM_BYTES && body.contentType === "application/json";
        if (fits && body.readable) expect(Buffer.from(await received)).toEqual(whole);
        else
          await received.then(
            () => expect.unreachable(),
            () => undefined,
          );
      }
      expect(() => room.take(ROOM_BYTES + 1)).toThrow("receiving too much");
      room.take(ROOM_BYTES);
    }),
  );
});
