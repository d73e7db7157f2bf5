import { createPayments } from "../../adapters/payments/mod.ts";
import { bringGift, giveBackBetween } from "../../gifts/cross_shard/cross_shard.ts";
import type { GiftTerms } from "../../gifts/events.ts";
import { giftCharges, giveTokens, startGiftPayment } from "../../gifts/give.ts";
import { giftLogs, placesOf } from "../../gifts/group.ts";
import { type ChargeDeps, settleCharge, sweepCharges } from "../../payments/charge.ts";
import { Keyring } from "../../store/personal/keyring.ts";
import { PersonalData } from "../../store/personal/personal_data.ts";
import { ONE_SHARD } from "../../store/log/shard.ts";
import { Store } from "../../store/store.ts";
import { TEST_INSTALLATION } from "../store.ts";
import { registerUpcasts } from "../../store/log/upcast.ts";
import { claimPremium } from "../../subscriptions/gift/give.ts";
import { premiumCharges, startPremiumPayment } from "../../subscriptions/pay.ts";
import { settleDue } from "../../wallet/settling/settle.ts";
import { undoDecisions } from "../../wallet/settling/give_back.ts";
import { RestoreWatch } from "../../wallet/pause/restore_watch.ts";
import { voidRewards } from "../../wallet/settling/void.ts";
import { approveWithdrawal, sweepClearances } from "../../wallet/withdrawal/approve.ts";
import { advancePayout, sweepPayouts } from "../../wallet/withdrawal/payout.ts";
import type { Deps } from "../../deps.ts";
import { projections } from "../../../projections/mod.ts";
import { upcasts } from "../../../migrations/upcasts.ts";
import { dyingAt } from "./dying.ts";

/** The orders of a process that moves money, as JSON in its one argument. */
export interface PayerOrder {
  readonly url: string;
  readonly secret: string;
  readonly fingerprintKey: readonly number[];
  readonly provider: { readonly baseUrl: string; readonly secretKey: string };
  /** The one step before, in or after which it kills itself; 0: none. Each call outside has three. */
  readonly boundary: number;
  readonly task: PayerTask;
  /** How far its clock is ahead. */
  readonly aheadMs?: number;
  /** How many shards its installation began with; one where it is left out. */
  readonly shards?: number;
}

export type PayerTask =
  | { readonly does: "payOut"; readonly userId: string; readonly withdrawalId: string; readonly adminId: string }
  | { readonly does: "startPremium"; readonly userId: string }
  | { readonly does: "settlePremium"; readonly reference: string }
  /** The first seat of Premium for others goes to this address. */
  | {
    readonly does: "claimPremium";
    readonly giverId: string;
    readonly reference: string;
    readonly claimerId: string;
  }
  | { readonly does: "startGift"; readonly userId: string; readonly artistId: string }
  | { readonly does: "settleGift"; readonly reference: string }
  /** Of tokens: given, what the reaction to that does, and given back by an admin. */
  | { readonly does: "giveTokens" | "bringTokens" | "takeTokensBack"; readonly terms: GiftTerms }
  | { readonly does: "settleRewards" | "voidRewards"; readonly userId: string }
  | { readonly does: "returnRewards"; readonly userId: string; readonly appealId: string }
  /** A restarted service: continues all payments under way, now and some minutes later. */
  | { readonly does: "goOn"; readonly laterMs: number };

const PROVEN = { level: 2, phone: "proven", accountAgeMs: 0 } as const;
const METADATA = { actor: "system:faults" };
const BACK = "http://localhost/back";

/** A process of the service that dies by kill -9 at a chosen step. Prints the answer if it lives long enough. */
if (import.meta.main) {
  const order: PayerOrder = JSON.parse(Deno.args[0] ?? "{}");
  registerUpcasts(upcasts);
  const fingerprintKey = new Uint8Array(order.fingerprintKey);
  const now = () => Date.now() + (order.aheadMs ?? 0);
  const epochs = [{ ...ONE_SHARD, shards: order.shards ?? 1 }];
  const store = new Store({ url: order.url, projections, fingerprintKey, epochs, follow: false, now });
  const died = dyingAt(order.boundary);
  const deps: ChargeDeps & Pick<Deps, "restore"> = {
    store: died(store, ["execute", "appendToStream", "readStream"]),
    payments: died(createPayments(order.provider), [
      "startCharge",
      "confirmCharge",
      "createRecipient",
      "startPayout",
      "lookUpPayout",
    ]),
    personal: new PersonalData(new Keyring([order.secret])),
    installation: TEST_INSTALLATION,
    restore: new RestoreWatch(),
    shardOf: (userId) => store.shards.shardOf(userId),
    now,
    log: () => {},
  };
  console.log(await run(deps, order.task) ?? "done");
  await store.close();
}

async function run(deps: ChargeDeps & Pick<Deps, "restore">, task: PayerTask): Promise<string | undefined> {
  switch (task.does) {
    case "payOut": {
      const { userId, withdrawalId, adminId } = task;
      const shard = deps.shardOf(userId);
      const { installation } = deps;
      const caseSeen = { isOpened: true, warnings: 0 };
      const approval = { shard, userId, withdrawalId, adminId, installation, caseSeen };
      await approveWithdrawal(deps, approval, METADATA);
      return await advancePayout(deps, withdrawalId);
    }
    case "startPremium":
      return (await startPremiumPayment(deps, { userId: task.userId, callbackUrl: BACK, metadata: METADATA }))
        .reference;
    case "settlePremium":
      return await settleCharge(deps, premiumCharges, task.reference);
    case "claimPremium": {
      const { giverId, reference, claimerId } = task;
      const seat = { shard: deps.shardOf(giverId), reference, seat: 1, edition: 0 };
      await claimPremium(deps, { ...seat, claimerId, metadata: METADATA });
      return undefined;
    }
    case "startGift": {
      const { userId, artistId } = task;
      const gift = { artistId, amount: 2, message: "", method: "card" as const, isNamed: false };
      return (await startGiftPayment(deps, gift, { userId, callbackUrl: BACK, metadata: METADATA })).reference;
    }
    case "settleGift":
      return await settleCharge(deps, giftCharges, task.reference);
    case "giveTokens":
    case "bringTokens":
    case "takeTokensBack":
      await moveTokens(deps, task);
      return undefined;
    case "settleRewards":
      await settleDue(deps);
      return undefined;
    case "voidRewards":
      await voidRewards(deps, { userId: task.userId, what: {}, reason: "Not heard", by: METADATA.actor });
      return undefined;
    case "returnRewards": {
      const { userId, appealId } = task;
      const through = deps.now();
      await undoDecisions(deps, { userId, appealId, through, reason: "They listened", by: METADATA.actor });
      return undefined;
    }
    case "goOn":
      for (const aheadMs of [0, task.laterMs]) {
        const then = { ...deps, now: () => deps.now() + aheadMs };
        await sweepClearances(then);
        await sweepPayouts(then);
        await sweepCharges(then, [premiumCharges, giftCharges]);
      }
      return undefined;
  }
}

async function moveTokens(deps: ChargeDeps, { does, terms }: PayerTask & { readonly terms: GiftTerms }): Promise<void> {
  const places = placesOf(deps, { ...terms, method: "tokens" });
  if (does === "giveTokens") {
    const options = { logs: giftLogs(places), metadata: METADATA, commandId: terms.giftId };
    await deps.store.execute(giveTokens, { ...places, terms, proven: PROVEN }, options);
  } else if (does === "bringTokens") {
    await bringGift(deps, { data: { ...terms, method: "tokens" } }, METADATA);
  } else {
    await giveBackBetween(deps, places, { units: terms.units, metadata: METADATA });
  }
}
