import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { changesOf, credentialChanges, credentialChangesOf, hasOpened, personIn } from "./credential_changes.ts";

const test = await openTestProjection(credentialChanges);
afterAll(() => test[Symbol.asyncDispose]());

const [ada, bola, cem] = [newId(), newId(), newId()];
const by = (userId: string) => `user:${userId}`;
const password = (userId: string, actor: string, at = 10) => (
  { type: "PasswordChanged" as const, data: { userId, passwordHash: "sealed", by: "admin" as const }, actor, at }
);
const linked = (userId: string, actor: string) => ({ type: "PasswordLinkAsked" as const, data: { userId }, actor });
const granted = (userId: string, actor: string, at = 10) => (
  { type: "AdminGranted" as const, data: { userId }, actor, at }
);
const reset = (userId: string, actor: string, at = 10) => ({
  type: "SecondFactorReset" as const,
  data: { userId, factorId: newId(), resetBy: bola, reason: "sealed" },
  ...{ actor, at },
});
const registered = (userId: string, actor: string) => ({
  type: "UserRegistered" as const,
  data: {
    ...{ userId, role: "listener" as const, firstName: "sealed", lastName: "sealed", email: "sealed", phone: "sealed" },
    ...{ address: "sealed", emailHash: "hash", passwordHash: "sealed" },
  },
  actor,
});
const erased = (userId: string) => ({ type: "AccountErased" as const, data: { userId } });

it("says what others changed of whom since a moment, and nothing that people change themselves", async () => {
  const events = [password(ada, by(bola)), password(ada, by(ada)), granted(cem, by(bola), 9), reset(cem, by(bola), 12)];
  const found = (since: number) => test.given(events, (tx) => changesOf(tx, [ada, cem], since));
  expect(await found(10)).toEqual([
    { userId: ada, by: bola, credential: "password", at: 10 },
    { userId: cem, by: bola, credential: "second factor", at: 12 },
  ]);
  expect(await found(0)).toHaveLength(3);
  expect(await test.given(events, (tx) => changesOf(tx, [bola], 0))).toEqual([]);
  // The service acts for no person.
  expect(await test.given([password(ada, "system:reset")], (tx) => changesOf(tx, [ada], 0))).toEqual([]);
});

it.each<[string, Parameters<typeof test.given>[0], boolean]>([
  ["who set the password", [password(ada, by(bola))], true],
  ["who asked for a link to choose a password", [linked(ada, by(bola))], true],
  ["who reset the second factor", [reset(ada, by(bola))], true],
  ["who made the account", [registered(ada, by(bola))], true],
  ["who signed up alone", [registered(ada, "visitor")], false],
  ["who gave rights alone", [granted(ada, by(bola))], false],
  ["who is the person", [password(ada, by(ada))], false],
  ["who did it to another", [password(cem, by(bola))], false],
])("knows whether somebody has opened an account: %s", async (_who, events, opened) => {
  expect(await test.given(events, (tx) => hasOpened(tx, { by: [cem, bola], userIds: [ada] }))).toBe(opened);
});

it("finds the last change that a payout waits for, whoever made it", async () => {
  const events = [password(ada, by(ada), 10), reset(ada, by(bola), 20), granted(ada, by(bola), 30)];
  const last = (since: number) => test.given(events, (tx) => credentialChangesOf(tx, [ada], since));
  expect(await last(0)).toEqual([{ userId: ada, credential: "second factor", at: 20 }]);
  // A link that was mailed has changed nothing yet.
  expect(await test.given([...events, linked(ada, by(bola))], (tx) => credentialChangesOf(tx, [ada], 0)))
    .toEqual([{ userId: ada, credential: "second factor", at: 20 }]);
  expect(await last(20)).toEqual([]);
});

it("forgets the changes of the erased, also what they had changed of nobody else's", async () => {
  const events = [password(ada, by(bola)), password(cem, by(ada)), erased(ada)];
  expect(await test.given(events, (tx) => changesOf(tx, [ada, cem], 0))).toMatchObject([{ userId: cem, by: ada }]);
});

it("personIn() finds a person, and nobody in the service", () => {
  expect([personIn(by(ada)), personIn("system:test")]).toEqual([ada, undefined]);
});
