import { loadBalances } from "../ledger/accounts.ts";
import { ownerOfAvailable } from "../ledger/chart.ts";
import type { Code } from "../ledger/codes.ts";
import { Pass } from "../ledger/pass.ts";
import type { Balances, Transfer } from "../ledger/transfer.ts";
import type { CommandHandler } from "../store/log/command.ts";

/** A transfer of a test; a code that the ledger does not know is refused by it. */
interface PostTransfer {
  readonly shard: number;
  readonly transfer: Omit<Transfer, "code"> & { readonly code: string };
}

/** A plain transfer, which in a service no command makes: what an owner's code takes needs no gate here. Refusals stick. */
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
    const posted = balances.post(`ledger/${shard}`, { ...transfer, code: transfer.code as Code }, passFor(transfer));
    return { appends: [posted], result: { transferId: transfer.transferId } };
  },
};

/** A pass for all that a transfer takes of what a person can spend. */
export function passFor({ entries }: Pick<Transfer, "entries">): Pass | undefined {
  const taken = entries.find(({ account, amount }) => amount < 0 && ownerOfAvailable(account) !== undefined);
  return taken && new Pass(ownerOfAvailable(taken.account) ?? "", -taken.amount);
}
