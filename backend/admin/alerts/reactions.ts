import type { Deps } from "../../deps.ts";
import { isOfPart } from "../../../projections/payments/disputes.ts";
import type { DisputeOpened } from "../../payments/disputes/events.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import type { PauseEvent } from "../../wallet/pause/events.ts";
import type { BooksReconciled } from "../../wallet/reconciliation/events.ts";
import { repeat } from "../../contract/repeat.ts";
import type { PayoutStarted } from "../../wallet/withdrawal/events.ts";
import { raise } from "./raise.ts";
import { lookForAlerts, tellOfDifferences, tellOfDispute, tellOfLargePayout } from "./watch.ts";

const LOOK_MS = 15 * 60_000;
/** What is older is no news: a reactor that is new, or was away, begins with the past. */
const NEWS_MS = 86_400_000;

/** Admins hear of what cannot wait until they look. */
export function alertReactors(deps: Deps): Reactor[] {
  const isNews = (at: number) => deps.now() - at < NEWS_MS;
  const social: Reactor<BooksReconciled | Extract<PauseEvent, { readonly type: "PayoutsPaused" | "PayoutsBraked" }>> = {
    name: "alerts",
    logs: ["social"],
    on: ["BooksReconciled", "PayoutsPaused", "PayoutsBraked"],
    async react({ type, data, eventId, recordedAt }) {
      if (!isNews(recordedAt)) return;
      if (type === "BooksReconciled") return await tellOfDifferences(deps, data, recordedAt);
      await raise(deps, {
        ...{ kind: "payouts_paused", about: eventId, at: recordedAt },
        title: "Payouts are paused",
        lines: [`${"adminId" in data ? "An admin" : "Orin"} paused all payouts: ${data.reason}`],
        link: { label: "See what to do", path: "/payouts" },
      });
    },
  };
  const payouts: Reactor<PayoutStarted> = {
    name: "alerts_payouts",
    logs: ["ledger"],
    on: ["PayoutStarted"],
    async react({ data, recordedAt }) {
      if (isNews(recordedAt)) await tellOfLargePayout(deps, data.withdrawalId, recordedAt);
    },
  };
  const disputes: Reactor<DisputeOpened> = {
    name: "alerts_disputes",
    logs: ["ledger"],
    on: ["DisputeOpened"],
    async react({ data, eventId, recordedAt }) {
      // Of a gift that collaborators have parts of, one alert says it all.
      if (!isOfPart(data) && isNews(recordedAt)) await tellOfDispute(deps, data, { eventId, at: recordedAt });
    },
  };
  return [social, payouts, disputes];
}

/** Looks now and again for what no event tells of. */
export function watchForAlerts(deps: Deps): { stop(): Promise<void> } {
  return repeat(() => lookForAlerts(deps), { everyMs: LOOK_MS, log: deps.log });
}
