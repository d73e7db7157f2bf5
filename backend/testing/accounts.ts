import type { OutboxText } from "../adapters/texts/types.ts";
import type { OutboxMail } from "../adapters/mail/types.ts";
import { createApp } from "../app.ts";
import type { Deps } from "../deps.ts";
import { type Call, callerOf } from "./call.ts";
import type { TestStore } from "./store.ts";
import { openWorld, type WorldOptions } from "./world.ts";

export interface TestAccounts extends AsyncDisposable {
  readonly deps: Deps;
  readonly test: TestStore;
  /** Moves the clock, which otherwise does not move. */
  pass(ms: number): void;
  /** What a second process on the same database has: its own connections and caches. */
  another(): { deps: Deps; call: Call };
  call: Call;
  /** The mails to an address, newest first, after everything queued is sent. */
  mailsTo(email: string): Promise<OutboxMail[]>;
  /** The newest code that was mailed to an address. */
  codeFor(email: string): Promise<string>;
  /** The newest code that was texted to a number, after everything queued is sent. */
  codeTextedTo(phone: string): Promise<string>;
  /** The texts to a number, newest first, after everything queued is sent. */
  textsTo(phone: string): Promise<OutboxText[]>;
  /** What requests have logged. */
  readonly logged: string[];
}

/** A world for tests of accounts. With `production` the limits and cookies are those of production behind TLS. */
export async function openTestAccounts(
  { production = false, ...options }: { production?: boolean } & Pick<WorldOptions, "google" | "sendsTexts"> = {},
): Promise<TestAccounts> {
  let now = Date.UTC(2026, 5, 1, 12);
  const logged: string[] = [];
  const world = await openWorld({ now: () => now, ...options });
  const noted = (deps: Deps): Deps => ({
    ...deps,
    config: {
      ...deps.config,
      ...(production ? { env: "production", publicUrl: "https://orin.example" } : { env: "development" }),
    },
    log: (line, error) => void logged.push(`${line} ${String(error ?? "")}`),
  });
  const deps = noted(world.deps);

  async function mailsTo(email: string): Promise<OutboxMail[]> {
    await world.settle();
    return world.outbox.newest(200).filter((one) => one.to === email);
  }
  async function textsTo(phone: string): Promise<OutboxText[]> {
    await world.settle();
    return world.texts.newest(200).filter((one) => one.to === phone);
  }
  return {
    deps,
    test: world.test,
    logged,
    mailsTo,
    call: callOn(deps),
    pass: (ms) => void (now += ms),
    another() {
      const other = noted(world.another().deps);
      return { deps: other, call: callOn(other) };
    },
    async codeFor(email) {
      const newest = (await mailsTo(email)).find((one) => one.code !== undefined);
      if (newest?.code === undefined) throw new Error(`No code was mailed to ${email}`);
      return newest.code;
    },
    textsTo,
    async codeTextedTo(phone) {
      const [newest] = await textsTo(phone);
      if (newest?.code === undefined) throw new Error(`No code was texted to ${phone}`);
      return newest.code;
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

function callOn(deps: Deps): Call {
  return callerOf(createApp(deps, { isReady: () => true, pagesDirectory: "" }));
}
