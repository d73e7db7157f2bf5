import { Refusal } from "../../contract/refusal.ts";
import type { IdentityCheckFailed, IdentityCheckStarted, IdentityEvent } from "./events.ts";

/** One check of a person's identity; times in epoch ms. */
export interface Check {
  readonly checkId: string;
  readonly startedAt: number;
  readonly numberHash: string;
  readonly account: string;
  readonly accountHash: string;
  readonly customerCode: string | undefined;
  readonly status: "waiting" | "failed" | "proven";
  readonly because: IdentityCheckFailed["data"]["because"] | undefined;
  readonly said: string;
}

/** All checks of a person, the newest last, and the one that proved the identity last. */
export interface Identity {
  readonly checks: readonly Check[];
  readonly provenBy: string | undefined;
}

export const NO_IDENTITY: Identity = { checks: [], provenBy: undefined };

/** Folds one event of an identity's stream. */
export function evolve(identity: Identity, { type, data }: IdentityEvent, at: number): Identity {
  const change = (more: Partial<Check>): Identity => ({
    ...identity,
    checks: identity.checks.map((check) => check.checkId === data.checkId ? { ...check, ...more } : check),
  });
  switch (type) {
    case "IdentityCheckStarted": {
      const { checkId, numberHash, account, accountHash } = data;
      const check: Check = {
        ...{ checkId, startedAt: at, numberHash, account, accountHash, customerCode: undefined },
        ...{ status: "waiting", because: undefined, said: "" },
      };
      return { ...identity, checks: [...identity.checks, check] };
    }
    case "IdentityCheckSubmitted":
      return change({ customerCode: data.customerCode });
    case "IdentityCheckFailed":
      return change({ status: "failed", because: data.because, said: data.said });
    case "IdentityProven":
      return { ...change({ status: "proven" }), provenBy: data.checkId };
  }
}

const DAY_MS = 24 * 3_600_000;

/** What a BVN may be tried out in a day. */
const CHECKS_A_DAY = 5;

/** After this the person no longer waits; a late success still counts. */
export const ANSWER_WITHIN_MS = 30 * 60_000;

/** The checks that are left in these 24 hours. One that the provider never got does not count. */
export function checksLeft({ checks }: Identity, now: number): number {
  const spent = checks.filter(({ startedAt, because }) => startedAt > now - DAY_MS && because !== "not_sent").length;
  return Math.max(0, CHECKS_A_DAY - spent);
}

/** The check that is under way. */
export function waitingCheck({ checks }: Identity): Check | undefined {
  return checks.find(({ status }) => status === "waiting");
}

/** Who has proven an identity with a BVN: an id, or a word where the person was erased; undefined for an unused BVN. */
export type NumberOwner = string | undefined;

/** Starts a check. The same one again while it is under way starts no second. */
export function startCheck(
  identity: Identity,
  data: IdentityCheckStarted["data"],
  { owner, now }: { owner: NumberOwner; now: number },
): IdentityEvent[] {
  const waiting = waitingCheck(identity);
  if (waiting) {
    if (waiting.numberHash === data.numberHash && waiting.accountHash === data.accountHash) return [];
    throw new Refusal("identity_waiting", "We are still checking what you sent before. Please wait for the result.");
  }
  if (checksLeft(identity, now) === 0) {
    throw new Refusal("too_many_attempts", `You can try ${CHECKS_A_DAY} times a day. Please try again tomorrow.`);
  }
  if (isOfAnother(owner, data.userId)) {
    throw new Refusal("identity_taken", "This BVN has proven another Orin account. One BVN proves one account.");
  }
  return [{ type: "IdentityCheckStarted", data }];
}

/** Notes the customer that the provider's notices name. */
export function submitCheck(
  identity: Identity,
  { userId, checkId, customerCode }: { userId: string; checkId: string; customerCode: string },
): IdentityEvent[] {
  const check = find(identity, checkId);
  if (check?.status !== "waiting" || check.customerCode !== undefined) return [];
  return [{ type: "IdentityCheckSubmitted", data: { userId, checkId, customerCode } }];
}

/** The provider says yes, however late: unless the BVN has proven another person by now. */
export function proveIdentity(
  identity: Identity,
  { userId, checkId }: { userId: string; checkId: string },
  ownerOf: (numberHash: string) => NumberOwner,
): IdentityEvent[] {
  const check = find(identity, checkId);
  if (!check || check.status === "proven" || check.because === "number_used") return [];
  const { numberHash } = check;
  if (isOfAnother(ownerOf(numberHash), userId)) {
    return [{ type: "IdentityCheckFailed", data: { userId, checkId, because: "number_used", said: "" } }];
  }
  return [{ type: "IdentityProven", data: { userId, checkId, numberHash } }];
}

/** Ends a check that is under way; one that has ended stays as it is. */
export function failCheck(identity: Identity, failure: IdentityCheckFailed["data"]): IdentityEvent[] {
  if (find(identity, failure.checkId)?.status !== "waiting") return [];
  const { userId, checkId, because, said } = failure;
  return [{ type: "IdentityCheckFailed", data: { userId, checkId, because, said } }];
}

function find({ checks }: Identity, checkId: string): Check | undefined {
  return checks.find((check) => check.checkId === checkId);
}

function isOfAnother(owner: NumberOwner, userId: string): boolean {
  return owner !== undefined && owner !== userId;
}
