import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { takersOf } from "../../../projections/royalties/taken_royalties.ts";
import type { Deps } from "../../deps.ts";
import { loadBalances } from "../../ledger/accounts.ts";
import { availableAccount, GIFT_CLAIMS, ROYALTIES } from "../../ledger/chart.ts";
import type { Balances } from "../../ledger/transfer.ts";
import type { GroupScope } from "../../store/log/command.ts";
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
  readonly balances: Balances;
  readonly debts: GroupDebts;
}

async function loadMoney(tx: Tx, places: readonly Place[], scope: GroupScope): Promise<Group> {
  const shard = places[0]?.shard ?? 0;
  const accounts = places.map(({ creatorId }) => availableAccount(creatorId));
  return {
    balances: await loadBalances(tx, scope, { shard, accounts: [ROYALTIES, GIFT_CLAIMS, ...accounts] }),
    debts: await loadDebts(tx, scope, places.map(({ shard, creatorId: userId }) => ({ shard, userId }))),
  };
}

type TakenStreams = Streams<Place, Taken, TakenEvent>;

function appendsOf(
  events: readonly TakenEvent[],
  place: Place,
  { streams, beside: { balances } }: { readonly streams: TakenStreams; readonly beside: Group },
): Append[] {
  const { shard, creatorId: userId } = place;
  const posted = events.map((event) => balances.post(`ledger/${shard}`, { ...moveOf(event), detail: { userId } }));
  return [...posted, ...streams.add(place, events)];
}

function transferOf(taken: TakenStreams, place: Place): string {
  return derivedId(place.creatorId, `royalty taken ${place.paymentId} ${taken.version(place)}`);
}

const takeRoyaltyBack = taken.handler("takeRoyaltyBack", {
  id: (command: Taking) => command,
  facts: readPolicies,
  beside: loadMoney,
  decide(taken, { netUnits, ownUnits, allUnits, ...place }, { streams, facts, beside: { balances }, now }) {
    const { creatorId, paymentId } = place;
    return decideTakingBack(taken, {
      ...{ creatorId, paymentId, netUnits, transferId: transferOf(streams, place) },
      availableUnits: balances.of(availableAccount(creatorId)),
      owes: mayOwe({ ownUnits, allUnits }, policyAt(facts, now)),
    });
  },
  appends: appendsOf,
  result: ({ events }) => ({ changed: events.length > 0 }),
});

const returnRoyaltyTaken = taken.handler("returnRoyaltyTaken", {
  id: (command: Place) => command,
  beside: loadMoney,
  decide(taken, place, { streams }) {
    const { creatorId, paymentId } = place;
    return decideReturn(taken, { creatorId, paymentId, transferId: transferOf(streams, place) });
  },
  appends(events, place, context) {
    const { shard, creatorId: userId } = place;
    const paid = events.length > 0 ? payDebts(context.beside.debts, { shard, userId }) : [];
    return [...appendsOf(events, place, context), ...paid];
  },
  result: ({ events }) => ({ changed: events.length > 0 }),
});

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
