import { findShown } from "../../catalogue/track/reads.ts";
import { streamsOf } from "../../store/streams.ts";
import { findHearts } from "../../../projections/social/hearts.ts";
import { decideHeart, evolveHeart } from "./state.ts";
import { type HeartEvent, heartStream } from "./events.ts";

interface SetHeart extends Readonly<HeartEvent["data"]> {
  /** Whether the heart shall be there. */
  readonly wanted: boolean;
}

/** Whether someone's heart is with a track or an artist. */
const hearts = streamsOf<HeartEvent["data"], boolean, HeartEvent>({
  log: "social",
  stream: heartStream,
  initial: false,
  evolve: evolveHeart,
  async read(tx, asked) {
    const given = await findHearts(tx, asked);
    return ({ userId, kind, targetId }) => given.has(`${userId}/${kind}/${targetId}`);
  },
});

/** Gives a heart to a track or an artist, or takes it back. Saying it again changes nothing. */
export const setHeart = hearts.handler("setHeart", {
  id: ({ userId, kind, targetId }: SetHeart) => ({ userId, kind, targetId }),
  beside: (tx, asked) => findShown(tx, asked.map(({ kind, targetId }) => ({ kind, id: targetId }))),
  decide(isHearted, command, { beside: shown }) {
    return decideHeart({ isHearted, isThere: shown.has(`${command.kind}/${command.targetId}`) }, command);
  },
  result: ({ after }) => ({ hearted: after }),
});
