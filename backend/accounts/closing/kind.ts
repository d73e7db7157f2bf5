import { findUser } from "../../../projections/accounts/users.ts";
import { propose } from "../../approvals/decide.ts";
import { afterDays, approversLimit, type ProposalKind } from "../../approvals/kind.ts";
import { formatTokensWithNaira } from "../../contract/money.ts";
import { ALONE_MS } from "../../contract/policy.ts";
import type { ProposalState } from "../../contract/proposals.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { closeAccount, closing } from "./close.ts";
import { ownedUnits } from "./owned.ts";

/** An admin deletes a person who has tokens: after 30 days they are unclaimed. */
export const deletionKind: ProposalKind<{ readonly userId: string; readonly by: "admin" }> = {
  name: "delete_with_balance",
  roles: ["support", "finance"],
  lapsesAt: afterDays(30),
  alone: approversLimit(ALONE_MS),
  ofOwn: "proposed",
  partiesKeepOut: true,
  oneSide: "waits",
  async matter(deps, userId, { units }) {
    const user = await findUser(deps.store.sql, userId);
    if (!user || user.closing) return undefined;
    return {
      ...{ log: "social", units: Number(units), people: [userId] },
      title: `Delete …${userId.slice(-8)}, who has tokens`,
      lines: [
        `They had ${formatTokensWithNaira(Number(units))} when it was proposed.`,
        "They are logged out and the account is closed. An artist's tracks disappear from Orin.",
        "You can restore the account for 30 days. Then Orin erases all personal data for good, and their tokens are unclaimed.",
      ],
      link: { label: "See the person", path: `/people/${userId}` },
    };
  },
  async prepare({ store: { sql } }, { subject: userId }) {
    if ((await findUser(sql, userId))?.isAdmin) throw protectedAdmin();
    return { userId, by: "admin" };
  },
  booking: closing,
};

/**
 * An admin deletes an account: one that has tokens alone where the side may, else an admin on another side confirms it.
 * Throws Refusal `own_account`, `admin_protected`, or like `closeAccount` and `propose`.
 */
export async function deleteByAdmin(
  deps: Deps,
  { userId, adminId, metadata }: {
    readonly userId: string;
    readonly adminId: string;
    readonly metadata: Metadata;
  },
): Promise<{ readonly state: ProposalState; readonly eraseAt?: number }> {
  if (userId === adminId) throw new Refusal("own_account", "You cannot delete your own account here");
  const user = await findUser(deps.store.sql, userId);
  if (user?.isAdmin) throw protectedAdmin();
  const units = user && !user.closing ? await ownedUnits(deps, userId) : 0;
  if (units === 0) {
    const { eraseAt } = await closeAccount(deps, { userId, by: "admin", metadata });
    return { state: "done", eraseAt };
  }
  const state = await propose(deps, deletionKind, { subject: userId, content: { units }, adminId, metadata });
  const eraseAt = (await findUser(deps.store.sql, userId))?.closing?.eraseAt;
  return { state, ...(eraseAt !== undefined && { eraseAt }) };
}

function protectedAdmin(): Refusal {
  return new Refusal("admin_protected", "This person is an admin: remove them from the team first");
}
