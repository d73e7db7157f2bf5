import { readPolicies } from "../../projections/admin/policies.ts";
import { findSplitDisputes } from "../../projections/catalogue/splits.ts";
import { uploadedTrackIds } from "../../projections/catalogue/tracks.ts";
import { findUser } from "../../projections/accounts/users.ts";
import { openWithdrawal } from "../../projections/wallet/withdrawals.ts";
import { removeTrack } from "../catalogue/track/remove.ts";
import { forgetGroups } from "../catalogue/insight/show.ts";
import { forgetLinkPage } from "../catalogue/link/choose.ts";
import { forgetSubscriber } from "../contact/newsletter.ts";
import type { Policy } from "../contract/policy_rules.ts";
import type { Deps } from "../deps.ts";
import { loadBalances } from "../ledger/accounts.ts";
import { availableAccount, UNCLAIMED } from "../ledger/chart.ts";
import type { Balances } from "../ledger/transfer.ts";
import { forgetNotifications } from "../notifications/devices.ts";
import type { CommandHandler } from "../store/log/command.ts";
import type { Append, LogName } from "../store/log/event.ts";
import { erasure, forgetProofs } from "../accounts/closing/erasure.ts";
import { balanceOf } from "../accounts/closing/owned.ts";
import { type AccountEvent, userStream } from "../accounts/account/events.ts";
import { type GroupSettling, loadSettling, settleAll } from "../wallet/settling/settling.ts";
import { type GroupHolds, loadHeldGifts, settleHeld } from "../gifts/settlement/holding.ts";
import { decideDue, type GroupRoyalties, loadRoyalties, royaltyAppends } from "../royalties/holding.ts";

const METADATA = { actor: "system:erasure" };

/** What an erasure needs of the service. */
type Erasing = Pick<Deps, "store" | "shardOf" | "personal" | "files" | "now">;

/**
 * Erases an account whose day has come: its tracks go, the log says that it is erased, and what is left of its balance
 * becomes Orin's unclaimed money; a reaction then forgets the person. No step holds what belongs to everyone and a
 * shard at the same time, and where it breaks off the job or the reaction continues: nothing is taken from a person who
 * can still come back. Doing it again only takes what has come in since. Throws Refusal `erasure_not_due`, or
 * `withdrawal_open` during a payout.
 */
export async function eraseAccount(deps: Erasing, userId: string): Promise<void> {
  const { sql } = deps.store;
  const user = await findUser(sql, userId);
  if (user?.closing && user.closing.eraseAt <= deps.now()) await removeTracks(deps, userId);
  // Who closed the account a month ago has no session to withdraw with, and who came back is not erased.
  const hasOpenWithdrawal = await openWithdrawal(sql, deps.shardOf(userId), userId) !== undefined;
  await deps.store.execute(erasure, { userId, hasOpenWithdrawal }, { logs: ["social"], metadata: METADATA });
  await takeBalance(deps, userId);
}

/** What an erased person has, with what settles, becomes unclaimed. Doing it again takes what has come in since. */
export async function takeBalance(deps: Erasing, userId: string): Promise<void> {
  const shard = deps.shardOf(userId);
  await deps.store.execute(forfeiture, { shard, userId }, { logs: [`ledger/${shard}`], metadata: METADATA });
}

/**
 * Destroys what makes the person's data readable, and what is stored outside of the log: pictures, codes, the
 * newsletter. Only the payout records keep their key, for the books. Doing it again changes nothing.
 */
export async function forgetPerson(deps: Erasing, userId: string): Promise<void> {
  const { sql } = deps.store;
  for (const email of await everyEmailOf(deps, userId)) await forgetSubscriber(deps, email, { metadata: METADATA });
  for await (const { key } of deps.files.list(`pictures/${userId}/`)) await deps.files.delete(key);
  await forgetProofs(sql, userId);
  await forgetNotifications(sql, userId);
  await forgetLinkPage(sql, userId);
  await forgetGroups(sql, userId);
  await deps.personal.destroy(sql, userId);
}

/** Money that reached an erased person becomes unclaimed, too. Does nothing for other accounts. */
export async function takeWhatCameLate(deps: Erasing, userId: string): Promise<void> {
  if (await findUser(deps.store.sql, userId)) return;
  // A dispute that holds a share aside has an account, and is no person.
  if ((await findSplitDisputes(deps.store.sql, [userId])).has(userId)) return;
  if (await balanceOf(deps, userId) > 0) await takeBalance(deps, userId);
}

/** The artist's music goes, with its files; what listeners earned with it stays in the books. */
async function removeTracks(deps: Erasing, userId: string): Promise<void> {
  for (const trackId of await uploadedTrackIds(deps.store.sql, userId)) {
    const removal = { trackId, userId, isAdmin: false };
    await deps.store.execute(removeTrack, removal, { logs: ["social"], metadata: METADATA });
  }
}

async function everyEmailOf(deps: Erasing, userId: string): Promise<string[]> {
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  if (!key) return [];
  const events = await deps.store.readStream<AccountEvent>("social", userStream(userId));
  const sealed = events.flatMap(({ type, data }) =>
    type === "UserRegistered" || type === "EmailChanged" || type === "EmailChangeRequested" ||
      type === "EmailChangeProposed" || type === "EmailChangePlanned"
      ? [data.email]
      : []
  );
  return [...new Set(sealed.map((email) => key.open("email", email)))];
}

interface State {
  readonly settling: GroupSettling;
  readonly holds: GroupHolds;
  readonly royalties: GroupRoyalties;
}

const forfeiture: CommandHandler<{ shard: number; userId: string }, State, void, readonly Policy[]> = {
  name: "forfeitBalance",
  facts: readPolicies,
  async load(tx, commands, scope) {
    for (const { shard } of commands) await loadBalances(tx, scope, { shard, accounts: [UNCLAIMED] });
    const holds = await loadHeldGifts(tx, scope, commands.map(({ shard, userId }) => ({ shard, artistId: userId })));
    const creators = commands.map(({ shard, userId }) => ({ shard, creatorId: userId }));
    const royalties = await loadRoyalties(tx, scope, creators);
    return { holds, royalties, settling: await loadSettling(tx, scope, commands) };
  },
  decide({ settling, holds, royalties }, { shard, userId }, { newId }) {
    const creator = { shard, creatorId: userId };
    const settled = [
      ...settleAll(settling, { shard, userId }),
      ...settleHeld(holds, { shard, artistId: userId }, () => true),
      ...royaltyAppends(royalties, creator, decideDue(royalties, creator, { isDue: () => true })),
    ];
    const forfeited = forfeit(settling.balances, { log: `ledger/${shard}`, userId, transferId: newId() });
    return { appends: [...settled, ...forfeited], result: undefined };
  },
};

function forfeit(
  balances: Balances,
  { log, userId, transferId }: { log: LogName; userId: string; transferId: string },
): Append[] {
  const units = balances.of(availableAccount(userId));
  if (units === 0) return [];
  const entries = [{ account: availableAccount(userId), amount: -units }, { account: UNCLAIMED, amount: units }];
  return [balances.post(log, { transferId, code: "forfeited", entries, detail: { userId } })];
}
