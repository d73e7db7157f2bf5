import type { Deps } from "../../deps.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import type { PlaysRecounted } from "./events.ts";
import { mailArtists } from "./mails.ts";

/** Tells artists which plays count again. */
export function uncountedReactors(deps: Deps): Reactor[] {
  return [recountMails(deps)];
}

function recountMails(deps: Deps): Reactor<PlaysRecounted> {
  return {
    name: "listening_recount_mails",
    logs: ["plays"],
    on: ["PlaysRecounted"],
    async react({ eventId, recordedAt, data: { plays } }) {
      const byTrack = Map.groupBy(plays.filter((play) => play.plays > 0), ({ trackId }) => trackId);
      const changed = [...byTrack].map(([trackId, list]) => ({ trackId, plays: list.length }));
      await mailArtists(deps, { changed, causeId: eventId, at: recordedAt, isBack: true });
    },
  };
}
