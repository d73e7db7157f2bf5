import { availableAccount, settlingAccount } from "../../backend/ledger/chart.ts";
import { type BookedEntry, pageOfEntries, readIncoming } from "../../backend/ledger/entries.ts";
import type { LotPart } from "../../backend/ledger/lots.ts";
import type { TransferPosted } from "../../backend/ledger/transfer.ts";
import { readAt, readStreams } from "../../backend/store/log/read.ts";
import { rowsOf } from "../../backend/store/projections/columns.ts";
import { snapshot, type Sql, type Tx } from "../../backend/store/sql.ts";
import { type RewardPart, type SettlingEvent, settlingStream } from "../../backend/wallet/settling/events.ts";
import { REWARD_CODES } from "../gifts/gift_payouts.ts";
import { giftOf, TokenQueue } from "../gifts/gift_queue.ts";
import { partsOf, voidedOf } from "./settling.ts";

/** Units that came into a person's available tokens in one transfer. */
export interface CameIn extends Pick<BookedEntry, "at" | "transferId" | "code"> {
  readonly units: number;
  readonly giftId: string | undefined;
}

const PAGE = 20_000;

/**
 * What pays for a withdrawal, first in, first out; nothing where it came back. It has no tables: the ledger's entries
 * of the one account say all of it, and each question folds them.
 */
export async function lotsOf(
  sql: Sql,
  shard: number,
  { userId, withdrawalId }: { userId: string; withdrawalId: string },
): Promise<readonly LotPart<CameIn>[]> {
  return await snapshot(sql, async (tx: Tx) => {
    const queue = new TokenQueue<CameIn>();
    for (let after = 0;;) {
      const page = await pageOfEntries(tx, shard, { account: availableAccount(userId), after, limit: PAGE });
      const details = await detailsOf(tx, shard, page.filter(({ code }) => !REWARD_CODES.includes(code)));
      for (const { at, transferId, code, amount } of page) {
        const entry = { code, amount, detail: details.get(transferId) ?? {} };
        queue.move(entry, { at, transferId, code, units: amount, giftId: giftOf(entry) });
      }
      const last = page.at(-1);
      if (!last || page.length < PAGE) return queue.lots.held().get(withdrawalId) ?? [];
      after = last.position;
    }
  });
}

async function detailsOf(tx: Tx, shard: number, entries: readonly BookedEntry[]) {
  const found = await readAt<TransferPosted>(tx, `ledger/${shard}`, entries.map(({ position }) => position));
  return new Map(entries.map(({ transferId, position }) => [transferId, found.get(position)?.data.detail ?? {}]));
}

/** The plays whose rewards a lot is, in the order in which its units leave; empty for what is no reward. */
export async function playsOfLot(
  sql: Sql,
  shard: number,
  { userId, transferId, code }: Pick<CameIn, "transferId" | "code"> & { readonly userId: string },
): Promise<readonly RewardPart[]> {
  if (!REWARD_CODES.includes(code)) return [];
  const stream = settlingStream(userId);
  const events = (await readStreams<SettlingEvent>(sql, `ledger/${shard}`, [stream])).get(stream) ?? [];
  const index = events.findIndex(({ data }) => "transferId" in data && data.transferId === transferId);
  const event = events[index];
  if (event?.type === "RewardsGivenBack") return event.data.parts;
  // Before rewards had to settle, each was available on its own.
  if (event?.type !== "RewardsSettled") return await partsOf(sql, shard, [{ position: 0, transferId, units: 0 }]);
  const before = events.slice(0, index).findLast(({ type }) => type === "RewardsSettled");
  const [was, is] = [before?.type === "RewardsSettled" ? before.data : NOTHING, event.data];
  const account = settlingAccount(userId);
  const incoming = await readIncoming(sql, shard, {
    code: "reward",
    asked: rowsOf(sql, [{ account, after: was.through }], { text: ["account"], bigint: ["after"] }),
  });
  const settled = (incoming.get(account) ?? []).filter(({ position }) =>
    !was.beyond.includes(position) && (position <= is.through || is.beyond.includes(position))
  );
  const voided = new Set((await voidedOf(sql, shard, userId)).map(({ part }) => `${part[0]} ${part[1]}`));
  const parts = await partsOf(sql, shard, settled.map(({ amount, ...reward }) => ({ ...reward, units: amount })));
  return parts.filter(([position, playId]) => !voided.has(`${position} ${playId}`));
}

const NOTHING = { through: 0, beyond: [] as readonly number[] };
