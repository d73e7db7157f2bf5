import { owedIn, readDebts } from "../../../projections/wallet/debts.ts";
import { findUsers, type User } from "../../../projections/accounts/users.ts";
import { uncertainWithdrawals } from "../../../projections/wallet/withdrawals.ts";
import { formatNaira } from "../../contract/money.ts";
import type { PayoutProblem } from "../../contract/payments.ts";
import type { Deps } from "../../deps.ts";
import { type AccountSums, agrees, readAccountSums } from "../../ledger/account_proof.ts";
import { availableAccount, reservedAccount, settlingAccount } from "../../ledger/chart.ts";
import { isPayable } from "../../ledger/codes.ts";
import { readSumsByCode } from "../../ledger/days.ts";
import { ageOf, lastVerification } from "../../store/chain/last_verification.ts";
import type { Sql } from "../../store/sql.ts";

const DAY_MS = 24 * 3_600_000;

/** An admin waits this long for a verification that is due; it continues without them. */
const PATIENCE_MS = 20_000;

/** What has to be right before a person is paid. Units, times in epoch ms. */
interface PayoutFacts {
  readonly units: number;
  readonly accounts: readonly AccountSums[];
  /** What each code brought or took of all that is available or reserved. */
  readonly moved: ReadonlyMap<string, number>;
  readonly owedUnits: number;
  /** Other payments of the person that wait for a human. */
  readonly uncertain: number;
  /** An admin has suspended or deleted the person. */
  readonly isShutOut: boolean;
  readonly verified: { readonly at: number; readonly isOk: boolean } | undefined;
  readonly now: number;
}

interface Stop {
  readonly problem: PayoutProblem;
  /** For admins. It never says "balance": that word opens the notice about the provider's. */
  readonly text: string;
}

/** Every reason why a person must not be paid now, the gravest first. Pure. */
export function stopsOf(facts: PayoutFacts): Stop[] {
  const { units, accounts, moved, owedUnits, uncertain, isShutOut, verified, now } = facts;
  const stops: Stop[] = [];
  const differ = accounts.filter((account) => !agrees(account));
  if (differ.length > 0) {
    const names = differ.map(({ account }) => account.split(":").at(-1)).join(", ");
    const text = `The books differ: the entries of this person do not add up (${names}). ${STAYS}`;
    stops.push({ problem: "books_differ", text });
  }
  const covered = [...moved].reduce((sum, [code, one]) => sum + (isPayable(code) ? one : Math.min(0, one)), 0);
  if (covered < units) {
    const text = `The books differ: earnings and gifts of this person cover ${formatNaira(Math.max(0, covered))} of ${
      formatNaira(units)
    }. ${STAYS}`;
    stops.push({ problem: "books_differ", text });
  }
  if (verified && !verified.isOk) {
    stops.push({ problem: "books_differ", text: `The last verification of the books found a difference. ${STAYS}` });
  }
  if (owedUnits > 0) {
    const text = `This person owes Orin ${formatNaira(owedUnits)}. What they earn pays that first. ${STAYS}`;
    stops.push({ problem: "money_owed", text });
  }
  if (uncertain > 0) {
    const text = `Another payment to this person is uncertain. Decide on it first, under Uncertain. ${STAYS}`;
    stops.push({ problem: "payment_uncertain", text });
  }
  if (isShutOut) {
    stops.push({ problem: "user_suspended", text: `An admin has suspended or deleted this person. ${STAYS}` });
  }
  if (!isFresh(verified, now)) {
    const text = `The books were not verified in the last 24 hours. Orin verifies them now: try again soon. ${STAYS}`;
    stops.push({ problem: "verification_due", text });
  }
  return stops;
}

const STAYS = "Nothing was paid, and the request stays.";

function isFresh(verified: PayoutFacts["verified"], now: number): boolean {
  return verified !== undefined && ageOf(verified, now) < DAY_MS;
}

interface PayableWithdrawal {
  readonly shard: number;
  readonly userId: string;
  readonly withdrawalId: string;
  readonly units: number;
}

interface Reading {
  readonly store: { readonly sql: Sql };
  now(): number;
}

/** Reads afresh whether a withdrawal may be paid: every reason against it. */
export async function readStops(deps: Reading, withdrawal: PayableWithdrawal): Promise<Stop[]> {
  return (await readStopsOf(deps, [withdrawal]))(withdrawal);
}

/** The same of withdrawals, each asked for by itself. */
export async function readStopsOf(
  { store: { sql }, now }: Reading,
  withdrawals: readonly PayableWithdrawal[],
): Promise<(withdrawal: PayableWithdrawal) => Stop[]> {
  const userIds = withdrawals.map(({ userId }) => userId);
  const [books, uncertain, verified, users] = await Promise.all([
    Promise.all([...Map.groupBy(withdrawals, ({ shard }) => shard)].map(([shard, own]) => readBooks(sql, shard, own))),
    uncertainWithdrawals(sql, userIds),
    lastVerification(sql),
    findUsers(sql, userIds),
  ]);
  const booksOf = new Map(books.flat().map((one) => [one.userId, one]));
  return ({ userId, withdrawalId, units }) => {
    const own = booksOf.get(userId);
    if (!own) throw new Error(`The books of ${userId} were not read`);
    const { accounts, moved, owedUnits } = own;
    const isShutOut = isShutOutByAdmin(users.get(userId));
    const others = uncertain.filter((one) => one.userId === userId && one.withdrawalId !== withdrawalId).length;
    return stopsOf({ units, accounts, moved, owedUnits, uncertain: others, isShutOut, verified, now: now() });
  };
}

type Books = Pick<PayoutFacts, "accounts" | "moved" | "owedUnits"> & { readonly userId: string };

/** What the ledger of a shard says of these people. */
async function readBooks(sql: Sql, shard: number, people: readonly { readonly userId: string }[]): Promise<Books[]> {
  const userIds = [...new Set(people.map(({ userId }) => userId))];
  const paidOf = (userId: string) => [availableAccount(userId), reservedAccount(userId)];
  const [sums, moved, debts] = await Promise.all([
    readAccountSums(sql, shard, userIds.flatMap((userId) => [...paidOf(userId), settlingAccount(userId)])),
    readSumsByCode(sql, shard, userIds.flatMap(paidOf)),
    readDebts(sql, shard, userIds),
  ]);
  const sumsOf = new Map(sums.map((one) => [one.account, one]));
  const movedIn = Map.groupBy(moved, ({ account }) => account);
  return userIds.map((userId) => {
    const byCode = new Map<string, number>();
    for (const { code, sum } of paidOf(userId).flatMap((account) => movedIn.get(account) ?? [])) {
      byCode.set(code, (byCode.get(code) ?? 0) + sum);
    }
    const accounts = [...paidOf(userId), settlingAccount(userId)].flatMap((account) => sumsOf.get(account) ?? []);
    return { userId, accounts, moved: byCode, owedUnits: owedIn(debts.get(userId)) };
  });
}

/** Whether an admin has suspended or deleted a person: people who leave by themselves are paid what they asked for. */
function isShutOutByAdmin(user: User | undefined): boolean {
  return user?.suspension !== undefined || user?.closing?.by === "admin";
}

/** Has the books verified where that is due, and waits a little for it. */
export async function verifyIfDue(deps: Pick<Deps, "store" | "now" | "verify" | "log">): Promise<void> {
  if (isFresh(await lastVerification(deps.store.sql), deps.now())) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const verified = deps.verify().catch((error) => deps.log("The books could not be verified", error));
  await Promise.race([verified, new Promise<void>((end) => timer = setTimeout(end, PATIENCE_MS))]);
  clearTimeout(timer);
}
