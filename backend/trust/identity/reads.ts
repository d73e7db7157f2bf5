import type { IdentityAnswer } from "../../contract/trust.ts";
import type { Deps } from "../../deps.ts";
import { levelsOf } from "../../../projections/trust/levels.ts";
import { identities } from "./checks.ts";
import { ACCOUNT_FIELD, type CheckedAccount, type IdentityCheckFailed } from "./events.ts";
import { namesAgree } from "./names.ts";
import { type Check, checksLeft, waitingCheck } from "./state.ts";

type Reading = Pick<Deps, "store" | "personal" | "now">;

const WORDS: Readonly<Record<IdentityCheckFailed["data"]["because"], string>> = {
  refused: "Your bank's records do not agree. Please check the BVN and the account number.",
  number_used: "This BVN has proven another Orin account. One BVN proves one account.",
  not_sent: "We could not reach the payment provider. Please try again.",
  no_answer: "We did not get an answer in time. Please try again.",
};

/** How far the proof of a person's identity is. */
export async function identityOf(deps: Reading, userId: string): Promise<IdentityAnswer> {
  const { sql } = deps.store;
  const identity = (await identities.states(sql, [userId]))(userId);
  const shown = waitingCheck(identity) ?? identity.checks.at(-1);
  const proof = identity.checks.find(({ checkId }) => checkId === identity.provenBy);
  const check = shown ?? proof;
  const account = check && (await openAccounts(deps, new Map([[userId, check]]))).get(userId);
  const isSetUp = (await levelsOf(sql, [userId])).get(userId) === 2;
  return {
    status: shown?.status ?? (isSetUp ? "proven" : "none"),
    isProven: proof !== undefined || isSetUp,
    ...(shown?.because && { reason: reasonOf(shown) }),
    ...(account && { account: { ...account, accountNumber: `••••••${account.lastDigits}` } }),
    checksLeft: checksLeft(identity, deps.now()),
  };
}

function reasonOf({ because = "refused", said }: Check): string {
  return because === "refused" && said !== "" ? `The bank says: ${said}. ${WORDS.refused}` : WORDS[because];
}

/**
 * Whether the account of this owner is in the name that a person's identity was proven for; undefined where there is no
 * proof: level 2 without one was set up.
 */
export async function isInProvenName(
  deps: Reading,
  userId: string,
  accountName: string,
): Promise<boolean | undefined> {
  return (await areInProvenNames(deps, [{ userId, accountName }]))[0];
}

/** The same of many accounts, in their order. */
export async function areInProvenNames(
  deps: Reading,
  owners: readonly { readonly userId: string; readonly accountName: string }[],
): Promise<(boolean | undefined)[]> {
  const stateOf = await identities.states(deps.store.sql, owners.map(({ userId }) => userId));
  const proofs = new Map(owners.flatMap(({ userId }): [string, Check][] => {
    const { checks, provenBy } = stateOf(userId);
    const proof = checks.find(({ checkId }) => checkId === provenBy);
    return proof ? [[userId, proof]] : [];
  }));
  const accounts = await openAccounts(deps, proofs);
  return owners.map(({ userId, accountName }) => {
    if (!proofs.has(userId)) return undefined;
    const account = accounts.get(userId);
    return account !== undefined && namesAgree(accountName, account.accountName);
  });
}

/** The accounts of people's checks, by person; one whose key is gone is missing. */
async function openAccounts(
  { personal, store }: Reading,
  checks: ReadonlyMap<string, Check>,
): Promise<Map<string, CheckedAccount>> {
  if (checks.size === 0) return new Map();
  const keys = await personal.keysOf(store.sql, [...checks.keys()]);
  return new Map([...checks].flatMap(([userId, { account }]): [string, CheckedAccount][] => {
    const key = keys.get(userId);
    return key ? [[userId, accountIn(key.open(ACCOUNT_FIELD, account))]] : [];
  }));
}

/** Only `askForProof` seals this field. */
function accountIn(text: string): CheckedAccount {
  return JSON.parse(text) as CheckedAccount;
}
