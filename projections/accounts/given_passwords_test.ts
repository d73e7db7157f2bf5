import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { givenPasswords, withOwnPassword } from "./given_passwords.ts";

const test = await openTestProjection(givenPasswords);
afterAll(() => test[Symbol.asyncDispose]());

const [ada, bola] = [newId(), newId()];
const registered = (actor: string) => ({
  type: "UserRegistered" as const,
  data: {
    ...{ userId: ada, role: "listener" as const, firstName: "sealed", lastName: "sealed", email: "sealed" },
    ...{ phone: "sealed", address: "sealed", emailHash: "hash", passwordHash: "sealed" },
  },
  actor,
});
const changed = (by: "owner" | "reset" | "admin") => ({
  type: "PasswordChanged" as const,
  data: { userId: ada, passwordHash: "sealed", by },
  actor: by === "admin" ? `user:${bola}` : "visitor",
});
const erased = { type: "AccountErased" as const, data: { userId: ada } };

it.each<[string, Parameters<typeof test.given>[0], boolean]>([
  ["who signed up", [registered("visitor")], true],
  ["whom the system made", [registered("system:demo")], true],
  ["whose account another made", [registered(`user:${bola}`)], false],
  ["who chose another since", [registered(`user:${bola}`), changed("owner")], true],
  ["who chose one with a link", [registered(`user:${bola}`), changed("reset")], true],
  ["whose password an admin once set", [registered("visitor"), changed("admin")], false],
  ["who is erased", [registered(`user:${bola}`), erased], true],
])("knows whether a person has an own password: %s", async (_who, events, isOwn) => {
  expect((await test.given(events, (tx) => withOwnPassword(tx, [ada]))).has(ada)).toBe(isOwn);
});
