import { lostByMonth } from "../../../projections/payments/disputes.ts";
import { balanceSaidBefore } from "../../../projections/wallet/provider_balances.ts";
import { lastReconciliations } from "../../../projections/wallet/reconciliations.ts";
import { misfitsAt } from "../../../projections/payments/misfits.ts";
import { reservedBefore, type ReservedUnits, type SentUnits } from "../../../projections/wallet/withdrawals.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import type { BooksAnswer, BooksDifference, BooksMonth, ReconciledDay, TrialLine } from "../../contract/books.ts";
import { fullName } from "../../contract/full_name.ts";
import { isoTime } from "../../contract/iso_time.ts";
import { koboOf, nairaOrStatus, tokensOf } from "../../contract/money.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { type LedgerBooks, movedByDay, readBooks } from "../../ledger/books.ts";
import type { Recorded } from "../../store/log/event.ts";
import { readStreams } from "../../store/log/read.ts";
import { snapshot, type Tx } from "../../store/sql.ts";
import {
  type Difference,
  PAYOUT_CODES,
  PROVIDER_BALANCE_STREAM,
  type ProviderBalanceNoted,
} from "../../wallet/reconciliation/events.ts";
import { type DifferenceEvent, differenceStream } from "./events.ts";
import { AT_PROVIDER, balancesOf, type Figures, figuresByMonth, figuresOf, grossOf } from "./figures.ts";
import { evolve, stateNow, UNHANDLED } from "./state.ts";

/** The books before a moment, in units and kobo; `said` is what the provider's balance was. */
interface Books extends LedgerBooks {
  readonly at: number;
  readonly figures: Figures;
  readonly reserved: ReservedUnits;
  readonly said: Said | undefined;
  /** What explains that the provider says another balance than the books. */
  readonly known: {
    readonly sent: Readonly<Record<"underway" | "uncertain", SentUnits>>;
    /** Naira there that no purpose has. */
    readonly misfits: { readonly kobo: number; readonly references: readonly string[] };
    /** By how much the books' sum at the provider moved since it spoke. */
    readonly movedSince: number;
  };
}

interface Said {
  readonly kobo: number;
  readonly at: number;
}

/** Names of payments in one line of the screen. */
const MOST_NAMES = 20;
/** What was noted is that old at most where the books are looked at: they may have moved since. */
const NOTED_AGAIN_MS = 60_000;
const NEWEST_MS = 5_000;

/**
 * The books as they were at a moment (epoch ms), all of one snapshot, beside what the provider said then: `live`, or what was
 * noted last.
 */
export async function booksAt({ store }: Pick<Deps, "store">, at: number, live?: Said): Promise<Books> {
  return await snapshot(store.sql, async (tx: Tx) => {
    const books = await readBooks(tx, at);
    const now = await reservedBefore(tx, at);
    const said = live ?? await balanceSaidBefore(tx, at);
    const figures = figuresOf(books.lines);
    const then = said ? figuresOf((await readBooks(tx, said.at)).lines) : figures;
    // Only what it had been asked to send when it spoke is out of its balance.
    const { sent } = said ? await reservedBefore(tx, said.at) : now;
    // Capital is recorded after it moved: the provider knew of it already.
    const moved = ({ provider, capital }: Figures) => provider - capital;
    const known = { sent, misfits: await misfitsAt(tx, at), movedSince: moved(figures) - moved(then) };
    return { ...books, at, figures, reserved: now.units, said, known };
  });
}

/** The books as they are, with what the provider says now; nothing of it is noted. */
export async function booksLive(deps: Pick<Deps, "store" | "providerBalance" | "now">): Promise<Books> {
  const live = await deps.providerBalance.read();
  return await booksAt(deps, deps.now(), live ? { kobo: koboOf(live.amount), at: Date.parse(live.at) } : undefined);
}

/**
 * The books as they are. What the provider says now is noted first where it is news, so that a file of this moment says the
 * same as the screen.
 */
export async function booksNow(deps: Pick<Deps, "store" | "providerBalance" | "now">): Promise<Books> {
  const { store } = deps;
  const live = await deps.providerBalance.read();
  const noted = await balanceSaidBefore(store.sql, deps.now() + 1);
  const kobo = live && koboOf(live.amount);
  if (live && (noted?.kobo !== kobo || Date.parse(live.at) - (noted?.at ?? 0) > NOTED_AGAIN_MS)) {
    const event: ProviderBalanceNoted = { type: "ProviderBalanceNoted", data: { kobo: koboOf(live.amount) } };
    await store.appendToStream("social", PROVIDER_BALANCE_STREAM, [event], { metadata: { actor: "system:books" } });
    await store.catchUp(["provider_balances"], { timeoutMs: NEWEST_MS });
  }
  // The moment itself does not count.
  return await booksAt(deps, deps.now() + 1);
}

/** What the provider said less what the books have there, with what is known to make it so; kobo. */
export function differenceInKobo({ figures, said, known: { sent, misfits, movedSince } }: Books) {
  if (!said) return null;
  const amount = said.kobo - figures.provider;
  const parts = [
    { kind: "underway" as const, amount: -sent.underway.units, names: sent.underway.names },
    { kind: "uncertain" as const, amount: -sent.uncertain.units, names: sent.uncertain.names },
    { kind: "to_clear" as const, amount: misfits.kobo, names: misfits.references },
    { kind: "since" as const, amount: -movedSince, names: [] },
  ].filter((part) => part.amount !== 0);
  const rest = parts.reduce((left, part) => left - part.amount, amount);
  return { amount, parts: parts.map((part) => ({ ...part, names: part.names.slice(0, MOST_NAMES) })), rest };
}

function differenceOf(books: Books): BooksAnswer["difference"] {
  const difference = differenceInKobo(books);
  if (!difference) return null;
  const { amount, parts, rest } = difference;
  return {
    ...inTokens({ amount, rest }),
    parts: parts.map((part) => ({ ...part, amount: tokensOf(part.amount) })),
  };
}

/** Revenue less what it cost, in kobo. */
export function resultInKobo({ subscriptions, extraPlays, pool, royalties, promotion, fees }: Figures) {
  const revenue = subscriptions + extraPlays;
  const total = revenue - pool - royalties - promotion - fees;
  return { revenue, rewards: pool, royalties, promotion, fees, total };
}

/** The same for people, in tokens. */
export function shownBooks(books: Books): BooksAnswer {
  const { at, figures, reserved, said, lines, upTo } = books;
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
    ...inTokens({ pool: figures.pool, fees: figures.fees, capital: figures.capital }),
    result: inTokens(resultInKobo(figures)),
    difference: differenceOf(books),
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
    const { total } = resultInKobo(figures);
    const sums = { ...others, revenue: subscriptions + extraPlays, claims: giftClaims + payoutClaims };
    return { month, ...inTokens({ ...sums, result: total, disputesLost: lost.get(month) ?? 0 }) };
  });
}

const DAYS = 400;
type Reconciliation = Awaited<ReturnType<typeof lastReconciliations>>[number];
type Handled = Recorded<DifferenceEvent>;

/** The last reconciliations, of about a year unless said otherwise, newest first, with what became of each difference. */
export async function reconciledDays(
  deps: Pick<Deps, "store" | "personal" | "purposes">,
  { most = DAYS }: { readonly most?: number } = {},
): Promise<ReconciledDay[]> {
  const { sql } = deps.store;
  const found = await lastReconciliations(sql, most);
  const streams = [...new Set(found.flatMap(({ differences }) => differences.map(differenceStream)))];
  const handled = await readStreams<DifferenceEvent>(sql, "social", streams);
  const admins = [...new Set([...handled.values()].flat().map(({ data }) => data.adminId))];
  const persons = await openPersonsOf(deps, admins);
  const adminName = (id: string) => fullName(persons.get(id), "A former admin");
  const oldestFirst = found.toSorted((one, two) => one.doneAt - two.doneAt);
  const sums = await sumsOfDays(deps, found.map(({ day }) => day));
  return found.map(({ day, doneAt, from, to, payouts, charges, differences }, index) => ({
    ...{ day, at: isoTime(doneAt), from: isoTime(from), to: isoTime(Math.min(to, doneAt)), payouts, charges },
    // A day that was looked at again is the newest one's: each payment is in one row.
    ...found[index - 1]?.day === day ? { paid: null, received: null } : sums(day),
    differences: differences.map((difference) =>
      foundDifference(difference, {
        found: oldestFirst,
        handled: handled.get(differenceStream(difference)) ?? [],
        adminName,
      })
    ),
  }));
}

/** What the books booked on a Lagos day: paid out without fees; received before fees, less what went back. */
async function sumsOfDays({ store: { sql }, purposes }: Pick<Deps, "store" | "purposes">, days: readonly string[]) {
  const span = { from: days.at(-1) ?? "", to: days[0] ?? "", accounts: AT_PROVIDER };
  if (days.length === 0) return () => ({ paid: 0, received: 0 });
  const [paid, received] = await Promise.all([
    movedByDay(sql, { ...span, codes: PAYOUT_CODES }),
    movedByDay(sql, { ...span, codes: purposes.flatMap(({ codes }) => codes) }),
  ]);
  return (day: string) => ({ paid: tokensOf(grossOf(paid.get(day))), received: tokensOf(-grossOf(received.get(day))) });
}

interface DifferenceContext {
  /** Oldest first. */
  readonly found: readonly Reconciliation[];
  readonly handled: readonly Handled[];
  adminName(id: string): string;
}

function foundDifference(difference: Difference, { found, handled, adminName }: DifferenceContext): BooksDifference {
  const stream = differenceStream(difference);
  const seen = found.filter(({ differences }) => differences.some((one) => differenceStream(one) === stream));
  const [first, last] = [seen[0], seen.at(-1)];
  const gone = found.find(({ doneAt }) => doneAt > (last?.doneAt ?? Infinity));
  const steps = [
    ...first ? [{ at: first.doneAt, by: "Orin", text: "Found", note: "" }] : [],
    ...handled.map(({ type, data, recordedAt }) => ({
      ...{ at: recordedAt, by: adminName(data.adminId), note: data.note },
      text: type === "DifferenceSettled" ? "Settled" : "Explained",
    })),
    ...gone ? [{ at: gone.doneAt, by: "Orin", text: "No longer found", note: "" }] : [],
  ];
  const handling = handled.reduce((state, event) => evolve(state, event, event.recordedAt), UNHANDLED);
  const state = stateNow(handling, last?.doneAt ?? 0);
  return {
    ...{ kind: difference.kind, subject: difference.subject },
    ...{ ours: nairaOrStatus(difference.ours), theirs: nairaOrStatus(difference.theirs) },
    state: gone && state !== "settled" ? "gone" : state,
    handling: steps.toSorted((one, two) => one.at - two.at).map((step) => ({ ...step, at: isoTime(step.at) })),
  };
}
