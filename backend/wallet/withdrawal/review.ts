import { PaymentsRefused, PaymentsUnavailable } from "../../adapters/payments/types.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { findWithdrawal, type WithdrawalRow } from "../../../projections/wallet/withdrawals.ts";
import { mailMoney } from "../../mails/send.ts";
import type { CaseSeen } from "../../contract/cases.ts";
import { formatTokensWithNaira } from "../../contract/money.ts";
import { PROVIDER_NAME } from "../../contract/payments.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import { CODE_LOCK_CLASS } from "../../store/advisory_locks.ts";
import { oneAtATime } from "../../store/one_at_a_time.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { isInProvenName } from "../../trust/identity/reads.ts";
import type { CaseFileLeftClosed } from "../cases/events.ts";
import { openBankDetails } from "../banks/details.ts";
import { approveWithdrawal } from "./approve.ts";
import { brake } from "../pause/pause.ts";
import { needPayouts, waiting } from "../pause/watch.ts";
import { advancePayout } from "./payout.ts";
import { unprovenOf } from "./limits.ts";
import { needPayable } from "./stop.ts";
import {
  brakeReason,
  decideApprovalWithdrawal,
  decideCancel,
  decideCodeGiven,
  decideRejection,
  decideRetry,
  unknownRequest,
} from "./state.ts";
import { withdrawalHandler } from "./withdrawals.ts";

interface ReviewCommand {
  readonly adminId: string;
  readonly reason?: string;
  readonly caseHash?: string;
  readonly leftClosed?: CaseFileLeftClosed["data"];
}

/** An admin says no; what was reserved goes back. */
export const rejectWithdrawal = withdrawalHandler<ReviewCommand>("rejectWithdrawal", decideRejection);

/** An admin takes the own approval back, before anything was sent. */
const withdrawApproval = withdrawalHandler<ReviewCommand>("withdrawApproval", decideApprovalWithdrawal);

/** Keeps that an admin asked for a payout to be looked at again. */
const askRetry = withdrawalHandler<ReviewCommand>("askRetry", decideRetry);

/** Keeps that an admin gave the provider its one-time code. */
const noteCodeGiven = withdrawalHandler<ReviewCommand>("noteCodeGiven", decideCodeGiven);

/** The owner takes it back. */
export const cancelWithdrawal = withdrawalHandler<unknown>("cancelWithdrawal", decideCancel);

const UNPROVEN =
  "This person has proven neither a phone with an account of some days nor an identity. Nothing was paid; the request waits.";

/** How long an admin waits for one answer of the provider; the payout continues without them. */
const PATIENCE_MS = 10_000;

/** How long after the first answer the provider is asked again, and how seldom at most. */
const ASK_AGAIN_MS = { first: 250, most: 2_000, factor: 1.5 };

interface Review {
  readonly withdrawalId: string;
  readonly adminId: string;
  readonly metadata: Metadata;
  /** Why, and the hash of the case file that was shown, or left closed. */
  readonly reason?: string;
  readonly caseHash?: string;
  readonly leftClosed?: CaseFileLeftClosed["data"];
}

/**
 * Approves, and where that was the last approval pays right away and waits a little for the provider to confirm.
 * Answers the withdrawal's state then. Throws Refusal `user_suspended` or `user_deleted` where an admin has suspended
 * or deleted the person: that comes to an end first, or the request is rejected; and `identity_needed` where it is more
 * than the month pays without a proven identity: the request stays as it is; and `case_file_needed` where the admin has
 * to open the case file first; and `payouts_braked` where the day is too unusual, which pauses payouts.
 */
export async function approve(
  deps: Deps,
  { metadata, ...review }: Review & { readonly caseSeen: CaseSeen },
): Promise<WithdrawalRow> {
  const { withdrawalId } = review;
  const row = await existing(deps, withdrawalId);
  const { shard, userId } = row;
  await assertNotShutOut(deps, userId);
  if (deps.restore.isWaiting) throw waiting();
  const unproven = await unprovenOf(deps, userId);
  if (unproven) throw new Refusal("identity_needed", UNPROVEN);
  const { accountName } = await openBankDetails(deps, { shard, userId, withdrawalId });
  const isProvenName = await isInProvenName(deps, userId, accountName);
  const isOtherName = isProvenName === false;
  const isForeignName = row.warnings.includes("name_differs") && isProvenName !== true;
  await needPayable(deps, row, { adminId: review.adminId, metadata });
  const approval = { shard, userId, ...review, isOtherName, isForeignName, installation: deps.installation };
  const result = await approveWithdrawal(deps, approval, metadata).catch(async (error) => {
    if (error instanceof Refusal && error.code === "identity_needed") await tellOfIdentity(deps, withdrawalId);
    if (error instanceof Refusal && error.code === "payouts_braked") await pauseUnusual(deps, withdrawalId, error);
    throw error;
  });
  if (result.status === "processing") await untilConfirmed(deps, withdrawalId);
  return await existing(deps, withdrawalId);
}

async function assertNotShutOut({ store }: Pick<Deps, "store">, userId: string): Promise<void> {
  const user = await findUser(store.sql, userId);
  if (user?.suspension !== undefined) {
    throw new Refusal("user_suspended", "This user is suspended: lift the suspension first, or reject the request");
  }
  if (user?.closing?.by === "admin") {
    throw new Refusal(
      "user_deleted",
      "An admin has deleted this user: restore the account first, or reject the request",
    );
  }
}

/** The payout was refused where all approvals meet; from now on none begins before two sides have looked. */
async function pauseUnusual(deps: Deps, withdrawalId: string, { detail }: Refusal): Promise<void> {
  const sums = { dayUnits: Number(detail["dayUnits"]), mostUnits: Number(detail["mostUnits"]) };
  await brake(deps, { withdrawalId, reason: brakeReason(sums), ...sums });
}

/** Tells the person once that a withdrawal waits for their identity. */
async function tellOfIdentity(deps: Deps, withdrawalId: string): Promise<void> {
  const { userId, units } = await existing(deps, withdrawalId);
  const notice = {
    subject: "Your withdrawal waits for your identity",
    heading: "Please prove your identity",
    lines: [
      `Your withdrawal of ${formatTokensWithNaira(units)} is more than we pay a month before you have proven your ` +
      "identity. Your tokens stay reserved. Prove your identity in Settings, with the BVN of your bank account, and your " +
      "withdrawal continues.",
    ],
    link: { label: "Prove your identity", path: "/settings/level" },
  };
  const mailId = derivedId(withdrawalId, "identity needed");
  await mailMoney(deps, { mailId, userId, at: deps.now(), notice });
}

/** Rejects a withdrawal and returns the tokens. Refuses where it was decided already, and for one's own. */
export async function reject(
  deps: Deps,
  { metadata, ...review }: Review & { readonly reason: string },
): Promise<void> {
  const { shard, userId } = await beforeReturning(deps, review.withdrawalId);
  const command = { shard, userId, ...review };
  await deps.store.execute(rejectWithdrawal, command, { logs: shardLogs(shard), metadata });
}

/** Takes the admin's own approval back, as long as nothing was sent. */
export async function takeBackApproval(deps: Deps, { metadata, ...review }: Review): Promise<WithdrawalRow> {
  const { shard, userId } = await existing(deps, review.withdrawalId);
  await deps.store.execute(withdrawApproval, { shard, userId, ...review }, { logs: shardLogs(shard), metadata });
  return await existing(deps, review.withdrawalId);
}

/**
 * Asks the provider again what became of a payout; tells it once more to pay only where that is safe. One that was
 * completed a moment before needs no asking: its state is answered.
 */
export async function retry(deps: Deps, { withdrawalId, adminId, metadata }: Review): Promise<WithdrawalRow> {
  const { shard, userId } = await existing(deps, withdrawalId);
  const command = { shard, userId, withdrawalId, adminId };
  try {
    await deps.store.execute(askRetry, command, { logs: shardLogs(shard), metadata });
  } catch (error) {
    const now = await existing(deps, withdrawalId);
    if (error instanceof Refusal && now.status === "completed") return now;
    throw error;
  }
  await asked(advancePayout(deps, withdrawalId));
  return await existing(deps, withdrawalId);
}

/** The owner takes the request back. */
export async function cancel(
  deps: Deps,
  { withdrawalId, userId, metadata }: { withdrawalId: string; userId: string; metadata: Metadata },
): Promise<void> {
  const found = await existing(deps, withdrawalId);
  if (found.userId !== userId) throw unknownRequest();
  const { shard } = await beforeReturning(deps, withdrawalId);
  const command = { shard, userId, withdrawalId };
  await deps.store.execute(cancelWithdrawal, command, { logs: shardLogs(shard), metadata });
}

/**
 * Gives the provider the one-time code that it waits for, and asks what became of the payout. Refuses, as `approve`
 * does, where an admin has suspended or deleted the person since. Of several right codes at the same time the first one
 * counts: the others wait for it, and are answered the payout's state then.
 */
export async function confirmPayout(deps: Deps, review: Review & { readonly otp: string }): Promise<WithdrawalRow> {
  const { withdrawalId } = review;
  if (!needsCode(await existing(deps, withdrawalId))) {
    throw new Refusal("already_decided", "This payment does not need a one-time code");
  }
  await oneAtATime(deps.store, { lockClass: CODE_LOCK_CLASS, key: withdrawalId }, async () => {
    const row = await existing(deps, withdrawalId);
    if (needsCode(row)) await giveCode(deps, row, review);
  });
  await untilConfirmed(deps, withdrawalId);
  return await existing(deps, withdrawalId);
}

function needsCode({ status, transferCode }: WithdrawalRow): boolean {
  return status === "needs_otp" && transferCode !== undefined;
}

async function giveCode(
  deps: Deps,
  { withdrawalId, transferCode = "", shard, userId }: WithdrawalRow,
  { adminId, otp, metadata }: Review & { readonly otp: string },
): Promise<void> {
  await needPayouts(deps);
  await assertNotShutOut(deps, userId);
  const command = { shard, userId, withdrawalId, adminId };
  await deps.store.execute(noteCodeGiven, command, { logs: shardLogs(shard), metadata });
  try {
    await deps.payments.finalizePayout({ transferCode, otp });
  } catch (error) {
    if (error instanceof PaymentsRefused && error.code === "invalid_otp") {
      throw new Refusal("bad_code", "The one-time code is not correct");
    }
    // Whether it was taken is what the look-up says.
    if (!(error instanceof PaymentsUnavailable || error instanceof PaymentsRefused)) throw error;
  }
  await advanceQuietly(deps, withdrawalId);
}

/** Money that the provider was once told to pay is not given back before the provider has been asked again. */
async function beforeReturning(deps: Deps, withdrawalId: string): Promise<WithdrawalRow> {
  const row = await existing(deps, withdrawalId);
  if (row.reference !== undefined) await asked(advancePayout(deps, withdrawalId));
  return row;
}

async function existing(deps: Deps, withdrawalId: string): Promise<WithdrawalRow> {
  const row = await findWithdrawal(deps.store.sql, withdrawalId);
  if (!row) throw unknownRequest();
  return row;
}

async function advanceQuietly(deps: Deps, withdrawalId: string): Promise<void> {
  try {
    await advancePayout(deps, withdrawalId);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) {
      deps.log(`Payout of withdrawal ${withdrawalId} will be taken up again`, error);
    }
  }
}

/** What an admin waits for: a provider that does not answer is reported as away. */
export async function asked<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    throw new Refusal(
      "provider_unavailable",
      `${PROVIDER_NAME} is not answering. Nothing has changed; please try again later.`,
    );
  }
}

/**
 * Takes the payout on, and asks again until it is no longer processing or the patience is over. Between the questions
 * nothing is held, and a notice of the provider may answer first. If it stops here, the sweeper does the rest.
 */
async function untilConfirmed(deps: Deps, withdrawalId: string): Promise<void> {
  const endsAt = performance.now() + deps.payoutPatienceMs;
  const left = () => endsAt - performance.now();
  await soon(advanceQuietly(deps, withdrawalId), PATIENCE_MS);
  if ((await existing(deps, withdrawalId)).status !== "processing") return;
  const { first, most, factor } = ASK_AGAIN_MS;
  for (let pauseMs = first; pauseMs < left(); pauseMs = Math.min(most, pauseMs * factor)) {
    await new Promise((done) => setTimeout(done, pauseMs));
    if ((await existing(deps, withdrawalId)).status !== "processing") return;
    await soon(advanceQuietly(deps, withdrawalId), left());
  }
}

async function soon(work: Promise<void>, patienceMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([work, new Promise<void>((end) => timer = setTimeout(end, patienceMs))]);
  clearTimeout(timer);
}
