import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import { longDay } from "../../contract/long_day.ts";
import type { Deps } from "../../deps.ts";
import { mailMoney } from "../../mails/send.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import { type LyricsTakenDown, REASON_FIELD } from "./events.ts";

/** Tells artists by mail why an admin has taken their lyrics away. */
export function lyricsReactors(deps: Pick<Deps, "jobs" | "personal" | "store">): Reactor<LyricsTakenDown>[] {
  return [{
    name: "lyrics_mails",
    logs: ["social"],
    on: ["LyricsTakenDown"],
    async react({ data: { trackId, ownerId: userId, reason }, eventId: mailId, recordedAt: at }) {
      const { sql } = deps.store;
      const [keys, facts] = await Promise.all([deps.personal.keysOf(sql, [userId]), trackFacts(sql, [trackId])]);
      const key = keys.get(userId);
      if (!key) return;
      const title = facts.get(trackId)?.title ?? "one of your songs";
      const notice = {
        subject: `We removed the lyrics of ${title}`,
        heading: "Your lyrics were removed",
        lines: [
          `On ${longDay(at)} we removed the lyrics of ${title}. The song itself stays as it is.`,
          `Why: ${key.open(REASON_FIELD, reason)}`,
          "You can give the song other lyrics at any time.",
        ],
        link: { label: "Your music", path: "/cs-music-list" },
      };
      await mailMoney(deps, { mailId, userId, at, notice });
    },
  }];
}
