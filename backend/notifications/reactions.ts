import { findGift } from "../../projections/gifts/gifts.ts";
import {
  DEVICE_EVENTS,
  NEWS_EVENTS,
  type NewsEvent,
  newsOf,
  noticesOf,
  type ToldEvent,
} from "../../projections/notifications/notice_table.ts";
import { trackFacts } from "../../projections/catalogue/tracks.ts";
import { findWithdrawal } from "../../projections/wallet/withdrawals.ts";
import { lagosDay } from "../contract/policy.ts";
import { repeat } from "../contract/repeat.ts";
import type { Deps } from "../deps.ts";
import type { Recorded } from "../store/log/event.ts";
import type { Reactor } from "../store/projections/follow.ts";
import { askForStreaks, askToTell, askToTellFollowers, isWorthTelling } from "./send.ts";

type Told = ToldEvent | NewsEvent;

/** What follows from events that people want to hear of. The checkpoints of the three are of different ages. */
export function notificationReactors(deps: Deps): Reactor[] {
  const react = (event: Recorded<Told>) => tell(deps, event);
  const isOfTeam = (type: Told["type"]) => type.startsWith("Team");
  const ofTeams = DEVICE_EVENTS.filter(isOfTeam);
  const others = DEVICE_EVENTS.filter((type) => !isOfTeam(type));
  const social: Reactor<Told> = {
    ...{ name: "notifications_of_social", logs: ["social"], on: [...others, ...NEWS_EVENTS] },
    react,
  };
  const teams: Reactor<Told> = { name: "notifications_of_teams", logs: ["social"], on: ofTeams, react };
  const money: Reactor<Told> = { name: "notifications_of_money", logs: ["ledger"], on: others, react };
  return [social, teams, money];
}

const STREAKS_MS = 15 * 60_000;

/** Puts each day's reminders on the calendar, from now on. */
export function watchStreaks(deps: Deps): { stop(): Promise<void> } {
  return repeat(() => askForStreaks(deps, { day: lagosDay(deps.now()) }), { everyMs: STREAKS_MS, log: deps.log });
}

async function tell(deps: Deps, event: Recorded<Told>): Promise<void> {
  if (isOld(deps, event)) return;
  const { sql } = deps.store;
  const { eventId, recordedAt } = event;
  const news = newsOf(event as Recorded<NewsEvent>);
  if (news) await askToTellFollowers(deps, sql, { ...news, at: recordedAt });
  const about = { eventId, recordedAt, reporters: [], ...await subjectOf(deps, event) };
  for (const reader of noticesOf(event as Recorded<ToldEvent>, about, "onDevice")) {
    const { noticeId = eventId, userId, what, subjectId, place = "", at = recordedAt } = reader;
    await askToTell(deps, sql, { noticeId, userId, telling: { what, subjectId, place }, at });
  }
  deps.jobs.poke();
}

/** Whose the gift, withdrawal or song is that an event is about. */
async function subjectOf({ store: { sql } }: Deps, { type, data }: Recorded<Told>) {
  const of = (ownerId: string | undefined, isShare = false) => ({ ownerOf: () => ownerId, isShare: () => isShare });
  if (type === "GiftSent" || type === "GiftThanked") {
    const gift = await findGift(sql, data.giftId);
    return of(gift?.giverId, gift?.shareOf !== undefined);
  }
  if (type === "CommentPosted") return of((await trackFacts(sql, [data.entityId])).get(data.entityId)?.ownerId);
  return of("withdrawalId" in data ? (await findWithdrawal(sql, data.withdrawalId))?.userId : undefined);
}

/**
 * Old events make no notifications, such as those of a log that is followed from its beginning, or of the demo world.
 */
function isOld(
  deps: Pick<Deps, "now">,
  { recordedAt, metadata }: { readonly recordedAt: number; readonly metadata: { readonly actor: string } },
): boolean {
  return metadata.actor === "system:demo" || !isWorthTelling(deps, recordedAt);
}
