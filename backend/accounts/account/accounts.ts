import type { CommandHandler, GroupScope } from "../../store/log/command.ts";
import type { Append } from "../../store/log/event.ts";
import { readStreams } from "../../store/log/read.ts";
import type { Tx } from "../../store/sql.ts";
import { countActiveAdmins, findTakenEmails } from "../../../projections/users.ts";
import {
  type Account,
  confirmEmail,
  evolve,
  isActiveAdmin,
  NO_ACCOUNT,
  type RegisterUser,
  registerUser,
} from "./state.ts";
import { type AccountEvent, userStream } from "./events.ts";

/** The accounts that a group's commands of all kinds decide on, kept up to date from one command to the next. */
export class Accounts {
  readonly takenEmails = new Set<string>();
  #storedAdmins: number | undefined;
  /** What this group has decided, which no table shows yet. */
  #moreAdmins = 0;
  readonly #accounts = new Map<string, { account: Account; version: number }>();

  async load(tx: Tx, userIds: readonly string[]): Promise<void> {
    const missing = [...new Set(userIds)].filter((userId) => !this.#accounts.has(userId));
    if (missing.length === 0) return;
    const streams = await readStreams<AccountEvent>(tx, "social", missing.map(userStream));
    for (const userId of missing) {
      const events = streams.get(userStream(userId)) ?? [];
      this.#accounts.set(userId, { account: events.reduce(evolve, NO_ACCOUNT), version: events.length });
    }
  }

  /** For decisions that may take an admin away; before `activeAdmins` is asked. */
  async loadAdmins(tx: Tx): Promise<void> {
    this.#storedAdmins ??= await countActiveAdmins(tx);
  }

  /** Admins who can log in. */
  get activeAdmins(): number {
    if (this.#storedAdmins === undefined) throw new Error("The admins were not counted");
    return this.#storedAdmins + this.#moreAdmins;
  }

  of(userId: string): Account {
    return this.#accounts.get(userId)?.account ?? NO_ACCOUNT;
  }

  /** Folds what was decided and answers what to append. */
  add(userId: string, events: readonly AccountEvent[]): Append[] {
    if (events.length === 0) return [];
    const version = this.#accounts.get(userId)?.version ?? 0;
    const before = this.of(userId);
    const account = events.reduce(evolve, before);
    this.#moreAdmins += Number(isActiveAdmin(account)) - Number(isActiveAdmin(before));
    this.#accounts.set(userId, { account, version: version + events.length });
    return [{ log: "social", stream: userStream(userId), version, events }];
  }
}

/** Makes an account: one for each address, and one for each id. */
export const registration: CommandHandler<RegisterUser, Accounts, { userId: string }> = {
  name: "registerUser",
  async load(tx, commands, scope) {
    const accounts = scope.share(Accounts);
    const [taken] = await Promise.all([
      findTakenEmails(tx, commands.map((command) => command.data.emailHash)),
      accounts.load(tx, commands.map((command) => command.data.userId)),
    ]);
    for (const emailHash of taken) accounts.takenEmails.add(emailHash);
    return accounts;
  },
  decide(accounts, command) {
    const { userId, emailHash } = command.data;
    const events = registerUser(accounts.of(userId), accounts.takenEmails.has(emailHash), command);
    accounts.takenEmails.add(emailHash);
    return { appends: accounts.add(userId, events), result: { userId } };
  },
};

interface ConfirmEmail {
  readonly userId: string;
  /** Of the address whose code came back. */
  readonly emailHash: string;
}

/** The account takes the address it waits for, unless someone else has it by now. */
export const emailConfirmation: CommandHandler<ConfirmEmail, Accounts, { changed: boolean }> = {
  name: "confirmEmail",
  async load(tx, commands, scope) {
    const accounts = scope.share(Accounts);
    await accounts.load(tx, commands.map((command) => command.userId));
    const taken = await findTakenEmails(tx, commands.map((command) => command.emailHash));
    for (const emailHash of taken) accounts.takenEmails.add(emailHash);
    return accounts;
  },
  decide(accounts, { userId, emailHash }) {
    const isTaken = accounts.takenEmails.has(emailHash);
    const events = confirmEmail(accounts.of(userId), { emailHash, isTaken });
    accounts.takenEmails.add(emailHash);
    return { appends: accounts.add(userId, events), result: { changed: true } };
  },
};

/** A handler for a command to one account that exists. */
export function accountHandler<Command extends { readonly userId: string }>(
  name: string,
  decide: (account: Account, command: Command) => AccountEvent[],
): CommandHandler<Command, Accounts, { changed: boolean }> {
  return {
    name,
    async load(tx: Tx, commands: readonly Command[], scope: GroupScope) {
      const accounts = scope.share(Accounts);
      await accounts.load(tx, commands.map((command) => command.userId));
      return accounts;
    },
    decide(accounts, command) {
      const events = decide(accounts.of(command.userId), command);
      return { appends: accounts.add(command.userId, events), result: { changed: events.length > 0 } };
    },
  };
}
