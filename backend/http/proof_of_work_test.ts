import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { WorkChallenge } from "../contract/problem.ts";
import { openTestAccounts } from "../testing/accounts.ts";
import { peopleOf } from "../testing/people.ts";
import { solveWork } from "../testing/proof_of_work.ts";

it("from the fifth sign-up of an address an hour on, production asks for work, once for each account", async () => {
  await using world = await openTestAccounts({ production: true });
  const people = peopleOf(world);
  const signUp = (altcha?: string) => people.signup(people.newEmail(), altcha === undefined ? {} : { altcha });
  for (let count = 0; count < 4; count++) expect((await signUp()).status).toBe(201);
  const { status, body } = await signUp();
  expect([status, body.code, body.error]).toEqual([
    ...[403, "proof_required"],
    "Please let your browser show that you are not a script",
  ]);
  const proof = solveWork(body.challenge);
  expect((await signUp(proof)).status).toBe(201);
  expect((await signUp(proof)).body.code).toBe("proof_required");
  const next = async (): Promise<WorkChallenge> => (await signUp()).body.challenge;
  const again = solveWork(await next());
  const both = await Promise.all([signUp(again), signUp(again)]);
  expect(both.map((answer) => answer.status).toSorted()).toEqual([201, 403]);
  const foreign = { ...await next(), salt: `00?expires=${Math.floor(world.deps.now() / 1_000) + 9_999}&` };
  const forged = { ...foreign, challenge: createHash("sha256").update(`${foreign.salt}7`).digest("hex") };
  for (const bad of ["", "x", "%%%", btoa("{}"), solveWork(forged), solveWork(await next(), { number: 1.5 })]) {
    expect((await signUp(bad)).body.code).toBe("proof_required");
  }
  const late = solveWork(await next());
  world.pass(10 * 60_000 + 1_000);
  expect((await signUp(late)).status).toBe(403);
  world.pass(60 * 60_000);
  expect((await signUp()).status).toBe(201);
});

it("development never asks", async () => {
  await using world = await openTestAccounts();
  const people = peopleOf(world);
  for (let count = 0; count < 8; count++) expect((await people.signup(people.newEmail())).status).toBe(201);
});
