import * as z from "zod/mini";
import { ASKS, MOST_QUEUED } from "../playing.ts";
import { Id } from "./ids.ts";

const DAY_MS = 24 * 3_600_000;
const whole = (least: number, most: number) => z.number().check(z.int(), z.minimum(least), z.maximum(most));

/** `PUT /api/v1/playing`: what this device plays, of its own accord and with no say in what was heard. */
export const PlayingTold = z.strictObject({
  isPlaying: z.boolean(),
  /** How long sound has been wanted without a pause. */
  soundMs: whole(0, 365 * DAY_MS),
  queueId: Id,
  /** Left out where it is as before. */
  queue: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(MOST_QUEUED))),
  unmixed: z.optional(z.array(whole(-1, 1_000_000)).check(z.maxLength(MOST_QUEUED))),
  place: whole(0, MOST_QUEUED - 1),
  positionMs: whole(0, DAY_MS),
  isRepeating: z.boolean(),
  repeatsAll: z.boolean(),
  /** What it was asked and has done. */
  answeredId: z.optional(Id),
}).check(
  z.refine(({ queue, place }) => queue === undefined || place < queue.length, "The place is not in the queue"),
  z.refine(
    ({ queue, unmixed }) => unmixed === undefined || unmixed.length === queue?.length,
    "The order has another length than the queue",
  ),
);
export type PlayingTold = z.infer<typeof PlayingTold>;

/** `POST /api/v1/playing/{id}/ask`; the client makes the id. */
export const PlayingAsk = z.strictObject({ askId: Id, kind: z.enum(ASKS) });
export type PlayingAsk = z.infer<typeof PlayingAsk>;
