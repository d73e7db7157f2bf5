import { upcasts } from "../../../migrations/upcasts.ts";
import { projections } from "../../../projections/mod.ts";
import { findProposal, openAbout } from "../../../projections/admin/proposals.ts";
import { createMail } from "../../adapters/mail/mod.ts";
import { confirmProposal } from "../../approvals/decide.ts";
import { shownHash } from "../../approvals/reads.ts";
import { GIFT_REFUND } from "../../gifts/refund/events.ts";
import { giftRefundKind, refundGift } from "../../gifts/refund/kind.ts";
import { ONE_SHARD } from "../../store/log/shard.ts";
import { registerUpcasts } from "../../store/log/upcast.ts";
import { Store } from "../../store/store.ts";
import { depsOn, NO_PAYMENTS } from "../world.ts";
import { dyingAt } from "./dying.ts";

/** The order of a process in which one admin proposes to return a gift and one on another side confirms it. */
export interface ProposerOrder {
  readonly url: string;
  readonly directory: string;
  readonly fingerprintKey: readonly number[];
  readonly shards: number;
  /** The one step before, in or after which it kills itself; 0: none. Each call of the store has three. */
  readonly boundary: number;
  /** How far its clock is ahead. */
  readonly aheadMs: number;
  readonly giftId: string;
  readonly proposes: string;
  readonly confirms: string;
}

if (import.meta.main) {
  const { boundary, giftId, proposes, confirms, ...order }: ProposerOrder = JSON.parse(Deno.args[0] ?? "{}");
  registerUpcasts(upcasts);
  const now = () => Date.now() + order.aheadMs;
  const epochs = [{ ...ONE_SHARD, shards: order.shards }];
  const fingerprintKey = new Uint8Array(order.fingerprintKey);
  const store = new Store({ url: order.url, projections, fingerprintKey, epochs, follow: false, now });
  const { directory } = order;
  const outbox = createMail({ kind: "outbox", directory, now });
  const died = dyingAt(boundary)(store, ["execute", "catchUp"]);
  const deps = depsOn(died, { directory, outbox, payments: NO_PAYMENTS, identity: undefined, now });
  const metadataOf = (adminId: string) => ({ actor: `user:${adminId}` });
  await refundGift(deps, { giftId, adminId: proposes, metadata: metadataOf(proposes) });
  await died.catchUp(["proposals"], { timeoutMs: 30_000 });
  const open = await openAbout(store.sql, { kind: GIFT_REFUND, subject: giftId, now: now() });
  const row = open && await findProposal(store.sql, open.proposalId);
  const matter = await giftRefundKind.matter(deps, giftId, {});
  if (!row || !matter) throw new Error("Nothing waits");
  const shown = shownHash(GIFT_REFUND, { matter, content: row.content });
  const done = await confirmProposal(deps, giftRefundKind, {
    ...{ row, shown, adminId: confirms, metadata: metadataOf(confirms) },
  });
  console.log(done);
  await store.close();
}
