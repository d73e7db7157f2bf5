import type { CommandHandler } from "../store/log/command.ts";
import { loadBalances } from "./accounts.ts";
import type { Balances, Transfer } from "./transfer.ts";

interface PostTransfer {
  readonly shard: number;
  readonly transfer: Transfer;
}

/** The plain transfer, for callers that decided elsewhere. Refusals stick: a retry cannot succeed later by surprise. */
export const postTransfer: CommandHandler<PostTransfer, Map<number, Balances>, { transferId: string }> = {
  name: "postTransfer",
  refusalsStick: true,

  async load(tx, commands, scope) {
    const byShard = Map.groupBy(commands, (command) => command.shard);
    const loaded = [...byShard].map(async ([shard, list]) => {
      const accounts = list.flatMap(({ transfer }) => transfer.entries.map((entry) => entry.account));
      return [shard, await loadBalances(tx, scope, { shard, accounts })] as const;
    });
    return new Map(await Promise.all(loaded));
  },

  decide(state, { shard, transfer }) {
    const balances = state.get(shard);
    if (!balances) throw new Error(`Cannot post to shard ${shard}: it was not loaded`);
    return { appends: [balances.post(`ledger/${shard}`, transfer)], result: { transferId: transfer.transferId } };
  },
};
