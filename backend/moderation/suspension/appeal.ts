import { accounts } from "../../accounts/account/accounts.ts";
import { suspendedSince, unsuspendOne } from "../../accounts/account/suspend.ts";
import { artistHolds, liftOneArtist } from "../../catalogue/artist/hold.ts";
import { suspensionHold } from "../../catalogue/artist/suspended_music.ts";
import { streamsOf } from "../../store/streams.ts";
import {
  type SuspensionAppealAnswered,
  type SuspensionAppealed,
  type SuspensionAppealEvent,
  suspensionAppealStream,
} from "./events.ts";
import {
  decideSuspensionAnswer,
  decideSuspensionAppeal,
  evolveSuspensionAppeals,
  NO_SUSPENSION_APPEALS,
  type SuspensionAppeals,
} from "./state.ts";

/** What people said about being shut out, by their ids. */
const appeals = streamsOf<string, SuspensionAppeals, SuspensionAppealEvent>({
  log: "social",
  stream: suspensionAppealStream,
  initial: NO_SUSPENSION_APPEALS,
  evolve: evolveSuspensionAppeals,
});

/** Writes an appeal, once for each suspension. Throws Refusal `link_invalid`, `conflict`. */
export const appealSuspension = appeals.handler("appealSuspension", {
  id: ({ userId }: SuspensionAppealed["data"]) => userId,
  beside: (tx, commands, scope) => accounts.load(tx, scope, commands.map(({ userId }) => userId)),
  decide: (known, data, { beside: accounts }) =>
    decideSuspensionAppeal(known, { data, since: suspendedSince(accounts, data.userId) }),
  result: ({ events }) => ({ changed: events.length > 0 }),
});

export type AnswerSuspension = Omit<SuspensionAppealAnswered["data"], "suspendedAt"> & {
  /** Why the suspension ends, for the log; sealed. */
  readonly reason: string;
};

/**
 * Books the answer that `suspensionAnswerKind` decided; who agrees lets the person in again, with their music, in the same
 * transaction. Throws Refusal as `decideSuspensionAnswer`.
 */
export const answerSuspension = appeals.handler("answerSuspensionAppeal", {
  id: ({ userId }: AnswerSuspension) => userId,
  async beside(tx, commands, scope) {
    const ids = commands.map(({ userId }) => userId);
    const [known, artists] = await Promise.all([accounts.load(tx, scope, ids), artistHolds.load(tx, scope, ids)]);
    return { accounts: known, artists };
  },
  decide(known, { userId, appealId, adminId, verdict, words }, { beside: { accounts } }) {
    const since = suspendedSince(accounts, userId);
    return decideSuspensionAnswer(known, { userId, appealId, adminId, verdict, words }, since);
  },
  appends(events, { userId, adminId, verdict, reason }, { streams, beside: { accounts, artists } }) {
    const answered = streams.add(userId, events);
    if (verdict === "uphold") return answered;
    return [
      ...answered,
      ...unsuspendOne(accounts, { userId, adminId, reason }),
      ...liftOneArtist(artists, suspensionHold(userId)),
    ];
  },
  result: () => ({ changed: true }),
});
