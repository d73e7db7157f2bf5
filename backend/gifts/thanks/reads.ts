import { countUnthanked, unthankedMonths } from "../../../projections/gifts/gifts.ts";
import { findThanks, hiddenWords, thanksOf, type ThanksRow } from "../../../projections/gifts/supporter_thanks.ts";
import type { SupporterThanks } from "../../contract/gifts.ts";
import type { Deps } from "../../deps.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import { givenIn, monthOf, nextThanksAt } from "./state.ts";
import { supporterThanks } from "./thank.ts";

const SHOWN = 10;
const MONTHS_SHOWN = 24;

/**
 * How many gifts wait for thanks, since the last time and by month, when all can be thanked again, and what was said
 * before, the newest first.
 */
export async function ownThanks(
  deps: Pick<Deps, "store" | "personal" | "now">,
  artistId: string,
): Promise<SupporterThanks> {
  const { sql } = deps.store;
  const [stateOf, rows, keys] = await Promise.all([
    supporterThanks.states(sql, [artistId]),
    thanksOf(sql, [artistId]),
    deps.personal.keysOf(sql, [artistId]),
  ]);
  const known = stateOf(artistId);
  const without = known.covered;
  const given = givenIn(known, { month: undefined, now: deps.now() });
  const [since, months] = await Promise.all([
    countUnthanked(sql, artistId, { ...given, without }),
    unthankedMonths(sql, artistId, { without, limit: MONTHS_SHOWN }),
  ]);
  const [key, next] = [keys.get(artistId), nextThanksAt(known.at)];
  return {
    ...{ waiting: since.gifts, people: since.people, months },
    nextThanksAt: next > deps.now() ? new Date(next).toISOString() : null,
    thanks: rows.slice(0, key ? SHOWN : 0).map(({ thanksId, content, at, isHidden, from, until }) => ({
      ...{ thanksId, text: key?.open("post", content) ?? "", at: new Date(at).toISOString(), isHidden },
      month: monthOf({ from, until }) ?? null,
    })),
  };
}

/** What artists said to all, by artist and the moment of a gift: the thank-you that is for it; undefined without one. */
export async function thanksFor(
  sql: Sql | Tx,
  artistIds: readonly string[],
): Promise<(gift: { readonly artistId: string; readonly at: number }) => ThanksRow | undefined> {
  const rows = Map.groupBy(await thanksOf(sql, artistIds), (row) => row.artistId);
  return (gift) => firstFor(rows.get(gift.artistId) ?? [], gift);
}

/** The thank-you of an artist that a gift of this moment (epoch ms) got: the first that covers it. `rows`: newest first. */
export function firstFor(rows: readonly ThanksRow[], { at }: { readonly at: number }): ThanksRow | undefined {
  return rows.findLast(({ from, until }) => at > from && at <= until);
}

/** Words that an artist wrote to givers, to all or (by the gift's id) to one: whose, sealed as what, and whether hidden. */
export async function findThankWords(
  sql: Sql | Tx,
  { id, gift }: { readonly id: string; readonly gift: { artistId: string; thanks: Sealed | undefined } | undefined },
): Promise<{ artistId: string; content: Sealed; field: string; isHidden: boolean } | undefined> {
  const thanks = (await findThanks(sql, [id])).get(id);
  if (thanks) return { ...thanks, field: "post" };
  if (gift?.thanks === undefined) return undefined;
  const isHidden = (await hiddenWords(sql, [id])).has(id);
  return { artistId: gift.artistId, content: gift.thanks, field: `thanks ${id}`, isHidden };
}
