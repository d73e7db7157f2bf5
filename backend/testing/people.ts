import type { TestAccounts } from "./accounts.ts";

export const TEST_PASSWORD = "Ìlú-àyàn-2026!";
export const TEST_PERSON = {
  firstName: "Adaeze",
  lastName: "Okonkwo",
  phone: "0803 123 4567",
  address: "12 Bode Thomas, Lagos",
  password: TEST_PASSWORD,
};

/** Another five digits than those. */
export function otherCode(code: string): string {
  return String((Number(code) + 1) % 100_000).padStart(5, "0");
}

export type People = ReturnType<typeof peopleOf>;

/** What tests do with accounts all the time, through the calls that everyone makes. */
export function peopleOf(world: TestAccounts) {
  let count = 0;
  const newEmail = () => `person${++count}@orin.example`;
  const signup = (email: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    world.call("POST", "/api/auth/signup", { body: { ...TEST_PERSON, email, role: "listener", ...more }, headers });
  const verify = (email: string, otp: string) => world.call("POST", "/api/auth/verify-otp", { body: { email, otp } });
  const login = (email: string, password = TEST_PASSWORD, more: Record<string, unknown> = {}) =>
    world.call("POST", "/api/auth/login", { body: { email, password, ...more } });

  /** A verified account with an open session. */
  async function member(more: Record<string, unknown> = {}) {
    const email = newEmail();
    await signup(email, more);
    await verify(email, await world.codeFor(email));
    const { body } = await login(email);
    // Mails of one moment are sent beside each other: only of those that come later one is the newest.
    await world.mailsTo(email);
    return { email, token: String(body.token), userId: String(body.userId) };
  }
  return { newEmail, signup, verify, login, member };
}
