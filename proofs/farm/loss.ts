import type { PlayReason } from "../../backend/contract/listening.ts";
import { lagosDay } from "../../backend/contract/policy.ts";
import { dailyUnitsOf, type Policy } from "../../backend/contract/policy_rules.ts";
import type { HeardPlay, Person } from "./person.ts";

/** What honest people should have been paid, and were not, in units. */
interface Loss {
  readonly due: number;
  readonly lost: number;
  /** What was lost, by the reason that Orin gave. */
  readonly byReason: ReadonlyMap<PlayReason | "no reason", number>;
}

/**
 * Holds what people have heard against what they were paid. Due is what the policy pays for a day within the level's cap:
 * each song up to its length, whole units for each play. What a day's cap covers anyway is no loss.
 */
export function lossOf(people: readonly Person[], policy: Policy): Loss {
  const byReason = new Map<PlayReason | "no reason", number>();
  let [due, lost] = [0, 0];
  for (const person of people) {
    for (const plays of Map.groupBy(person.heard, ({ startedAt }) => lagosDay(startedAt)).values()) {
      const day = dayOf(person, plays, policy);
      due += day.due;
      lost += day.lost;
      for (const [reason, units] of day.byReason) byReason.set(reason, (byReason.get(reason) ?? 0) + units);
    }
  }
  return { due, lost, byReason };
}

function dayOf(person: Person, plays: readonly HeardPlay[], policy: Policy): Loss {
  const left = { dayMs: policy.dailyRewardedMs, ofSong: new Map<string, number>() };
  const short: [PlayReason | "no reason", number][] = [];
  let [worth, paid] = [0, 0];
  for (const { playId, song, heardMs } of plays) {
    const songMs = left.ofSong.get(song.trackId) ?? song.durationMs;
    const ms = Math.min(heardMs, songMs, left.dayMs);
    left.ofSong.set(song.trackId, songMs - ms);
    left.dayMs -= ms;
    const units = Math.floor(ms / policy.rewardMsPerUnit);
    const answer = person.phone.answers.get(playId);
    worth += units;
    paid += answer?.units ?? 0;
    if ((answer?.units ?? 0) < units) short.push([answer?.reason ?? "no reason", units - (answer?.units ?? 0)]);
  }
  const due = Math.min(worth, dailyUnitsOf(policy, person.level));
  const lost = Math.max(0, due - paid);
  const blamed = short.filter(([reason]) => reason !== "level_cap");
  const all = blamed.reduce((sum, [, units]) => sum + units, 0);
  const byReason = new Map<PlayReason | "no reason", number>();
  for (const [reason, units] of blamed) byReason.set(reason, (byReason.get(reason) ?? 0) + lost * units / all);
  return { due, lost, byReason };
}
