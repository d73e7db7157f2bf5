import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestDatabase } from "../testing/database.ts";
import { startTestServer } from "../testing/server.ts";
import { TEST_SECRET } from "../testing/store.ts";
import { createServiceDatabase } from "../testing/template.ts";
import { mailedCode } from "../testing/mailed_code.ts";
import { eventually } from "../testing/wait.ts";

const PERSON = {
  firstName: "Adaugochi",
  lastName: "Okwuosa",
  phone: "08037654321",
  address: "14 Bode Thomas, Surulere",
};
const LOGIN = { email: "adaugochi.okwuosa@orin.example", password: "Orin-test-2026!" };
const BANK = { accountNumber: "0123498765", bankCode: "058" };

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createServiceDatabase(TEST_SECRET);
  dataDir = await Deno.makeTempDir({ prefix: "orin-log-" });
});
afterAll(async () => {
  await database.drop();
  await Deno.remove(dataDir, { recursive: true });
});

it("the log of a journey from the sign-up to a withdrawal names nobody and holds no token", async () => {
  // Texts cannot be sent, so that failures are logged, too.
  const texts = { TERMII_API_KEY: "key-of-termii", TERMII_SENDER: "Orin", TERMII_BASE_URL: "http://127.0.0.1:9" };
  await using server = await startTestServer({
    dataDir,
    env: { DATABASE_URL: database.url, ORIN_SECRET: TEST_SECRET, ...texts },
  });
  let token = "";
  const send = async (path: string, body: unknown) => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${server.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await answer.text();
    return { status: answer.status, body: JSON.parse(text || "{}") };
  };
  expect((await send("/api/auth/signup", { ...PERSON, ...LOGIN, role: "listener" })).status).toBe(201);
  const otp = await mailedCode(server.url, LOGIN.email);
  expect((await send("/api/auth/login", { ...LOGIN, password: "Wrong-test-2026!" })).status).toBe(401);
  expect((await send("/api/auth/verify-otp", { email: LOGIN.email, otp })).status).toBe(200);
  const login = await send("/api/auth/login", LOGIN);
  token = login.body.token;
  expect(token).toMatch(/^ey/);
  expect((await send("/api/v1/verify-account", BANK)).status).toBe(200);
  expect((await send("/api/v1/withdraw", { amount: 50, bankDetails: BANK })).status).toBeGreaterThanOrEqual(400);
  expect((await send("/api/v1/phone/code", { phone: PERSON.phone })).status).toBeLessThan(500);
  await eventually("the failed text in the log", () => server.output()).toContain("texts: Cannot send texts now");

  const values = [...Object.values(PERSON), ...Object.values(LOGIN), BANK.accountNumber, "+2348037654321", token];
  for (const value of [...values, "Wrong-test-2026!", "key-of-termii", "2348037654321"]) {
    expect(server.output()).not.toContain(value);
  }
  expect(server.output()).not.toMatch(new RegExp(`\\b${otp}\\b`));
});
