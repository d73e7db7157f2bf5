import { findUser } from "../../../projections/accounts/users.ts";
import { type Accounts, accounts } from "../../accounts/account/accounts.ts";
import { SUSPENSION_REASON } from "../../accounts/account/events.ts";
import { unsuspend, unsuspendOne } from "../../accounts/account/suspend.ts";
import { ownedUnits } from "../../accounts/closing/owned.ts";
import { propose } from "../../approvals/decide.ts";
import { afterDays, approversLimit, type ProposalKind } from "../../approvals/kind.ts";
import { isOfSide, roleOfAdmin, sideOf } from "../../approvals/reads.ts";
import { artistHolds, type HeldArtists, holdMusic, liftOneArtist } from "../../catalogue/artist/hold.ts";
import { setMusic, suspensionHold } from "../../catalogue/artist/suspended_music.ts";
import { formatTokensWithNaira } from "../../contract/money.ts";
import { ALONE_MS } from "../../contract/policy.ts";
import type { ProposalState } from "../../contract/proposals.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import type { Metadata } from "../../store/log/event.ts";
import { LIFT_SUSPENSION, SUSPENSION_ANSWER } from "./events.ts";

interface Lifting {
  readonly userId: string;
  readonly adminId: string;
  /** For the log. */
  readonly reason: string;
}

/** Lets a person in again, with their music. */
const lifting: CommandHandler<
  Lifting,
  { readonly accounts: Accounts; readonly artists: HeldArtists },
  { changed: boolean }
> = {
  name: "liftSuspension",
  async load(tx, commands, scope) {
    const ids = commands.map(({ userId }) => userId);
    const [known, artists] = await Promise.all([accounts.load(tx, scope, ids), artistHolds.load(tx, scope, ids)]);
    return { accounts: known, artists };
  },
  decide({ accounts: known, artists }, { userId, adminId, reason }) {
    const lifted = unsuspendOne(known, { userId, adminId, reason });
    return {
      appends: [...lifted, ...liftOneArtist(artists, suspensionHold(userId))],
      result: { changed: true },
    };
  },
};

/**
 * Lifting the suspension of a person who has tokens, which they can withdraw then. It is about the suspension that the
 * admin saw: another one is another matter. Reasons are sealed with the person's key.
 */
export const liftSuspensionKind: ProposalKind<Lifting> = {
  name: LIFT_SUSPENSION,
  roles: ["support", "finance"],
  lapsesAt: afterDays(30),
  alone: approversLimit(ALONE_MS),
  addsUpWith: [SUSPENSION_ANSWER],
  ofOwn: "proposed",
  partiesKeepOut: true,
  oneSide: "waits",
  async matter(deps, userId, { units, suspension, reason }) {
    const { sql } = deps.store;
    const [user, keys] = await Promise.all([findUser(sql, userId), deps.personal.keysOf(sql, [userId])]);
    const key = keys.get(userId);
    if (!user || user.closing || user.suspension !== suspension || !key) return undefined;
    return {
      ...{ log: "social", units: Number(units), people: [userId] },
      title: `Lift the suspension of …${userId.slice(-8)}`,
      lines: [
        `They had ${formatTokensWithNaira(Number(units))} when it was proposed, and can withdraw what they have.`,
        "They can log in, and music that was hidden comes back.",
        `Why they are suspended: ${key.open(SUSPENSION_REASON, String(suspension))}`,
        `Why no longer: ${key.open(SUSPENSION_REASON, String(reason))}`,
        "They can be suspended again.",
      ],
      link: { label: "See the person", path: `/people/${userId}` },
    };
  },
  async prepare(deps, { subject: userId, content: { reason }, adminId }) {
    const { sql } = deps.store;
    const isOwner = await roleOfAdmin(sql, { userId: adminId, now: deps.now() }) === "owner";
    if ((await findUser(sql, userId))?.isAdmin && !isOwner) {
      throw new Refusal("role_forbidden", "This person is an admin: an owner decides about them");
    }
    return { userId, adminId, reason: String(reason) };
  },
  booking: lifting,
  followUp: (deps, { subject }) => holdMusic(deps, suspensionHold(subject)),
};

/**
 * An admin lets a suspended person in again: one who has tokens alone where the side may, else an admin on another side
 * confirms it, as for everyone whom the side could be. Throws Refusal `not_suspended`, or like `unsuspend` and `propose`.
 */
export async function liftSuspension(
  deps: Deps,
  { metadata, ...lift }: Lifting & { readonly metadata: Metadata },
): Promise<ProposalState> {
  const { userId, adminId } = lift;
  const { sql } = deps.store;
  const [user, keys] = await Promise.all([findUser(sql, userId), deps.personal.keysOf(sql, [userId])]);
  const { suspension, closing } = user ?? {};
  const units = suspension === undefined || closing ? 0 : await ownedUnits(deps, userId);
  const key = keys.get(userId);
  const isOwn = await isOfSide(sql, { side: await sideOf(sql, adminId), userIds: [userId] });
  if ((units === 0 && !isOwn) || suspension === undefined || !key) {
    await unsuspend(deps, lift, { metadata });
    await setMusic(deps, { artistId: userId, music: "stays", metadata });
    return "done";
  }
  const content = { units, suspension, reason: key.seal(SUSPENSION_REASON, lift.reason) };
  return await propose(deps, liftSuspensionKind, { subject: userId, content, adminId, metadata });
}
