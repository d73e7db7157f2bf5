import { type Accounts, accounts } from "../../accounts/account/accounts.ts";
import { suspendedSince, unsuspendOne } from "../../accounts/account/suspend.ts";
import { artistHolds, type HeldArtists, liftOneArtist } from "../../catalogue/artist/hold.ts";
import { suspensionHold } from "../../catalogue/artist/suspended_music.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import { type Streams, streamsOf } from "../../store/streams.ts";
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

interface Loaded {
  readonly appeals: Streams<string, SuspensionAppeals, SuspensionAppealEvent>;
  readonly accounts: Accounts;
}

/** Writes an appeal, once for each suspension. Throws Refusal `link_invalid`, `conflict`. */
export const appealSuspension: CommandHandler<SuspensionAppealed["data"], Loaded, { changed: boolean }> = {
  name: "appealSuspension",
  async load(tx, commands, scope) {
    const ids = commands.map(({ userId }) => userId);
    const [loadedAppeals, loadedAccounts] = await Promise.all([
      appeals.load(tx, scope, ids),
      accounts.load(tx, scope, ids),
    ]);
    return { appeals: loadedAppeals, accounts: loadedAccounts };
  },
  decide(loaded, data) {
    const { userId } = data;
    const since = suspendedSince(loaded.accounts, userId);
    const events = decideSuspensionAppeal(loaded.appeals.of(userId), { data, since });
    return { appends: loaded.appeals.add(userId, events), result: { changed: events.length > 0 } };
  },
};

export type AnswerSuspension = Omit<SuspensionAppealAnswered["data"], "suspendedAt"> & {
  /** Why the suspension ends, for the log; sealed. */
  readonly reason: string;
};

interface LoadedForAnswer extends Loaded {
  readonly artists: HeldArtists;
}

/**
 * Books the answer that `suspensionAnswerKind` decided; who agrees lets the person in again, with their music, in the same
 * transaction. Throws Refusal as `decideSuspensionAnswer`.
 */
export const answerSuspension: CommandHandler<AnswerSuspension, LoadedForAnswer, { changed: boolean }> = {
  name: "answerSuspensionAppeal",
  async load(tx, commands, scope) {
    const ids = commands.map(({ userId }) => userId);
    const [loadedAppeals, loadedAccounts, artists] = await Promise.all([
      appeals.load(tx, scope, ids),
      accounts.load(tx, scope, ids),
      artistHolds.load(tx, scope, ids),
    ]);
    return { appeals: loadedAppeals, accounts: loadedAccounts, artists };
  },
  decide(loaded, command) {
    const { userId, appealId, adminId, verdict, words, reason } = command;
    const since = suspendedSince(loaded.accounts, userId);
    const answered = loaded.appeals.add(
      userId,
      decideSuspensionAnswer(loaded.appeals.of(userId), { userId, appealId, adminId, verdict, words }, since),
    );
    if (verdict === "uphold") return { appends: answered, result: { changed: true } };
    const lifted = [
      ...unsuspendOne(loaded.accounts, { userId, adminId, reason }),
      ...liftOneArtist(loaded.artists, suspensionHold(userId)),
    ];
    return { appends: [...answered, ...lifted], result: { changed: true } };
  },
};
