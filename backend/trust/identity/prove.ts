import { findIdentityCheck } from "../../../projections/accounts/identities.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { PaymentsRefused, PaymentsUnavailable } from "../../adapters/payments/types.ts";
import { openPersonOf, type Person } from "../../accounts/account/reads.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { ProveIdentityRequest } from "../../contract/requests/identity.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { accountHashOf } from "../../wallet/banks/details.ts";
import { changeLevel } from "../level/change.ts";
import { failCheck, identities, proveIdentity, startCheck, submitCheck } from "./checks.ts";
import { ACCOUNT_FIELD, type CheckedAccount, type IdentityCheckFailed, type IdentityCheckRef } from "./events.ts";
import { namesAgree } from "./names.ts";
import { ANSWER_WITHIN_MS } from "./state.ts";

const SOCIAL = { logs: ["social"] as const, metadata: { actor: "system:identity" } };

/**
 * Asks the provider whether BVN, bank account and name belong together; its answer comes later. The BVN goes there and
 * nowhere else: what Orin keeps is a keyed hash. Throws Refusal `identity_differs`, `identity_taken`,
 * `identity_waiting`, `too_many_attempts`, or `provider_unavailable` where nothing was sent.
 */
export async function askForProof(
  deps: Deps,
  { bvn, accountNumber, bankCode }: ProveIdentityRequest,
  { userId, metadata }: { readonly userId: string; readonly metadata: Metadata },
): Promise<void> {
  const [user, person] = await Promise.all([findUser(deps.store.sql, userId), openPersonOf(deps, userId)]);
  if (!user || !person) throw new Refusal("session_ended", "Authentication required. Please login again.");
  if (user.suspension !== undefined) {
    throw new Refusal("account_suspended", "Your account is suspended. Please contact support.");
  }
  const bank = { accountNumber, bankCode };
  const accountName = await deps.banks.ownerOf(userId, bank);
  mustAgree(accountName, person);
  const account: CheckedAccount = {
    ...{ bankName: await deps.banks.bankName(bankCode), lastDigits: accountNumber.slice(-4), accountName },
  };
  const key = await deps.personal.keyOf(deps.store.sql, userId);
  const command = {
    ...{ userId, checkId: newId(deps.now()), numberHash: deps.personal.lookupHash("bvn", bvn) },
    ...{ account: key.seal(ACCOUNT_FIELD, JSON.stringify(account)), accountHash: accountHashOf(deps.personal, bank) },
  };
  const { result } = await deps.store.execute(startCheck, command, { logs: ["social"], metadata });
  if (!result.isNew) return;
  await submit(deps, { userId, checkId: result.checkId }, { ...bank, bvn, ...person });
}

function mustAgree(accountName: string, { firstName, lastName }: Person): void {
  const own = `${firstName} ${lastName}`.trim();
  if (namesAgree(accountName, own)) return;
  throw new Refusal(
    "identity_differs",
    `The bank has this account as ${accountName}. Your name on Orin is ${own}. At least two names must be the same: ` +
      "use an account of your own, or correct your name in Settings.",
    { field: "accountNumber" },
  );
}

type Sent = ProveIdentityRequest & Pick<Person, "firstName" | "lastName">;

/** If this breaks off, the look-up finds what became of it: nothing has to be sent twice. */
async function submit(deps: Deps, about: IdentityCheckRef, { firstName, lastName, ...request }: Sent): Promise<void> {
  const name = { firstName, lastName };
  let customerCode: string;
  try {
    // Each check is a customer of its own, so that a notice can only speak of one check.
    const email = `identity-${about.checkId}@${new URL(deps.config.publicUrl).hostname}`;
    ({ customerCode } = await deps.payments.createCustomer({ email, ...name }));
  } catch (error) {
    if (!(error instanceof PaymentsRefused || error instanceof PaymentsUnavailable)) throw error;
    await fail(deps, { ...about, because: "not_sent", said: "" });
    throw new Refusal("provider_unavailable", "We cannot check identities at the moment. Please try again later.");
  }
  await deps.store.execute(submitCheck, { ...about, customerCode }, SOCIAL);
  try {
    await deps.payments.identify({ customerCode, ...request, ...name });
  } catch (error) {
    if (error instanceof PaymentsRefused) await fail(deps, { ...about, because: "refused", said: "" });
    // Whether it arrived is what the notice and the look-up say.
    else if (!(error instanceof PaymentsUnavailable)) throw error;
  }
}

/** Acts on a notice about a customer; one that is no check of Orin's changes nothing. */
export async function hearOfCustomer(
  deps: Deps,
  { customerCode, status, reason = "" }: {
    customerCode: string;
    status?: string | undefined;
    reason?: string | undefined;
  },
): Promise<void> {
  const about = await findIdentityCheck(deps.store.sql, customerCode);
  if (!about) return;
  // A notice only says where to look. A no cannot be looked up, but a false one helps no one.
  if (await settle(deps, { ...about, customerCode }) || status !== "failed") return;
  await fail(deps, { ...about, because: "refused", said: reason });
}

/** Looks what became of a check whose notice is late; ends it where its time is over. */
export async function lookAgain(deps: Deps, { userId, checkId }: IdentityCheckRef): Promise<void> {
  const check = (await identities.states(deps.store.sql, [userId]))(userId).checks.find((one) =>
    one.checkId === checkId
  );
  if (check?.status !== "waiting") return;
  const isOver = deps.now() - check.startedAt >= ANSWER_WITHIN_MS;
  const { customerCode } = check;
  try {
    if (customerCode !== undefined && await settle(deps, { userId, checkId, customerCode })) return;
  } catch (error) {
    if (!isOver || !(error instanceof PaymentsUnavailable)) throw error;
  }
  if (isOver) await fail(deps, { userId, checkId, because: "no_answer", said: "" });
}

/** Asks whether a customer is identified; answers whether it is. */
async function settle(
  deps: Deps,
  { userId, checkId, customerCode }: IdentityCheckRef & { customerCode: string },
): Promise<boolean> {
  const { status } = await deps.payments.lookUpCustomer(customerCode);
  if (status !== "identified" || !await findUser(deps.store.sql, userId)) return false;
  const check = (await identities.states(deps.store.sql, [userId]))(userId).checks.find((one) =>
    one.checkId === checkId
  );
  if (!check) return false;
  const command = { userId, checkId, numberHash: check.numberHash };
  const { result } = await deps.store.execute(proveIdentity, command, SOCIAL);
  if (result.isProven) await raiseToLevel2(deps, userId);
  return true;
}

/** The level that a proven identity gives. Doing it again changes nothing. */
export async function raiseToLevel2(deps: Pick<Deps, "store">, userId: string): Promise<void> {
  await deps.store.execute(changeLevel, { userId, level: 2, because: "identity_proven" }, SOCIAL);
}

async function fail(deps: Pick<Deps, "store">, failure: IdentityCheckFailed["data"]): Promise<void> {
  await deps.store.execute(failCheck, failure, SOCIAL);
}
