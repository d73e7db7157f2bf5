import { lostByMonth } from "../../../projections/disputes.ts";
import { balanceSaidBefore } from "../../../projections/provider_balances.ts";
import { lastReconciliations } from "../../../projections/reconciliations.ts";
import { reservedBefore, type ReservedUnits } from "../../../projections/withdrawals.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import type { BooksAnswer, BooksDifference, BooksMonth, ReconciledDay, TrialLine } from "../../contract/books.ts";
import { formatNaira, koboOf, tokensOf } from "../../contract/money.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { type LedgerBooks, readBooks } from "../../ledger/books.ts";
import type { Recorded } from "../../store/log/event.ts";
import { readStreams } from "../../store/log/read.ts";
import { snapshot, type Tx } from "../../store/sql.ts";
import type { Difference } from "../../wallet/reconciliation/events.ts";
import { type DifferenceEvent, differenceStream } from "./events.ts";
import { balancesOf, type Figures, figuresByMonth, figuresOf } from "./figures.ts";
import { evolve, stateNow, UNHANDLED } from "./state.ts";

/** The books before a moment, in units and kobo; `said` is what the provider's balance was. */
interface Books extends LedgerBooks {
  readonly at: number;
  readonly figures: Figures;
  readonly reserved: ReservedUnits;
  readonly said: { readonly kobo: number; readonly at: number } | undefined;
}

/** The books as they were at a moment (epoch ms), all of one snapshot. */
export async function booksAt({ store }: Pick<Deps, "store">, at: number): Promise<Books> {
  return await snapshot(store.sql, async (tx: Tx) => {
    const books = await readBooks(tx, at);
    const [reserved, said] = [await reservedBefore(tx, at), await balanceSaidBefore(tx, at)];
    return { ...books, at, figures: figuresOf(books.lines), reserved, said };
  });
}

/** The books as they are, with what the provider says now. */
export async function booksNow(deps: Pick<Deps, "store" | "providerBalance" | "now">): Promise<Books> {
  const [books, live] = await Promise.all([booksAt(deps, deps.now()), deps.providerBalance.read()]);
  return live ? { ...books, said: { kobo: koboOf(live.amount), at: Date.parse(live.at) } } : books;
}

/** The same for people, in tokens. */
export function shownBooks({ at, figures, reserved, said, lines, upTo }: Books): BooksAnswer {
  const { owed, provider, subscriptions, extraPlays, giftClaims, payoutClaims } = figures;
  const trial = trialOf(lines);
  const sum = (side: "debit" | "credit") => tokensOf(trial.reduce((total, line) => total + line[side], 0));
  return {
    at: new Date(at).toISOString(),
    owed: {
      ...inTokens({
        ...{ available: figures.available, settling: figures.settling, heldGifts: figures.heldGifts },
        ...reserved,
        ...{ disputed: figures.disputed, unclaimed: figures.unclaimed, withheldTax: figures.withheldTax, total: owed },
      }),
    },
    ...inTokens({ pool: figures.pool, fees: figures.fees }),
    revenue: inTokens({ subscriptions, extraPlays, total: subscriptions + extraPlays }),
    claims: inTokens({ gifts: giftClaims, payouts: payoutClaims, total: giftClaims + payoutClaims }),
    provider: {
      books: tokensOf(provider),
      said: said ? { amount: tokensOf(said.kobo), at: new Date(said.at).toISOString() } : null,
    },
    cover: { books: ratio(provider, owed), said: said ? ratio(said.kobo, owed) : null },
    trial: trial.map(({ account, ...sides }) => ({ account, ...inTokens(sides) })),
    totals: { debit: sum("debit"), credit: sum("credit") },
    upTo: [...upTo],
  };
}

/** Accounts with a balance, in units: what is below zero is a debit. */
export function trialOf(lines: LedgerBooks["lines"]): TrialLine[] {
  return [...balancesOf(lines)].filter(([, units]) => units !== 0).sort(([one], [two]) => one < two ? -1 : 1)
    .map(([account, units]) => ({ account, debit: Math.max(0, -units), credit: Math.max(0, units) }));
}

function ratio(kobo: number, owed: number): number | null {
  return owed === 0 ? null : Math.round(10_000 * kobo / owed) / 10_000;
}

function inTokens<Sums extends Readonly<Record<string, number>>>(sums: Sums): { [Name in keyof Sums]: number } {
  // A cast, because no type follows entries.
  return Object.fromEntries(Object.entries(sums).map(([name, units]) => [name, tokensOf(units)])) as {
    [Name in keyof Sums]: number;
  };
}

/** The end of each month, newest first. */
export async function booksByMonth({ store }: Pick<Deps, "store">, at: number): Promise<BooksMonth[]> {
  const [{ lines }, lost] = await snapshot(
    store.sql,
    async (tx: Tx) => [await readBooks(tx, at), await lostByMonth(tx)] as const,
  );
  return figuresByMonth(lines, lagosDay(at).slice(0, 7)).toReversed().map(({ month, figures }) => {
    const { subscriptions, extraPlays, giftClaims, payoutClaims, ...others } = figures;
    const sums = { ...others, revenue: subscriptions + extraPlays, claims: giftClaims + payoutClaims };
    return { month, ...inTokens({ ...sums, disputesLost: lost.get(month) ?? 0 }) };
  });
}

const DAYS = 400;
type Reconciliation = Awaited<ReturnType<typeof lastReconciliations>>[number];
type Handled = Recorded<DifferenceEvent>;

/** The last reconciliations, of about a year unless said otherwise, newest first, with what became of each difference. */
export async function reconciledDays(
  deps: Pick<Deps, "store" | "personal">,
  { most = DAYS }: { readonly most?: number } = {},
): Promise<ReconciledDay[]> {
  const { sql } = deps.store;
  const found = await lastReconciliations(sql, most);
  const streams = [...new Set(found.flatMap(({ differences }) => differences.map(differenceStream)))];
  const handled = await readStreams<DifferenceEvent>(sql, "social", streams);
  const admins = [...new Set([...handled.values()].flat().map(({ data }) => data.adminId))];
  const persons = await openPersonsOf(deps, admins);
  const nameOf = (id: string) => {
    const person = persons.get(id);
    return person ? `${person.firstName} ${person.lastName}`.trim() : "A former admin";
  };
  const oldestFirst = found.toSorted((one, two) => one.doneAt - two.doneAt);
  return found.map(({ day, doneAt, from, payouts, paidKobo, charges, receivedKobo, differences }) => ({
    ...{ day, at: isoTime(doneAt), from: isoTime(from), payouts, charges },
    ...{ paid: tokensOf(paidKobo), received: tokensOf(receivedKobo) },
    differences: differences.map((difference) =>
      differenceOf(difference, { found: oldestFirst, handled: handled.get(differenceStream(difference)) ?? [], nameOf })
    ),
  }));
}

interface Known {
  /** Oldest first. */
  readonly found: readonly Reconciliation[];
  readonly handled: readonly Handled[];
  nameOf(id: string): string;
}

function differenceOf(difference: Difference, { found, handled, nameOf }: Known): BooksDifference {
  const stream = differenceStream(difference);
  const seen = found.filter(({ differences }) => differences.some((one) => differenceStream(one) === stream));
  const [first, last] = [seen[0], seen.at(-1)];
  const gone = found.find(({ doneAt }) => doneAt > (last?.doneAt ?? Infinity));
  const steps = [
    ...first ? [{ at: first.doneAt, by: "Orin", text: "Found", note: "" }] : [],
    ...handled.map(({ type, data, recordedAt }) => ({
      ...{ at: recordedAt, by: nameOf(data.adminId), note: data.note },
      text: type === "DifferenceSettled" ? "Settled" : "Explained",
    })),
    ...gone ? [{ at: gone.doneAt, by: "Orin", text: "No longer found", note: "" }] : [],
  ];
  const handling = handled.reduce((state, event) => evolve(state, event, event.recordedAt), UNHANDLED);
  const state = stateNow(handling, last?.doneAt ?? 0);
  return {
    ...{ kind: difference.kind, subject: difference.subject },
    ...{ ours: saidOf(difference.ours), theirs: saidOf(difference.theirs) },
    state: gone && state !== "settled" ? "gone" : state,
    handling: steps.toSorted((one, two) => one.at - two.at).map((step) => ({ ...step, at: isoTime(step.at) })),
  };
}

/** A sum in kobo, or a status. */
function saidOf(value: string | number): string {
  return typeof value === "number" ? formatNaira(value) : value || "nothing";
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
