import { mailMoney } from "../mails/send.ts";
import { formatNaira } from "../contract/money.ts";
import type { Deps } from "../deps.ts";
import type { Reactor } from "../store/projections/follow.ts";
import { findGift } from "../../projections/gifts.ts";
import { bringBack, bringGift } from "./between/between.ts";
import type { GiftTakenBack } from "./between/events.ts";
import type { GiftSent, GiftThanked } from "./events.ts";

/** Gifts between shards, and mails about gifts: to the artist who got one, to the giver who was thanked. */
export function giftReactors(deps: Deps): Reactor[] {
  return [giftsBetweenShards(deps), giftMails(deps)];
}

/** Brings gifts of tokens to their artist's shard, and back: each step in one shard, as often as it is tried. */
export function giftsBetweenShards(deps: Pick<Deps, "store" | "shardOf">): Reactor<GiftSent | GiftTakenBack> {
  return {
    name: "gifts_between_shards",
    logs: ["ledger"],
    on: ["GiftSent", "GiftTakenBack"],
    async react(event) {
      const metadata = { actor: "system:gifts" };
      if (event.type === "GiftSent") await bringGift(deps, event, metadata);
      else await bringBack(deps, event, metadata);
    },
  };
}

const CARD_GIFT = "You can spend it once it has settled: your wallet says when.";

function giftMails(deps: Deps): Reactor<GiftSent | GiftThanked> {
  return {
    name: "gifts_mails",
    logs: ["ledger"],
    on: ["GiftSent", "GiftThanked"],
    async react({ type, data, eventId, recordedAt, metadata }) {
      if (metadata.actor === "system:demo") return;
      const gift = await findGift(deps.store.sql, data.giftId);
      if (!gift) return;
      const sum = `$${(gift.cents / 100).toFixed(2)}`;
      const isNew = type === "GiftSent";
      const notice = isNew
        ? {
          subject: `You got a gift of ${sum}`,
          heading: "You have a new supporter",
          lines: [
            `A listener gave you ${sum} (${formatNaira(gift.units)}). ${
              type === "GiftSent" && data.method === "card" ? CARD_GIFT : "It is already in your balance."
            }`,
          ],
          link: { label: "See your gifts", path: "/cs-gift" },
        }
        : {
          subject: "A thank-you for your gift",
          heading: "The artist says thank you",
          lines: [`The artist wrote to thank you for your gift of ${sum}.`],
          link: { label: "Read it", path: "/gifts" },
        };
      const userId = isNew ? gift.artistId : gift.giverId;
      await mailMoney(deps, { mailId: eventId, userId, at: recordedAt, isOptional: true, kind: "gift", notice });
    },
  };
}
