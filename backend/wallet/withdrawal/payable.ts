import { owedBy } from "../../../projections/wallet/debts.ts";
import { findUser, type User } from "../../../projections/accounts/users.ts";
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

/** Reads afresh whether a withdrawal may be paid: every reason against it. */
export async function readStops(
  { store: { sql }, now }: { readonly store: { readonly sql: Sql }; now(): number },
  { shard, userId, withdrawalId, units }: PayableWithdrawal,
): Promise<Stop[]> {
  const paid = [availableAccount(userId), reservedAccount(userId)];
  const [accounts, moved, owedUnits, uncertain, verified, user] = await Promise.all([
    readAccountSums(sql, shard, [...paid, settlingAccount(userId)]),
    readSumsByCode(sql, shard, paid),
    owedBy(sql, { shard, userId }),
    uncertainWithdrawals(sql, userId),
    lastVerification(sql),
    findUser(sql, userId),
  ]);
  const isShutOut = isShutOutByAdmin(user);
  const others = uncertain.filter((id) => id !== withdrawalId).length;
  return stopsOf({ units, accounts, moved, owedUnits, uncertain: others, isShutOut, verified, now: now() });
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
