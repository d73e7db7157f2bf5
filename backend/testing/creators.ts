import { registerUser } from "../accounts/account/register.ts";
import { hashPassword } from "../accounts/login/passwords.ts";
import type { Role } from "../contract/accounts.ts";
import { newId } from "../contract/ids.ts";
import { TEST_PASSWORD } from "./people.ts";
import { openWorld, type World } from "./world.ts";

export interface Member {
  readonly userId: string;
  readonly token: string;
}

export interface TestCreators extends AsyncDisposable {
  readonly world: World;
  /** Moves the clock, which otherwise stands still. */
  pass(ms: number): void;
  /** A verified account with an open session. */
  member(role: Role, more?: { isAdmin?: boolean; firstName?: string }): Promise<Member>;
  call(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<
    Answer
  >;
}

interface Answer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- tests look into answers of every shape
  readonly body: any;
  readonly text: string;
}

/** A world for tests of the creators' area. A FormData body is sent as a form, anything else as JSON. */
export async function openTestCreators(start = Date.UTC(2026, 5, 1, 12)): Promise<TestCreators> {
  let now = start;
  const world = await openWorld({ now: () => now });
  return {
    world,
    pass: (ms) => void (now += ms),
    member: (role, more) => member(world, { role, ...more }),
    async call(method, path, { token, body, headers = {} } = {}) {
      const isForm = body instanceof FormData;
      const response = await world.app.request(path, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        text,
        body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : {},
      };
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function member(
  { deps }: World,
  { role, isAdmin = false, firstName = "Adaeze" }: { role: Role; isAdmin?: boolean; firstName?: string },
): Promise<Member> {
  const userId = newId(deps.now());
  const person = { firstName, lastName: "Okonkwo", email: `${userId}@orin.example`, phone: "", address: "" };
  const account = { userId, ...person, role, passwordHash: await hashPassword(TEST_PASSWORD), verified: true, isAdmin };
  await registerUser(deps, account, { metadata: { actor: "system:test" } });
  const audience = isAdmin ? "admin" as const : "user" as const;
  const start = { userId, role, isAdmin, audience, remember: true, userAgent: "test" };
  const { session } = await deps.sessions.start(start);
  return { userId, token: await deps.tokens.signSession(session) };
}
