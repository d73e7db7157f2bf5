import { createHash } from "node:crypto";
import { adminIdsOfRoot, adminsById, everyAdmin, readAdmins } from "../../projections/admin/admins.ts";
import { changesOf, hasOpened } from "../../projections/accounts/credential_changes.ts";
import type { AdminRole } from "../contract/admin_roles.ts";
import {
  type Admin,
  areIndependent,
  type ChangeByAnother,
  mayWork,
  openChange,
  roleAt,
  standingOf,
} from "../contract/admin_standing.ts";
import { mayCall } from "../contract/calls/roles.ts";
import { CREDENTIAL_HOLD_MS } from "../contract/policy.ts";
import { Refusal } from "../contract/refusal.ts";
import type { AdminStanding } from "../contract/team.ts";
import type { Sql, Tx } from "../store/sql.ts";
import { answerersOf } from "./answerers.ts";
import type { ProposalContent } from "./events.ts";
import type { Matter, ProposalKind } from "./kind.ts";
import type { ProposalRow } from "../../projections/admin/proposals.ts";
import { canonicalJson } from "../store/log/canonical.ts";

/** What an admin still needs before the back office opens; who is none still needs everything. */
export async function standingOfAdmin(sql: Sql | Tx, userId: string): Promise<AdminStanding> {
  const admin = (await readAdmins(sql)).find((one) => one.userId === userId);
  return admin ? standingOf(admin) : "chooses_password";
}

/** The role that an admin has at a moment (epoch ms); undefined for who is none. */
export async function roleOfAdmin(
  sql: Sql | Tx,
  { userId, now }: { readonly userId: string; readonly now: number },
): Promise<AdminRole | undefined> {
  const admin = (await readAdmins(sql)).find((one) => one.userId === userId);
  return admin && roleAt(admin, now);
}

/** All admins with their standing and role at a moment (epoch ms), founders first. */
export async function readTeam(sql: Sql | Tx, now: number): Promise<(Admin & { readonly standing: AdminStanding })[]> {
  return (await readAdmins(sql)).map((admin) => {
    return { ...admin, standing: standingOf(admin), role: roleAt(admin, now), change: openChange(admin, now) };
  });
}

/** Ids of the admins who may use the back office. */
export async function workingAdmins(sql: Sql | Tx): Promise<Set<string>> {
  return new Set((await readAdmins(sql)).filter(mayWork).map(({ userId }) => userId));
}

/** How many sides can approve payouts at a moment (epoch ms). */
export async function countSides(sql: Sql | Tx, now: number): Promise<number> {
  return new Set((await readAdmins(sql)).filter((admin) => mayPay(admin, now)).map(({ root }) => root)).size;
}

/** Whether all admins, also those who may not work now, count as one person: there is no second side to confirm. */
export async function isOneSide(sql: Sql | Tx): Promise<boolean> {
  return new Set((await readAdmins(sql)).map(({ root }) => root)).size <= 1;
}

/** An admin as one of two people who decide. */
interface Approver {
  /** Is an admin now, and may use the back office. */
  readonly mayApprove: boolean;
  /** Of all the earlier ones. */
  readonly isIndependent: boolean;
  /** Another admin, who is not `except`, could decide as well. */
  readonly hasPartner: boolean;
  /** Ids of everyone who counts as this one person, with those who have left. */
  readonly side: readonly string[];
}

/** Whether an admin's word counts beside the words of earlier ones, at a moment (epoch ms). */
export async function readApprover(
  sql: Sql | Tx,
  { adminId, earlier, except, now }: {
    readonly adminId: string;
    readonly earlier: readonly string[];
    readonly except?: string;
    readonly now: number;
  },
): Promise<Approver> {
  const [team, known] = await Promise.all([readAdmins(sql), adminsById(sql, [adminId, ...earlier])]);
  const approver = known.get(adminId);
  if (!approver) return { mayApprove: false, isIndependent: false, hasPartner: false, side: [] };
  const people = [...new Set([adminId, ...earlier, ...team.map(({ userId }) => userId)])];
  const changes = await changesLately(sql, people, now);
  const isIndependent = (other: Admin | undefined) =>
    other !== undefined && areIndependent([approver, other], { changes, now });
  return {
    mayApprove: mayWork(approver) && team.some(({ userId }) => userId === adminId),
    isIndependent: earlier.every((one) => isIndependent(known.get(one))),
    hasPartner: team.some((other) => mayPay(other, now) && other.userId !== except && isIndependent(other)),
    side: await adminIdsOfRoot(sql, approver.root),
  };
}

/** Of each of these admins everyone who counts as that one person, with those who have left. */
async function sidesOf(sql: Sql | Tx, adminIds: readonly string[]): Promise<Map<string, readonly string[]>> {
  const found = await adminsById(sql, adminIds);
  const sides = new Map<string, readonly string[]>();
  for (const adminId of adminIds) {
    const root = found.get(adminId)?.root;
    sides.set(adminId, root === undefined ? [adminId] : await adminIdsOfRoot(sql, root));
  }
  return sides;
}

/** Everyone who counts as that one person with an admin, the admin included. */
export async function sideOf(sql: Sql | Tx, adminId: string): Promise<readonly string[]> {
  return (await sidesOf(sql, [adminId])).get(adminId) ?? [adminId];
}

/** Whether one of these accounts is a side's, or one that the side has made or opened: it could be the side's. */
export async function isOfSide(
  sql: Sql | Tx,
  { side, userIds }: { readonly side: readonly string[]; readonly userIds: readonly string[] },
): Promise<boolean> {
  return userIds.some((userId) => side.includes(userId)) || await hasOpened(sql, { by: side, userIds });
}

/** Whether two admins are two people now, for what one proposes and another confirms; at a moment (epoch ms). */
export async function readIndependence(
  sql: Sql | Tx,
  now: number,
): Promise<(one: string, other: string) => boolean> {
  const team = new Map((await readAdmins(sql)).filter(mayWork).map((admin) => [admin.userId, admin]));
  const changes = await changesLately(sql, [...team.keys()], now);
  return (one, other) => {
    const [first, second] = [team.get(one), team.get(other)];
    return first !== undefined && second !== undefined && areIndependent([first, second], { changes, now });
  };
}

/** Who may answer what an admin decided, now; at a moment (epoch ms). */
export async function readAnswerers(
  sql: Sql | Tx,
  now: number,
): Promise<(asked: Parameters<typeof answerersOf>[1]) => ReturnType<typeof answerersOf>> {
  const all = await everyAdmin(sql);
  const changes = await changesLately(sql, all.filter(({ isHere }) => isHere).map(({ userId }) => userId), now);
  return (asked) => answerersOf({ all, changes, now }, asked);
}

/** What others changed for these admins in the time that counts, with the side of who reset a second factor. */
async function changesLately(sql: Sql | Tx, userIds: readonly string[], now: number): Promise<ChangeByAnother[]> {
  const changes = await changesOf(sql, userIds, now - CREDENTIAL_HOLD_MS);
  const resets = changes.filter(({ credential }) => credential === "second factor");
  const resetters = await adminsById(sql, resets.map(({ by }) => by));
  return changes.map(({ credential, ...change }) =>
    credential === "second factor" ? { ...change, bySide: resetters.get(change.by)?.root } : change
  );
}

/** Refuses with `not_independent` a second word that does not count beside the first, by `readIndependence`. */
export function assertTwo(
  areTwo: (one: string, other: string) => boolean,
  { proposedBy, adminId }: { readonly proposedBy: string | undefined; readonly adminId: string },
): void {
  if (proposedBy !== undefined && areTwo(proposedBy, adminId)) return;
  throw new Refusal(
    "not_independent",
    "You and the admin who proposed this count as one: someone on the side of another founding owner confirms it",
  );
}

/** The refusal for what could be the own of the admin who decides, by `isOfSide`. */
export function ofOwn(): Refusal {
  return new Refusal(
    "not_independent",
    "This is about you, someone on your side, or an account that your side opened: an admin on another side decides",
  );
}

/** Whether an admin may use the back office and their role pays payouts out, at a moment (epoch ms). */
function mayPay(admin: Admin, at: number): boolean {
  return mayWork(admin) && mayCall(roleAt(admin, at), "POST /api/v1/approve-payment-automatic/:id");
}

/**
 * Whether a side may take a proposal away: what is about its own people only where it proposed that itself, or its word
 * would end what it may not decide.
 */
export async function mayWithdraw(
  sql: Sql,
  { kind, row, people, side }: {
    readonly kind: Pick<ProposalKind<never>, "ofOwn">;
    readonly row: Pick<ProposalRow, "adminId">;
    readonly people: readonly string[];
    readonly side: readonly string[];
  },
): Promise<boolean> {
  if (kind.ofOwn === "proposed" && side.includes(row.adminId)) return true;
  return !await isOfSide(sql, { side, userIds: people });
}

/** The hash of what a proposal shows: `ProposalShown.shown`. */
export function shownHash(
  kind: string,
  { matter, content }: { readonly matter: Matter; readonly content: ProposalContent },
): string {
  const { units, title, lines } = matter;
  return createHash("sha256").update(canonicalJson({ kind, content, units, title, lines })).digest("hex");
}
