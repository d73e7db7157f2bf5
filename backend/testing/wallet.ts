import { inject } from "vitest";
import { openPersonOf } from "../accounts/account/reads.ts";
import { notePhone } from "../accounts/phone/prove.ts";
import { createPayments } from "../adapters/payments/mod.ts";
import type { Payments } from "../adapters/payments/types.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../adapters/payments/sandbox/mod.ts";
import { newId } from "../contract/ids.ts";
import { CREDENTIAL_HOLD_MS } from "../contract/policy.ts";
import { readBalances, readTotal } from "../ledger/accounts.ts";
import { availableAccount, reservedAccount, settlingAccount } from "../ledger/chart.ts";
import { postTransfer } from "./transfers.ts";
import { type Answer, callerOf } from "./call.ts";
import { addPerson, type PersonOptions, type TestPerson } from "./people_fixtures.ts";
import { TEST_SHARDS } from "./store.ts";
import { openWorld, type World, type WorldOptions } from "./world.ts";

// What the run's setup hands to its test files.
declare module "vitest" {
  export interface ProvidedContext {
    /** In memory where the run's database is. */
    testMemoryDir: string;
  }
}

/** Of the sandbox of these tests. */
export const SECRET_KEY = "sk_test_orin_wallet_tests";

const PHONE_AGE_MS = 8 * 24 * 3_600_000;
const LONG_MS = CREDENTIAL_HOLD_MS + 3_600_000;

export interface TestWallet extends AsyncDisposable {
  readonly world: World;
  readonly sandbox: Sandbox;
  /** Gives up soon, so that a held answer is a timeout. */
  readonly hurried: Payments;
  /** Of the service, as the provider reaches it. */
  readonly url: string;
  /** Moves the clock on. */
  pass(ms: number): void;
  /** Asks when no hold of a change of then is in force any more: the bank account that a request names is known since. */
  longAgo<Answered>(ask: () => Promise<Answered>): Promise<Answered>;
  /** A verified person with a session; `tokens` lie in the balance, rewards unless said otherwise; with `hasPhone` the account is eight days old and has proven a phone of its own. */
  person(options?: PersonOptions & { tokens?: number; tokensFrom?: string; hasPhone?: boolean }): Promise<TestPerson>;
  /** `key` is the idempotency key: a new one for each call, as the app does it, or "none". */
  call(
    who: TestPerson | undefined,
    method: string,
    path: string,
    options?: { body?: unknown; key?: string },
  ): Promise<Pick<Answer, "status" | "body">>;
  /** Units: what is available and what is reserved. */
  moneyOf(who: TestPerson): Promise<{ available: number; reserved: number }>;
  /** Units that settle. */
  settlingOf(who: TestPerson): Promise<number>;
  /** The sum over all accounts: zero. */
  total(): Promise<number>;
}

type WalletOptions = Partial<SandboxOptions> & Pick<WorldOptions, "shards" | "env">;

/** The whole service beside a payment sandbox of its own, each reached by the other over HTTP. */
export async function openTestWallet(
  { shards = TEST_SHARDS, env = {}, ...options }: WalletOptions = {},
): Promise<TestWallet> {
  let ahead = 0;
  const late: { world?: World } = {};
  const answer = (request: Request) => late.world?.app.fetch(request) ?? new Response(null, { status: 503 });
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, answer);
  const url = `http://127.0.0.1:${server.addr.port}`;
  // The sandbox waits for its disk at every commit.
  const dataDir = await Deno.makeTempDir({ dir: inject("testMemoryDir"), prefix: "orin-wallet-" });
  const sandbox = await startSandbox({
    port: 0,
    dataDir,
    secretKey: SECRET_KEY,
    serviceUrl: url,
    webhookRetryMs: [20, 20, 20, 20],
    ...options,
    faults: { settleAfterMs: null, ...options.faults },
  });
  const connect = (timeoutMs: number) => createPayments({ secretKey: SECRET_KEY, baseUrl: sandbox.url, timeoutMs });
  // A service that has just started has verified its books, and makes no payouts before.
  const now = () => Date.now() + ahead;
  const world = await openWorld({ now, payments: connect(10_000), shards, isVerified: true, env });
  late.world = world;
  const { deps } = world;

  return {
    world,
    sandbox,
    url,
    hurried: connect(300),
    pass: (ms) => void (ahead += ms),
    async longAgo(ask) {
      ahead -= LONG_MS;
      return await ask().finally(() => ahead += LONG_MS);
    },
    async person({ tokens = 0, tokensFrom = "reward", hasPhone = false, ...options } = {}) {
      const phone = hasPhone ? somePhone() : "+2348000000000";
      const person = { userId: newId(), firstName: "Ada", lastName: "Obi", phone, address: "Lagos", ...options };
      if (!hasPhone) return await withTokens(world, await addPerson(deps, person), { tokens, tokensFrom });
      ahead -= PHONE_AGE_MS;
      const added = await addWithPhone(world, person).finally(() => ahead += PHONE_AGE_MS);
      return await withTokens(world, added, { tokens, tokensFrom });
    },
    call: callOf(world, sandbox),
    async moneyOf({ userId }) {
      const [available = 0, reserved = 0] = await unitsOf(world, userId, [availableAccount, reservedAccount]);
      return { available, reserved };
    },
    settlingOf: async ({ userId }) => (await unitsOf(world, userId, [settlingAccount]))[0] ?? 0,
    total: () => readTotal(deps.store.sql),
    async [Symbol.asyncDispose]() {
      await sandbox.stop();
      await server.shutdown();
      await world[Symbol.asyncDispose]();
      await Deno.remove(dataDir, { recursive: true });
    },
  };
}

/** Calls as people do. A request for a payout names a bank account that is theirs, unless the test said whose it is. */
function callOf(world: World, sandbox: Sandbox): TestWallet["call"] {
  const call = callerOf(world.app);
  const nameBank = banksOf(world, sandbox);
  return async (who, method, path, { body: sent, key = newId() } = {}) => {
    if (path === WITHDRAW && who) await nameBank(who, sent ?? {});
    const headers: Record<string, string> = key === "none" ? {} : { "idempotency-key": key };
    const { status, body } = await call(method, path, { body: sent, token: who?.token, headers });
    return { status, body };
  };
}

const WITHDRAW = "/api/v1/withdraw";

/** What looks at a request before it is made: the bank has an account in the name of the first who asks. */
function banksOf({ deps }: World, sandbox: Sandbox) {
  const named = new Set<string>();
  const { nameOwner } = sandbox;
  sandbox.nameOwner = (account) => {
    named.add(account.accountNumber);
    nameOwner(account);
  };
  return async ({ userId }: TestPerson, body: unknown): Promise<void> => {
    const { bankDetails: { accountNumber = "", bankCode = "" } = {} } = body as Withdrawing;
    if (!/^\d{10}$/.test(accountNumber) || accountNumber.endsWith("000") || named.has(accountNumber)) return;
    const person = await openPersonOf(deps, userId);
    if (!person) return;
    const accountName = `${person.lastName} ${person.firstName}`.toUpperCase();
    sandbox.nameOwner({ accountNumber, bankCode, accountName });
  };
}

type Withdrawing = { readonly bankDetails?: { readonly accountNumber?: string; readonly bankCode?: string } };

async function unitsOf(
  { deps }: World,
  userId: string,
  accounts: readonly ((userId: string) => string)[],
): Promise<number[]> {
  const names = accounts.map((account) => account(userId));
  return [...(await readBalances(deps.store.sql, deps.shardOf(userId), names)).values()];
}

/** A mobile number that no other account of the test has. */
function somePhone(): string {
  phones += 1;
  return `+23480${String(10_000_000 + phones)}`;
}
let phones = 0;

async function addWithPhone({ deps }: World, person: PersonOptions & { readonly phone: string }): Promise<TestPerson> {
  const added = await addPerson(deps, person);
  await notePhone(deps, { userId: added.userId, phone: person.phone, metadata: { actor: "system:test" } });
  return added;
}

async function withTokens(
  world: World,
  person: TestPerson,
  { tokens, tokensFrom }: { readonly tokens: number; readonly tokensFrom: string },
): Promise<TestPerson> {
  if (tokens > 0) await fund(world, person.userId, { units: tokens * 100, code: tokensFrom });
  return person;
}

/** Puts units into a balance, as rewards do. */
async function fund(world: World, userId: string, { units, code }: { units: number; code: string }): Promise<void> {
  const entries = [{ account: "pool:rewards", amount: -units }, { account: availableAccount(userId), amount: units }];
  const transfer = { transferId: newId(), code, entries };
  const shard = world.deps.shardOf(userId);
  const options = { logs: [`ledger/${shard}`] as const, metadata: { actor: "system:test" } };
  await world.deps.store.execute(postTransfer, { shard, transfer }, options);
}
