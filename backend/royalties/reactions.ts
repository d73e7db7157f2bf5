import { readPolicies } from "../../projections/admin/policies.ts";
import { formatNaira } from "../contract/money.ts";
import { lagosDay } from "../contract/policy.ts";
import { longDay, longMonth } from "../contract/long_day.ts";
import type { Deps } from "../deps.ts";
import { mailMoney } from "../mails/send.ts";
import type { Reactor } from "../store/projections/follow.ts";
import type { RoyaltyHeld, RoyaltySent, RoyaltyVoided } from "./events.ts";
import type { PremiumPaymentEvent } from "../subscriptions/events.ts";
import { bringSent } from "./send.ts";
import type { RoyaltyTakenBack } from "./taken/events.ts";
import { taxRateOf } from "../../projections/admin/tax_rate.ts";
import { returnUnpaid, takeSettled, voidUnpaid } from "./void.ts";

/** Royalties between shards, and mails about them. */
export function royaltyReactors(deps: Deps): Reactor[] {
  return [royaltiesBetweenShards(deps), unpaidRoyalties(deps), royaltyMails(deps)];
}

/** Brings royalties to their creator's shard, as often as it is tried. */
export function royaltiesBetweenShards(deps: Pick<Deps, "store" | "shardOf">): Reactor<RoyaltySent> {
  return {
    name: "royalties_between_shards",
    logs: ["ledger"],
    on: ["RoyaltySent"],
    react: (event) => bringSent(deps, event),
  };
}

type Followed = Exclude<PremiumPaymentEvent, { type: "PremiumPaymentStarted" | "PremiumPaid" }>;

/** What a payment brought is taken back: while it is disputed what still settles, and what had settled once it is gone. */
function unpaidRoyalties(deps: Pick<Deps, "store" | "shardOf" | "now">): Reactor<Followed> {
  return {
    name: "royalties_unpaid",
    logs: ["ledger"],
    on: ["PremiumDisputed", "PremiumCleared", "PremiumReversed", "PremiumRestored"],
    async react({ type, data: { userId: payerId, reference }, recordedAt }) {
      if (type === "PremiumDisputed" || type === "PremiumReversed") await voidUnpaid(deps, { payerId, reference });
      if (type === "PremiumReversed") await takeSettled(deps, { payerId, reference });
      if (type === "PremiumCleared" || type === "PremiumRestored") {
        await returnUnpaid(deps, { reference, at: recordedAt });
      }
    },
  };
}

function royaltyMails(deps: Deps): Reactor<RoyaltyHeld | RoyaltyVoided | RoyaltyTakenBack> {
  return {
    name: "royalties_mails",
    logs: ["ledger"],
    on: ["RoyaltyHeld", "RoyaltyVoided", "RoyaltyTakenBack"],
    async react({ type, data, recordedAt, metadata }) {
      if (metadata.actor === "system:demo") return;
      if (type === "RoyaltyTakenBack") return await tellTaken(deps, data, recordedAt);
      const { creatorId: userId, month } = data;
      const name = longMonth(month);
      const link = { label: "See your royalties", path: `/cs-royalties?month=${month}` };
      if (type === "RoyaltyVoided") {
        const notice = {
          subject: `We removed a part of your royalties for ${name}`,
          heading: "We removed a part of your royalties",
          lines: [
            `We removed a part of your royalties for ${name} before they settled. Our words: ${data.reason}`,
            "What had settled before is yours.",
          ],
          link,
        };
        // Many listeners of one decision are one mail a month and day.
        const mailId = `${userId}-royalties-voided-${month}-${lagosDay(recordedAt)}`;
        return await mailMoney(deps, { mailId, userId, at: recordedAt, notice });
      }
      const notice = {
        subject: `Your royalties for ${name}`,
        heading: "Your royalties are here",
        lines: [
          `Premium listeners heard your music in ${name}, and a part of what they paid is yours. You can spend and ` +
          `withdraw it after ${longDay(data.until)}.`,
          "Orin shows what each song brought, and how we computed it.",
        ],
        link,
      };
      const basisPoints = taxRateOf(await readPolicies(deps.store.sql), month);
      if (basisPoints > 0) {
        const rate = `${basisPoints / 100} %`;
        notice.lines.splice(
          1,
          0,
          `When it settles, Orin withholds ${rate} of it as tax and pays that to the tax authority.`,
        );
      }
      // Each shard sends its own part: the first one tells.
      const mailId = `${userId}-royalties-${month}`;
      await mailMoney(deps, { mailId, userId, at: recordedAt, isOptional: true, kind: "gift", notice });
    },
  };
}

async function tellTaken(deps: Deps, data: RoyaltyTakenBack["data"], at: number): Promise<void> {
  const { creatorId: userId, paymentId, takenUnits, owedUnits } = data;
  const owes = `You had spent ${formatNaira(owedUnits)} of it: what comes in pays that first.`;
  const notice = {
    subject: "We took royalties back",
    heading: "We took royalties back",
    lines: [
      `A listener's bank took back what this person had paid for Premium. ${
        formatNaira(takenUnits)
      } of your royalties ` +
      "came from it, after tax, so we took them back.",
      ...owedUnits > 0 ? [owes] : [],
    ],
    link: { label: "See your wallet", path: "/cs-wallet" },
  };
  await mailMoney(deps, { mailId: `${userId}-royalties-taken-${paymentId}`, userId, at, notice });
}
