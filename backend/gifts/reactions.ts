import { mailMoney } from "../mails/send.ts";
import { formatNaira, formatTokensWithNaira } from "../contract/money.ts";
import type { Deps } from "../deps.ts";
import type { Reactor } from "../store/projections/follow.ts";
import { findGift, tokensGivenSince } from "../../projections/gifts/gifts.ts";
import type { SplitDisputeSettled } from "../catalogue/split/events.ts";
import { bringBack, bringGift } from "./cross_shard/cross_shard.ts";
import type { GiftTakenBack } from "./cross_shard/events.ts";
import type { GiftRefunded, GiftSent, GiftThanked } from "./events.ts";
import type { HeldGiftLetGo } from "./settlement/events.ts";
import { noteShares } from "./give.ts";
import { giveSharesBack } from "./give_back.ts";
import { giftRefunds } from "./refund/reactions.ts";
import { releaseHeldShares } from "./collaborators/release.ts";
import { letPartsGo } from "./stop/stop.ts";

/** Gifts between shards, refunds, and mails about gifts: to the artist who got one, to the giver who was thanked. */
export function giftReactors(deps: Deps): Reactor[] {
  return [
    giftsBetweenShards(deps),
    giftShares(deps),
    heldShares(deps),
    giftsLetGo(deps),
    giftRefunds(deps),
    giftMails(deps),
    giverMails(deps),
  ];
}

/** The parts of collaborators follow their gift: a card's are noted in their own shards, and tokens go back with it. */
export function giftShares(deps: Pick<Deps, "store" | "shardOf">): Reactor<GiftSent | GiftRefunded> {
  return {
    name: "gift_shares",
    logs: ["ledger"],
    on: ["GiftSent", "GiftRefunded"],
    async react({ type, data, metadata: { actor } }) {
      const gift = await findGift(deps.store.sql, data.giftId);
      if (!gift || gift.shareOf !== undefined || gift.wholeUnits === gift.units) return;
      if (type === "GiftRefunded") await giveSharesBack(deps, gift, { actor });
      else if (gift.method === "card") await noteShares(deps, gift, "paid");
    },
  };
}

/** The parts of collaborators follow a gift that admins let go. */
function giftsLetGo(deps: Pick<Deps, "store" | "shardOf">): Reactor<HeldGiftLetGo> {
  return {
    name: "gifts_let_go",
    logs: ["ledger"],
    on: ["HeldGiftLetGo"],
    react: ({ data: { giftId }, metadata: { actor } }) => letPartsGo(deps, giftId, { actor }),
  };
}

/** What a settled dispute held goes on to the two. */
function heldShares(deps: Pick<Deps, "store" | "shardOf" | "now">): Reactor<SplitDisputeSettled> {
  return {
    name: "gift_shares_held",
    logs: ["social"],
    on: ["SplitDisputeSettled"],
    react: () => releaseHeldShares(deps),
  };
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

/** Gifts of tokens that add up to this in seven days are told to their giver, who may not have given them. */
const MANY_UNITS = 100_000;
const MANY_MS = 7 * 24 * 3_600_000;

/** Tells who gives much in tokens, with each gift from there on: a thief in the account would give it to an accomplice. */
function giverMails(deps: Deps): Reactor<GiftSent> {
  return {
    name: "gifts_giver_mails",
    logs: ["ledger"],
    on: ["GiftSent"],
    async react({ data: { giverId, method, hasSettled, ofRoyalties }, eventId, recordedAt, metadata }) {
      if (method !== "tokens" || hasSettled || ofRoyalties || metadata.actor === "system:demo") return;
      const units = await tokensGivenSince(deps.store.sql, { giverId, since: recordedAt - MANY_MS });
      if (units < MANY_UNITS) return;
      const notice = {
        subject: `You gave ${formatTokensWithNaira(units)} in seven days`,
        heading: "You have given a lot",
        lines: [
          `Your gifts of the last seven days are ${formatTokensWithNaira(units)}.`,
          "Until a gift has settled, 72 hours after you sent it, you can stop it. If you did not send it, do so now, and choose a new password:",
        ],
        link: { label: "See your gifts", path: "/gifts" },
      };
      await mailMoney(deps, { mailId: `${eventId}-giver`, userId: giverId, at: recordedAt, notice });
    },
  };
}

const TOKEN_GIFT = "You can spend it in 72 hours, once it has settled.";
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
      const isShare = gift.shareOf !== undefined;
      const notice = isNew && isShare
        ? {
          subject: `Your share of a gift: ${sum}`,
          heading: "A song that you share got a gift",
          lines: [`Your share is ${sum} (${formatNaira(gift.units)}).`],
          link: { label: "See your shares", path: "/cs-shares" },
        }
        : isNew
        ? {
          subject: `You got a gift of ${sum}`,
          heading: "You have a new supporter",
          lines: [
            `A listener gave you ${sum} (${formatNaira(gift.units)}). ${
              type === "GiftSent" && data.method === "card" ? CARD_GIFT : TOKEN_GIFT
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
      const words = isNew ? {} : { words: { artistId: gift.artistId, id: gift.giftId } };
      const about = { mailId: eventId, userId, at: recordedAt, kind: "gift", notice, ...words } as const;
      await mailMoney(deps, { ...about, isOptional: true });
    },
  };
}
