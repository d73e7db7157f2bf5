import type { ProvenPerson } from "../adapters/identity/mod.ts";
import type { Role } from "../contract/accounts.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import type { CommandHandler } from "../store/command.ts";
import type { Append } from "../store/event.ts";
import { readStream, readStreams } from "../store/read.ts";
import type { Tx } from "../store/sql.ts";
import { findUser, type User } from "../../projections/users.ts";
import { emailHashOf, type Origin } from "./commands.ts";
import { accountHandler, registration } from "./commands_state.ts";
import { claimUnverified, type LinkGoogle, linkGoogle } from "./decide_google.ts";
import { type GoogleLinked, googleStream } from "./events_google.ts";
import { hashPassword } from "./passwords.ts";
import { sealPerson } from "./person.ts";

type About = Omit<LinkGoogle, "userId"> & Origin;

/** The account that a person at Google opens; one that was erased meanwhile is `goneUserId`. */
export async function linkedAccount(
  deps: Deps,
  subjectHash: string,
): Promise<{ user: User | undefined; goneUserId: string | undefined }> {
  const { sql } = deps.store;
  const userId = newestLink(await readStream<GoogleLinked>(sql, "social", googleStream(subjectHash)));
  if (userId === undefined) return { user: undefined, goneUserId: undefined };
  const key = (await deps.personal.keysOf(sql, [userId])).get(userId);
  const user = key && await findUser(sql, userId);
  return { user, goneUserId: user ? undefined : userId };
}

/** Links an account that its owner has verified. */
export async function linkWithGoogle(deps: Deps, { metadata, ...link }: About & { userId: string }): Promise<void> {
  await deps.store.execute(linking, link, { logs: ["social"], metadata });
}

/** Makes a verified account and links it, both or neither. Throws Refusal `email_taken`. */
export async function registerWithGoogle(
  deps: Deps,
  { person, role, metadata, ...link }: About & { userId: string; person: ProvenPerson; role: Role },
): Promise<void> {
  const { userId } = link;
  const { firstName, lastName, email } = person;
  const key = await deps.personal.keyOf(deps.store.sql, userId);
  const data = {
    ...{ userId, role, emailHash: emailHashOf(deps, email) },
    ...sealPerson(key, { firstName, lastName, email, phone: "", address: "" }),
    passwordHash: key.seal("passwordHash", await unknownPassword()),
  };
  try {
    const command = { ...link, account: { data, verified: true, isAdmin: false } };
    await deps.store.execute(registering, command, { logs: ["social"], metadata });
  } catch (error) {
    if (error instanceof Refusal) await deps.personal.destroy(deps.store.sql, userId);
    throw error;
  }
}

/** Hands an unverified account over to the owner of its address, and links it. */
export async function claimWithGoogle(
  deps: Deps,
  { user: { userId }, person: { firstName, lastName, email }, sessionId, metadata, ...link }: About & {
    user: User;
    person: ProvenPerson;
    /** That the owner is about to open. */
    sessionId: string;
  },
): Promise<void> {
  const key = await deps.personal.keyOf(deps.store.sql, userId);
  const { email: _email, ...person } = sealPerson(key, { firstName, lastName, email, phone: "", address: "" });
  const passwordHash = key.seal("passwordHash", await unknownPassword());
  const command = { ...link, userId, account: { userId, passwordHash, person, keptSessionId: sessionId } };
  await deps.store.execute(claiming, command, { logs: ["social"], metadata });
}

/** A password that nobody knows: "Forgot password" sets one that its owner does. */
async function unknownPassword(): Promise<string> {
  return await hashPassword(crypto.getRandomValues(new Uint8Array(32)).toHex());
}

/** Who opens what, of the group's commands. */
class Links {
  readonly #links = new Map<string, { userId: string | undefined; version: number }>();

  async load(tx: Tx, subjectHashes: readonly string[]): Promise<void> {
    const missing = [...new Set(subjectHashes)].filter((subjectHash) => !this.#links.has(subjectHash));
    const streams = await readStreams<GoogleLinked>(tx, "social", missing.map(googleStream));
    for (const subjectHash of missing) {
      const events = streams.get(googleStream(subjectHash)) ?? [];
      this.#links.set(subjectHash, { userId: newestLink(events), version: events.length });
    }
  }

  decide(link: LinkGoogle): GoogleLinked[] {
    return linkGoogle(this.#of(link).userId, link);
  }

  /** Notes what was decided and answers what to append. */
  add(link: LinkGoogle, events: readonly GoogleLinked[]): Append[] {
    if (events.length === 0) return [];
    const { version } = this.#of(link);
    this.#links.set(link.subjectHash, { userId: link.userId, version: version + events.length });
    return [{ log: "social", stream: googleStream(link.subjectHash), version, events }];
  }

  #of({ subjectHash }: LinkGoogle): { userId: string | undefined; version: number } {
    return this.#links.get(subjectHash) ?? { userId: undefined, version: 0 };
  }
}

const linking: CommandHandler<LinkGoogle, Links, { userId: string }> = {
  name: "linkGoogle",
  async load(tx, commands, scope) {
    const links = scope.share(Links);
    await links.load(tx, commands.map((command) => command.subjectHash));
    return links;
  },
  decide(links, command) {
    return { appends: links.add(command, links.decide(command)), result: { userId: command.userId } };
  },
};

const registering = withLink("registerWithGoogle", registration);
const claiming = withLink(
  "claimWithGoogle",
  accountHandler<{ userId: string } & Parameters<typeof claimUnverified>[1]>("claimUnverified", claimUnverified),
);

/** A command to an account and the link to it, in one decision: neither stands without the other. */
function withLink<Command, State>(
  name: string,
  inner: Pick<CommandHandler<Command, State, { userId: string } | { changed: boolean }>, "load" | "decide">,
): CommandHandler<LinkGoogle & { account: Command }, { account: State; links: Links }, { userId: string }> {
  return {
    name,
    async load(tx, commands, scope) {
      return {
        account: await inner.load(tx, commands.map((command) => command.account), scope),
        links: await linking.load(tx, commands, scope),
      };
    },
    decide({ account, links }, command, context) {
      // Refused before the account's decision notes anything: a refused command leaves no trace in its group.
      const link = links.decide(command);
      const { appends } = inner.decide(account, command.account, context);
      return { appends: [...appends, ...links.add(command, link)], result: { userId: command.userId } };
    },
  };
}

function newestLink(events: readonly GoogleLinked[]): string | undefined {
  return events.at(-1)?.data.userId;
}
