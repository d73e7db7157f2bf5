import { Hono } from "hono";
import { createFiles } from "../adapters/files/mod.ts";
import { createMail, type OutboxMail } from "../adapters/mail/mod.ts";
import * as mailTemplates from "../adapters/mail/templates.ts";
import { createMedia } from "../adapters/media/mod.ts";
import { sendMails } from "../accounts/commands_mails.ts";
import { accountReactors } from "../accounts/reactions.ts";
import { accountRoutes } from "../accounts/routes.ts";
import { readConfig } from "../config.ts";
import type { Deps } from "../deps.ts";
import { notFound, onError } from "../http/problems.ts";
import { requestId } from "../http/request_id.ts";
import { createJobs } from "../store/jobs.ts";
import { PersonalData } from "../store/personal_data.ts";
import { subscriptions } from "../../projections/subscriptions.ts";
import { users } from "../../projections/users.ts";
import { openTestStore, type TestStore } from "./test_store.ts";

export interface TestAccounts extends AsyncDisposable {
  readonly deps: Deps;
  readonly test: TestStore;
  /** Moves the clock of this process. */
  pass(ms: number): void;
  /** What a second process on the same database has: its own connections and caches. */
  another(): { deps: Deps; call: Call };
  call: Call;
  /** The mails to an address, newest first, after everything queued is sent. */
  mailsTo(email: string): Promise<OutboxMail[]>;
  /** The newest code that was mailed to an address. */
  codeFor(email: string): Promise<string>;
  readonly logged: string[];
}

/** Calls the service: JSON in and out. `body` as text goes out as it is. */
export type Call = (
  method: string,
  path: string,
  options?: { body?: unknown; token?: string | undefined; headers?: Record<string, string> },
) => Promise<{ status: number; body: Record<string, unknown>; headers: Headers }>;

/** The account area on a database of its own: real store, jobs, mail and reactions, and a clock that stands still.
 * With `production` the limits are those of production. */
export async function openTestAccounts({ production = false } = {}): Promise<TestAccounts> {
  const directory = await Deno.makeTempDir({ prefix: "orin_accounts_" });
  let now = Date.UTC(2026, 5, 1, 12);
  const logged: string[] = [];
  const test = await openTestStore({ projections: [users, subscriptions], now: () => now });
  const mail = createMail({ kind: "outbox", directory, now: () => now });
  const depsOn = (store: Deps["store"]): Deps => ({
    config: { ...readConfig({ ORIN_DATA_DIR: directory }), env: production ? "production" : "development" },
    secret: "a secret for tests only, long enough",
    ...{ store, shards: 1, shardOf: () => 0, personal: new PersonalData("a secret for tests only, long enough") },
    jobs: createJobs(store.sql, { now: () => now, random: Math.random, log: () => {}, pollMs: 50 }),
    files: createFiles({ kind: "disk", directory }),
    ...{ mail, media: createMedia({ workDir: directory }), now: () => now },
    log: (line, error) => void logged.push(`${line} ${String(error ?? "")}`),
  });
  const deps = depsOn(test.store);
  await test.store.react(accountReactors(deps));
  sendMails(deps, mailTemplates);

  async function mailsTo(email: string): Promise<OutboxMail[]> {
    await test.store.settle();
    await deps.jobs.drain();
    return mail.newest(200).filter((one) => one.to === email);
  }
  return {
    ...{ deps, test, logged, mailsTo, call: caller(deps) },
    pass: (ms) => void (now += ms),
    another() {
      const other = depsOn(test.another());
      return { deps: other, call: caller(other) };
    },
    async codeFor(email) {
      const newest = (await mailsTo(email)).find((one) => one.code !== undefined);
      if (newest?.code === undefined) throw new Error(`No code was mailed to ${email}`);
      return newest.code;
    },
    async [Symbol.asyncDispose]() {
      await deps.jobs.stop();
      await deps.media.close();
      await test[Symbol.asyncDispose]();
      await Deno.remove(directory, { recursive: true });
    },
  };
}

function caller(deps: Deps): Call {
  const app = new Hono().use(requestId()).route("/", accountRoutes(deps)).notFound(notFound).onError(onError(deps));
  return async (method, path, { body, token, headers = {} } = {}) => {
    const response = await app.request(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
}
