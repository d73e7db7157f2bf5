import { countUnthanked } from "../../../projections/gifts/gifts.ts";
import { findShown } from "../../catalogue/track/reads.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { streamsOf } from "../../store/streams.ts";
import { type SupportersThanked, thanksStream } from "./events.ts";
import { decideThankSupporters, evolveThanked, givenIn, NOBODY_THANKED, type Thanked } from "./state.ts";

/** An artist's thank-yous to all, by the log: two concurrent ones are decided one after the other. */
export const supporterThanks = streamsOf<string, Thanked, SupportersThanked>({
  log: "social",
  stream: thanksStream,
  initial: NOBODY_THANKED,
  evolve: evolveThanked,
});

type ThankSupporters = Pick<SupportersThanked["data"], "thanksId" | "artistId" | "content"> & {
  readonly waiting: number;
  readonly month: string | undefined;
};

const thankAll = supporterThanks.handler("thankSupporters", {
  id: ({ artistId }: ThankSupporters) => artistId,
  beside: (tx, asked) => findShown(tx, asked.map(({ artistId }) => ({ kind: "artist", id: artistId }))),
  decide: (known, { waiting, month, ...thanks }, { now, beside: shown }) =>
    decideThankSupporters(known, { thanks, waiting, month, isShown: shown.has(`artist/${thanks.artistId}`), now }),
  result: ({ command }) => ({ thanksId: command.thanksId }),
});

/**
 * Thanks everybody who gave since the last time, or in a Lagos month (YYYY-MM), the words sealed. The same command id with the same words does it once.
 * Throws Refusal `not_found` or `conflict`.
 */
export async function thankSupporters(
  deps: Deps,
  { artistId, message, month }: {
    readonly artistId: string;
    readonly message: string;
    readonly month?: string | undefined;
  },
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
  const known = stateOf(artistId);
  const given = givenIn(known, { month, now: deps.now() });
  const { gifts: waiting } = await countUnthanked(sql, artistId, { ...given, without: known.covered });
  const thanks = { thanksId: newId(deps.now()), artistId, content: key.seal("post", message), waiting, month };
  const content = { message, ...(month !== undefined && { month }) };
  const options = { logs: ["social"] as const, metadata, commandId, content };
  return (await deps.store.execute(thankAll, thanks, options)).result;
}
