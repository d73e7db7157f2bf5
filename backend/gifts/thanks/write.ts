import { countUnthanked } from "../../../projections/gifts.ts";
import { findShown } from "../../catalogue/track/reads.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { streamsOf } from "../../store/streams.ts";
import { type SupportersThanked, thanksStream } from "./events.ts";
import { decideThankSupporters, evolveThanked, NOBODY_THANKED, type Thanked } from "./state.ts";

/** An artist's thank-yous to all, by the log: two at once are decided one after the other. */
export const supporterThanks = streamsOf<string, Thanked, SupportersThanked>({
  log: "social",
  stream: thanksStream,
  initial: NOBODY_THANKED,
  evolve: evolveThanked,
});

type ThankSupporters = Pick<SupportersThanked["data"], "thanksId" | "artistId" | "content"> & {
  readonly waiting: number;
};

const thankAll = supporterThanks.handler("thankSupporters", {
  id: ({ artistId }: ThankSupporters) => artistId,
  beside: (tx, asked) => findShown(tx, asked.map(({ artistId }) => ({ kind: "artist", id: artistId }))),
  decide: (known, { waiting, ...thanks }, { now, beside: shown }) =>
    decideThankSupporters(known, { thanks, waiting, isShown: shown.has(`artist/${thanks.artistId}`), now }),
  result: ({ command }) => ({ thanksId: command.thanksId }),
});

/**
 * Thanks everybody who gave since the last time, the words sealed. The same command id with the same words does it once.
 * Throws Refusal `not_found` or `conflict`.
 */
export async function thankSupporters(
  deps: Deps,
  { artistId, message }: { readonly artistId: string; readonly message: string },
  { metadata, commandId }: { readonly metadata: Metadata; readonly commandId: string },
): Promise<{ thanksId: string }> {
  const { sql } = deps.store;
  const [keys, stateOf] = await Promise.all([
    deps.personal.keysOf(sql, [artistId]),
    supporterThanks.states(sql, [artistId]),
  ]);
  const key = keys.get(artistId);
  // Erased since the log-in: making a new key would bring the person back.
  if (!key) throw new Refusal("session_ended", "Authentication required. Please login again.");
  const waiting = await countUnthanked(sql, artistId, stateOf(artistId).until);
  const thanks = { thanksId: newId(deps.now()), artistId, content: key.seal("post", message), waiting };
  const options = { logs: ["social"] as const, metadata, commandId, content: { message } };
  return (await deps.store.execute(thankAll, thanks, options)).result;
}
