import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { takersOf } from "../../../projections/royalties/taken_royalties.ts";
import type { Policy } from "../../contract/policy_rules.ts";
import type { Deps } from "../../deps.ts";
import { loadBalances } from "../../ledger/accounts.ts";
import { availableAccount, GIFT_CLAIMS, ROYALTIES } from "../../ledger/chart.ts";
import type { Balances } from "../../ledger/transfer.ts";
import type { CommandHandler, GroupScope } from "../../store/log/command.ts";
import type { Append } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import { shardLogs } from "../../store/log/shard.ts";
import type { Tx } from "../../store/sql.ts";
import { type Streams, streamsOf } from "../../store/streams.ts";
import { type GroupDebts, loadDebts, payDebts } from "../../wallet/debt/debts.ts";
import { type TakenEvent, takenStream } from "./events.ts";
import { decideReturn, decideTakingBack, evolve, mayOwe, moveOf, type Taken } from "./state.ts";

const METADATA = { actor: "system:royalties" };

interface Place {
  readonly shard: number;
  readonly creatorId: string;
  readonly paymentId: string;
}

type Taking = Place & { readonly netUnits: number; readonly ownUnits: number; readonly allUnits: number };

const taken = streamsOf<Place, Taken, TakenEvent>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: takenStream,
  initial: undefined,
  evolve,
});

interface Group {
  readonly taken: Streams<Place, Taken, TakenEvent>;
  readonly balances: Balances;
  readonly debts: GroupDebts;
  readonly policies: readonly Policy[];
}

async function load(tx: Tx, places: readonly Place[], scope: GroupScope<readonly Policy[]>): Promise<Group> {
  const shard = places[0]?.shard ?? 0;
  const accounts = places.map(({ creatorId }) => availableAccount(creatorId));
  return {
    balances: await loadBalances(tx, scope, { shard, accounts: [ROYALTIES, GIFT_CLAIMS, ...accounts] }),
    debts: await loadDebts(tx, scope, places.map(({ shard, creatorId: userId }) => ({ shard, userId }))),
    taken: await taken.load(tx, scope, places),
    policies: scope.facts,
  };
}

function appendsOf({ taken, balances }: Group, place: Place, events: readonly TakenEvent[]): Append[] {
  const { shard, creatorId: userId } = place;
  const posted = events.map((event) => balances.post(`ledger/${shard}`, { ...moveOf(event), detail: { userId } }));
  return [...posted, ...taken.add(place, events)];
}

function transferOf({ taken }: Group, place: Place): string {
  return derivedId(place.creatorId, `royalty taken ${place.paymentId} ${taken.version(place)}`);
}

const takeRoyaltyBack: CommandHandler<Taking, Group, { changed: boolean }, readonly Policy[]> = {
  name: "takeRoyaltyBack",
  facts: readPolicies,
  load,
  decide(group, { netUnits, ownUnits, allUnits, ...place }, { now }) {
    const { creatorId, paymentId } = place;
    const events = decideTakingBack(group.taken.of(place), {
      ...{ creatorId, paymentId, netUnits, transferId: transferOf(group, place) },
      availableUnits: group.balances.of(availableAccount(creatorId)),
      owes: mayOwe({ ownUnits, allUnits }, policyAt(group.policies, now)),
    });
    return { appends: appendsOf(group, place, events), result: { changed: events.length > 0 } };
  },
};

const returnRoyaltyTaken: CommandHandler<Place, Group, { changed: boolean }, readonly Policy[]> = {
  name: "returnRoyaltyTaken",
  facts: readPolicies,
  load,
  decide(group, place) {
    const { shard, creatorId, paymentId } = place;
    const transferId = transferOf(group, place);
    const events = decideReturn(group.taken.of(place), { creatorId, paymentId, transferId });
    const paid = events.length > 0 ? payDebts(group.debts, { shard, userId: creatorId }) : [];
    return { appends: [...appendsOf(group, place, events), ...paid], result: { changed: events.length > 0 } };
  },
};

type TakeDeps = Pick<Deps, "store" | "shardOf">;

/** What of a creator's settled royalties one payment brought, gross and net of tax; of all creators it brought `allUnits`. */
export interface SettledPart {
  readonly creatorId: string;
  readonly netUnits: number;
  readonly ownUnits: number;
}

/** Takes back of each creator what a payment brought that went back. Doing it again changes nothing. */
export async function takeBack(
  { store, shardOf }: TakeDeps,
  { paymentId, allUnits, parts }: { paymentId: string; allUnits: number; parts: readonly SettledPart[] },
): Promise<void> {
  for (const part of parts.filter(({ netUnits }) => netUnits > 0)) {
    const shard = shardOf(part.creatorId);
    const command = { ...part, shard, paymentId, allUnits };
    await store.execute(takeRoyaltyBack, command, { logs: shardLogs(shard), metadata: METADATA });
  }
}

/** Gives back what was taken because of a payment that is Orin's again. Doing it again changes nothing. */
export async function returnTaken({ store, shardOf }: TakeDeps, paymentId: string): Promise<void> {
  for (const creatorId of await takersOf(store.sql, paymentId)) {
    const shard = shardOf(creatorId);
    const options = { logs: shardLogs(shard), metadata: METADATA };
    await store.execute(returnRoyaltyTaken, { shard, creatorId, paymentId }, options);
  }
}
