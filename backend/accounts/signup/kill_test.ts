import { afterAll, beforeAll, expect, it } from "vitest";
import type { VerifierOrder } from "../../testing/faults/verifier.ts";
import { atEveryStep, runScript } from "../../testing/kills.ts";
import { IS_PROOF } from "../../testing/proof.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { type People, peopleOf } from "../../testing/people.ts";
import { TEST_KEY, TEST_SECRET } from "../../testing/store.ts";

const SCRIPT = new URL("../../testing/faults/verifier.ts", import.meta.url);

let world: TestAccounts;
let people: People;
beforeAll(async () => {
  world = await openTestAccounts();
  people = peopleOf(world);
});
afterAll(() => world[Symbol.asyncDispose]());

interface Life {
  readonly userId: string;
  readonly body: VerifierOrder["body"];
  readonly wasKilled: boolean;
}

/** A person signs up, and kill -9 ends the process that takes their code at one of its steps. */
async function live(boundary: number): Promise<Life> {
  const email = people.newEmail();
  const { userId, signUpProof } = (await people.signup(email)).body;
  const body = { email, otp: await world.codeFor(email), signUpProof: String(signUpProof) };
  const order: VerifierOrder = {
    ...{ url: world.test.serviceUrl, secret: TEST_SECRET, fingerprintKey: [...TEST_KEY], now: world.deps.now() },
    ...{ directory: world.deps.config.dataDir, body, boundary },
  };
  const { wasKilled } = await runScript(SCRIPT, order);
  return { userId: String(userId), body, wasKilled };
}

const enter = (body: unknown) => world.call("POST", "/api/auth/verify-otp", { body });
const sessionsOf = async (userId: string) =>
  (await world.test.store.sql`select 1 from sessions where user_id = ${userId}`).length;

/** What the browser gets that sends its code again once the service is back, and what it can do then. */
async function goOn({ userId, body }: Life): Promise<string> {
  const before = await sessionsOf(userId);
  const again = await enter(body);
  const told = again.body.session ? "a session" : String(again.body.code);
  if (told === "bad_code") {
    // The code is burnt, the proof is not: the next code opens the session.
    world.pass(1_000);
    await world.call("POST", "/api/auth/resend-otp", { body: { email: body.email } });
    const next = await enter({ ...body, otp: await world.codeFor(body.email) });
    expect(next).toMatchObject({ status: 200, body: { session: { userId } } });
  }
  const opened = told === "already_verified" ? before : 1;
  expect(await sessionsOf(userId)).toBe(opened);
  return told;
}

it(
  "a sign-up's code, whose process is killed with -9 at every step, opens one session at most and no account is lost",
  async () => {
    const { lives, last } = await atEveryStep(live);
    // The address's attempts, the account, code, verification, account again, proof and session: three each.
    expect(last).toBeGreaterThanOrEqual(IS_PROOF ? 21 : 16);
    await world.deps.store.settle();
    const told: string[] = [];
    for (const life of lives) {
      told.push(await goOn(life));
      const sessions = await sessionsOf(life.userId);
      // Another browser that has both gets nothing.
      expect((await enter(life.body)).body.session).toBeUndefined();
      expect(await sessionsOf(life.userId)).toBe(sessions);
      expect(await people.login(life.body.email)).toMatchObject({ status: 200 });
    }
    // Whatever it says, the person is in: now, with the next code, or with their password.
    if (IS_PROOF) expect([...new Set(told)]).toEqual(["a session", "bad_code", "already_verified"]);
  },
  400_000,
);
