import { hashPassword } from "../../backend/accounts/login/passwords.ts";
import type { Role } from "../../backend/contract/accounts.ts";
import { newId } from "../../backend/contract/ids.ts";
import { addPerson } from "../../backend/testing/people_fixtures.ts";
import type { World } from "../../backend/testing/world.ts";

type GivenRole = Role | "admin";

const PASSWORD = "Ìlú-àyàn-2026!";

/** A person with a verified account, and how they log in. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
}

/** A verified person with a password, made as the service itself makes one. */
export async function givePerson({ deps }: World, name: string, as: GivenRole): Promise<Person> {
  const [userId, isAdmin] = [newId(), as === "admin"];
  // Of their own, so that a test that is tried again finds the address free.
  const email = `${name.toLowerCase()}-${userId.slice(-6)}@orin.example`;
  const person = { firstName: name, phone: "+2348031234567", address: "1 Marina, Lagos", email };
  const login = {
    role: as === "admin" ? "listener" as const : as,
    isAdmin,
    passwordHash: await hashPassword(PASSWORD),
  };
  await addPerson(deps, { ...person, ...login, userId });
  return { userId, email, password: PASSWORD };
}

/** The answer of a log-in, as a page keeps it by `keepSession`. */
export async function logInAt(url: string, { email, password }: Person): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password, rememberMe: true }),
  });
  if (!response.ok) throw new Error(`${email} cannot log in: ${await response.text()}`);
  return await response.json();
}

/** Runs in the page, before its scripts. */
export function keepSession({ token, ...details }: Record<string, unknown>): void {
  localStorage.setItem("token", String(token));
  localStorage.setItem("userId", String(details.userId));
  localStorage.setItem("orin.session", JSON.stringify({ ...details, remember: true }));
}
