import { countActiveAdmins, countPhones, findTakenEmails } from "../../../projections/accounts/users.ts";
import { allSettled } from "../../store/log/all_settled.ts";
import type { Tx } from "../../store/sql.ts";
import { type Streams, streamsOf } from "../../store/streams.ts";
import { type AccountEvent, userStream } from "./events.ts";
import {
  type Account,
  confirmEmail,
  evolve,
  isActiveAdmin,
  NO_ACCOUNT,
  type RegisterUser,
  registerUser,
  type SealedEmail,
} from "./state.ts";

export const accounts = streamsOf<string, Account, AccountEvent>({
  log: "social",
  stream: userStream,
  initial: NO_ACCOUNT,
  evolve,
});

/** The accounts that a group decides on. */
export type Accounts = Streams<string, Account, AccountEvent>;

/** What a decision may ask for beyond the account, with what its group has decided: no table shows that yet. */
interface AccountContext {
  /** Whether another account than `owner` has the address, or another way to write its mailbox. */
  isEmailTaken(address: AddressHashes, owner?: Account): boolean;
  /** How many accounts have proven a number. */
  provenBy(phoneHash: string): number;
  /** Admins who can log in. */
  readonly activeAdmins: number;
  /** How many events the account has. */
  readonly version: number;
  readonly now: number;
}

interface LoadedBeside<Command> {
  /** The addresses that the command would give to an account. */
  emails?(command: Command): readonly AddressHashes[];
  /** The phone numbers that the command would prove. */
  phones?(command: Command): readonly string[];
  /** The decision may take an admin away. */
  readonly admins?: boolean;
}

/** A handler for a command to one account. */
export function accountHandler<Command extends { readonly userId: string }>(
  name: string,
  decide: (account: Account, command: Command, around: AccountContext) => AccountEvent[],
  needs: LoadedBeside<Command> = {},
) {
  return accounts.handler(name, {
    id: ({ userId }: Command) => userId,
    beside: (tx, commands) => stored(tx, commands, needs),
    decide(account, command, { beside, streams, now }) {
      const version = streams.version(command.userId);
      return decide(account, command, around(streams, beside, { now, version }));
    },
    result: ({ events }) => ({ changed: events.length > 0 }),
  });
}

/** Makes an account: one for each address, and one for each id. */
export const registration = accounts.handler("registerUser", {
  id: ({ data }: RegisterUser) => data.userId,
  beside: (tx, commands) => stored(tx, commands, { emails: ({ data }) => [data] }),
  decide(account, command, { beside, streams, now }) {
    return registerUser(account, around(streams, beside, { now, version: 0 }).isEmailTaken(command.data), command);
  },
  result: ({ command }) => ({ userId: command.data.userId }),
});

/** The account takes the address it waits for, unless someone else has it by now. */
export const emailConfirmation = accountHandler<AddressHashes & { userId: string }>(
  "confirmEmail",
  (account, address, { isEmailTaken }) => {
    return confirmEmail(account, { emailHash: address.emailHash, isTaken: isEmailTaken(address, account) });
  },
  { emails: (address) => [address] },
);

interface Stored {
  readonly takenEmails: ReadonlySet<string>;
  readonly phones: ReadonlyMap<string, number>;
  readonly activeAdmins: number;
}

type AddressHashes = Pick<SealedEmail, "emailHash" | "mailboxHash">;

function hashesOf({ emailHash, mailboxHash }: AddressHashes): string[] {
  return mailboxHash === undefined ? [emailHash] : [emailHash, mailboxHash];
}

function hashesOfAccount(account: Account): string[] {
  return "email" in account ? hashesOf(account.email) : [];
}

async function stored<Command>(
  tx: Tx,
  commands: readonly Command[],
  needs: LoadedBeside<Command>,
): Promise<Stored> {
  const [takenEmails, phones, activeAdmins] = await allSettled([
    needs.emails ? findTakenEmails(tx, commands.flatMap(needs.emails).flatMap(hashesOf)) : new Set<string>(),
    needs.phones ? countPhones(tx, commands.flatMap(needs.phones)) : new Map<string, number>(),
    needs.admins ? countActiveAdmins(tx) : 0,
  ]);
  return { takenEmails, phones, activeAdmins };
}

function around(
  accounts: Accounts,
  stored: Stored,
  { now, version }: Pick<AccountContext, "now" | "version">,
): AccountContext {
  return {
    isEmailTaken(address, owner = NO_ACCOUNT) {
      const given = accounts.changes().flatMap(({ after }) => hashesOfAccount(after));
      const [taken, own] = [new Set([...stored.takenEmails, ...given]), hashesOfAccount(owner)];
      return hashesOf(address).some((hash) => taken.has(hash) && !own.includes(hash));
    },
    provenBy(phoneHash) {
      const has = (account: Account) => Number("phoneHash" in account && account.phoneHash === phoneHash);
      return accounts.changes().reduce(
        (sum, { before, after }) => sum + has(after) - has(before),
        stored.phones.get(phoneHash) ?? 0,
      );
    },
    get activeAdmins() {
      return accounts.changes().reduce(
        (sum, { before, after }) => sum + Number(isActiveAdmin(after)) - Number(isActiveAdmin(before)),
        stored.activeAdmins,
      );
    },
    now,
    version,
  };
}
