import { createPayments } from "../adapters/payments/mod.ts";
import type { Payments } from "../adapters/payments/types.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../adapters/payments/sandbox/mod.ts";
import { registerUser } from "../accounts/account/register.ts";
import type { Role } from "../contract/accounts.ts";
import { newId } from "../contract/ids.ts";
import { readBalances, readTotal } from "../ledger/accounts.ts";
import { availableAccount, reservedAccount } from "../ledger/chart.ts";
import { postTransfer } from "../ledger/transfer_handler.ts";
import { type Audience } from "../http/tokens.ts";
import { openWorld, type World } from "./world.ts";

/** Of the sandbox of these tests. */
export const SECRET_KEY = "sk_test_orin_wallet_tests";

export interface TestWallet extends AsyncDisposable {
  readonly world: World;
  readonly sandbox: Sandbox;
  /** Gives up soon, so that a held answer is a timeout. */
  readonly hurried: Payments;
  /** Of the service, as the provider reaches it. */
  readonly url: string;
  /** Moves the clock on. */
  pass(ms: number): void;
  /** A verified person with a session; `tokens` lie in the balance. */
  person(options?: PersonOptions): Promise<TestPerson>;
  call(who: TestPerson | undefined, method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Units: what is available and what is reserved. */
  moneyOf(who: TestPerson): Promise<{ available: number; reserved: number }>;
  /** The sum over all accounts: zero. */
  total(): Promise<number>;
}

interface PersonOptions {
  readonly tokens?: number;
  readonly isAdmin?: boolean;
  readonly role?: Role;
  readonly firstName?: string;
  readonly lastName?: string;
}
interface CallOptions {
  readonly body?: unknown;
  readonly key?: string;
}
interface Answer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any
  readonly body: any;
}

export interface TestPerson {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
}

/** The whole service beside a payment sandbox of its own, each reached by the other over HTTP. */
export async function openTestWallet(options: Partial<SandboxOptions> = {}): Promise<TestWallet> {
  let ahead = 0;
  const late: { world?: World } = {};
  const answer = (request: Request) => late.world?.app.fetch(request) ?? new Response(null, { status: 503 });
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, answer);
  const url = `http://127.0.0.1:${server.addr.port}`;
  const dataDir = await Deno.makeTempDir({ prefix: "orin-wallet-" });
  const sandbox = await startSandbox({
    ...{ port: 0, dataDir, secretKey: SECRET_KEY, serviceUrl: url },
    webhookRetryMs: [20, 20, 20, 20],
    ...options,
    faults: { settleAfterMs: null, ...options.faults },
  });
  const connect = (timeoutMs: number) => createPayments({ secretKey: SECRET_KEY, baseUrl: sandbox.url, timeoutMs });
  const world = await openWorld({ now: () => Date.now() + ahead, payments: connect(10_000) });
  late.world = world;
  const { deps } = world;

  async function session(userId: string, { isAdmin = false, role = "listener" as Role }): Promise<string> {
    const audience: Audience = isAdmin ? "admin" : "user";
    const start = { userId, role, isAdmin, audience, remember: false, userAgent: "test" };
    return await deps.tokens.signSession((await deps.sessions.start(start)).session);
  }

  return {
    ...{ world, sandbox, url },
    hurried: connect(300),
    pass: (ms) => void (ahead += ms),
    async person({ tokens = 0, isAdmin = false, role = "listener", firstName = "Ada", lastName = "Obi" } = {}) {
      const userId = newId();
      const email = `${userId}@orin.example`;
      const register = { userId, email, firstName, lastName, role, phone: "+2348000000000", address: "Lagos", isAdmin };
      const origin = { metadata: { actor: "system:test" }, commandId: newId() };
      await registerUser(deps, { ...register, passwordHash: "none", verified: true }, origin);
      if (tokens > 0) await fund(world, userId, tokens * 100);
      return { userId, email, token: await session(userId, { isAdmin, role }) };
    },
    call: callerOf(world),
    async moneyOf({ userId }) {
      const accounts = [availableAccount(userId), reservedAccount(userId)];
      const [available = 0, reserved = 0] = (await readBalances(deps.store.sql, 0, accounts)).values();
      return { available, reserved };
    },
    total: () => readTotal(deps.store.sql),
    async [Symbol.asyncDispose]() {
      await sandbox.stop();
      await server.shutdown();
      await world[Symbol.asyncDispose]();
      await Deno.remove(dataDir, { recursive: true });
    },
  };
}

function callerOf({ app }: World): TestWallet["call"] {
  return async (who, method, path, { body, key } = {}) => {
    const response = await app.request(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(who === undefined ? {} : { authorization: `Bearer ${who.token}` }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
}

/** Puts units into a balance, as rewards do. */
async function fund(world: World, userId: string, units: number): Promise<void> {
  const entries = [{ account: "pool:rewards", amount: -units }, { account: availableAccount(userId), amount: units }];
  const transfer = { transferId: newId(), code: "reward", entries };
  const options = { logs: ["ledger/0"] as const, metadata: { actor: "system:test" } };
  await world.deps.store.execute(postTransfer, { shard: 0, transfer }, options);
}
