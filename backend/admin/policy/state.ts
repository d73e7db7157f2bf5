import { compact } from "../../contract/compact.ts";
import { loosens, type Policy, policyDifferences, STEPS_ADD_UP_MS } from "../../contract/policy_rules.ts";
import type { PolicyChanges } from "../../contract/requests/policy_change.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { PolicyChangeCancelled, PolicyChangeConfirmed, PolicyChanged, PolicyEvent } from "./events.ts";

/** A form takes time to send: a moment ago still counts as "now". */
const NOW_SLACK_MS = 60_000;
const FURTHEST_MS = 366 * 24 * 3_600_000;
/** What loosens a control takes effect no sooner, so that every admin has read the mail about it. */
export const LOOSENING_MS = 24 * 3_600_000;
/** Where only one side exists no other side can confirm it: for so long everyone can read what is coming. */
const ALONE_MS = 7 * 24 * 3_600_000;

/** A version as decisions see it; times in epoch ms. */
export interface KnownVersion {
  readonly policy: Policy;
  readonly isCancelled: boolean;
  /** By another side, where that is needed. */
  readonly isConfirmed: boolean;
}

export interface ChangeOfRules {
  readonly changes: PolicyChanges;
  /** Epoch ms; without it the change takes effect now. */
  readonly effectiveFrom: number | undefined;
  readonly reason: string;
  readonly baseVersion: number;
}

/**
 * The next version of the rules. Changes stand in the order of their times, so that each holds all that was decided
 * before it. Plays of past days follow the rules in force then, so no version begins in the past.
 */
export function decidePolicyChange(
  versions: readonly KnownVersion[],
  { changes, effectiveFrom, reason, baseVersion }: ChangeOfRules,
  { now, isOneSide }: { readonly now: number; readonly isOneSide: boolean },
): PolicyChanged {
  const newest = Math.max(0, ...versions.map(({ policy }) => policy.version));
  if (baseVersion !== newest) throw new Refusal("conflict", "The rules have just changed: please check them again");
  const at = effectiveFrom === undefined || Math.abs(effectiveFrom - now) <= NOW_SLACK_MS ? now : effectiveFrom;
  if (at < now) {
    throw new Refusal("invalid_request", "A change cannot take effect in the past", { field: "effectiveFrom" });
  }
  if (at > now + FURTHEST_MS) {
    throw new Refusal("invalid_request", "A change must take effect within a year", { field: "effectiveFrom" });
  }
  const base = lastStanding(versions, now);
  if (!base) throw new Error("There are no rules to change yet");
  if (Date.parse(base.effectiveFrom) > at) {
    throw new Refusal(
      "policy_planned",
      `Version ${base.version} takes effect later: cancel it first, or choose a later time`,
    );
  }
  // An undefined member would hide the present value.
  const changed = { ...base, ...compact(changes), version: newest + 1 };
  if (policyDifferences(base, changed).length === 0) {
    throw new Refusal("invalid_request", "You have not changed any rule");
  }
  // Building on a change that waits for another side does not bring it in.
  const held = lastStanding(versions.filter(({ isConfirmed }) => isConfirmed), now) ?? base;
  const isLooser = loosens(held, changed, lately(versions, { at, now }));
  const from = isLooser ? Math.max(at, now + (isOneSide ? ALONE_MS : LOOSENING_MS)) : at;
  const policy: Policy = { ...changed, effectiveFrom: new Date(from).toISOString() };
  const needsConfirmation = isLooser && !isOneSide;
  return { type: "PolicyChanged", data: { policy, reason, ...(needsConfirmation && { needsConfirmation }) } };
}

/** The rules of the week before a moment. */
function lately(
  versions: readonly KnownVersion[],
  { at, now }: { readonly at: number; readonly now: number },
): Policy[] {
  const since = at - STEPS_ADD_UP_MS;
  const standing = standingOf(versions, now);
  const isBefore = ({ effectiveFrom }: Policy) => Date.parse(effectiveFrom) <= since;
  return [...standing.filter(isBefore).slice(-1), ...standing.filter((policy) => !isBefore(policy))];
}

/** A change that was proposed holds; doing it again changes nothing. Whose word counts, the proposal says. */
export function decidePolicyConfirmation(
  versions: readonly KnownVersion[],
  { version, confirmedBy }: PolicyChangeConfirmed["data"],
  now: number,
): PolicyChangeConfirmed[] {
  const found = versions.find(({ policy }) => policy.version === version);
  if (!found) throw new Refusal("not_found", "This version of the rules does not exist");
  if (found.isConfirmed && !found.isCancelled) return [];
  if (found.isCancelled || isLapsed(found, now)) {
    throw new Refusal("already_decided", "This change is no longer open: propose it again");
  }
  return [{ type: "PolicyChangeConfirmed", data: { version, confirmedBy } }];
}

/** Another side has neither confirmed it yet, nor has it lapsed: it is withdrawn as a proposal. */
export function isWaiting(version: KnownVersion, now: number): boolean {
  return !version.isConfirmed && !version.isCancelled && !isLapsed(version, now);
}

/** It was not confirmed before it was to take effect. */
function isLapsed({ policy, isConfirmed }: KnownVersion, now: number): boolean {
  return !isConfirmed && Date.parse(policy.effectiveFrom) <= now;
}

/** Takes a change back that has not taken effect; doing it again changes nothing. */
export function decidePolicyCancel(
  versions: readonly KnownVersion[],
  { version, reason }: PolicyChangeCancelled["data"],
  now: number,
): PolicyChangeCancelled[] {
  const found = versions.find(({ policy }) => policy.version === version);
  if (!found) throw new Refusal("not_found", "This version of the rules does not exist");
  if (found.isCancelled || isLapsed(found, now)) return [];
  if (Date.parse(found.policy.effectiveFrom) <= now) {
    throw new Refusal("policy_in_force", "These rules are already in force: change them instead");
  }
  if (lastStanding(versions, now)?.version !== version) {
    throw new Refusal("policy_planned", "A later change builds on this one: cancel that one first");
  }
  return [{ type: "PolicyChangeCancelled", data: { version, reason } }];
}

export function lastStanding(versions: readonly KnownVersion[], now: number): Policy | undefined {
  return standingOf(versions, now).at(-1);
}

/** In the order in which they take effect. */
function standingOf(versions: readonly KnownVersion[], now: number): Policy[] {
  return versions.filter((one) => !one.isCancelled && !isLapsed(one, now)).map(({ policy }) => policy)
    .toSorted((one, other) => one.version - other.version);
}

/** The versions after the event. */
export function evolveVersions(
  versions: readonly KnownVersion[],
  { type, data }: PolicyEvent,
): readonly KnownVersion[] {
  const withChange = (version: number, change: Partial<KnownVersion>) =>
    versions.map((one) => one.policy.version === version ? { ...one, ...change } : one);
  switch (type) {
    case "PolicyChanged": {
      const { policy, needsConfirmation = false } = data;
      return [...versions, { policy, isCancelled: false, isConfirmed: !needsConfirmation }];
    }
    case "PolicyChangeConfirmed":
      return withChange(data.version, { isConfirmed: true });
    case "PolicyChangeCancelled":
      return withChange(data.version, { isCancelled: true });
  }
}
