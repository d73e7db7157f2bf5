import { expect, it } from "vitest";
import { DatabaseAway, Overloaded } from "../store/log/errors.ts";
import { StartError } from "./start_error.ts";
import { DatabasePatience } from "./wait_for_database.ts";

let now = 0;
const lines: string[] = [];
const patience = new DatabasePatience((line) => lines.push(line), () => now);
/** Fails with each of these in turn, and then answers; each try takes ten seconds. */
const failing = (...errors: unknown[]) => () => {
  now += 10_000;
  const error = errors.shift();
  return error === undefined ? Promise.resolve("done") : Promise.reject(error);
};
const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });

it("waits for a database that is away, slow or busy, with two lines", async () => {
  lines.length = 0;
  const work = failing(refused, new DatabaseAway(), new Overloaded(1_000), refused);
  expect(await patience.step(work, 0)).toBe("done");
  expect(lines).toEqual([
    "The start waits for the database, up to 120 s: connect ECONNREFUSED 127.0.0.1:5432",
    "The database answers again after 40 s",
  ]);
});

it("ends in one line after two minutes", async () => {
  const end = patience.step(failing(...Array.from({ length: 20 }, () => refused)), 0);
  await expect(end).rejects.toThrow(StartError);
  await expect(end).rejects.toThrow("the database did not answer for 120 s: connect ECONNREFUSED");
});

it("does not wait for what no waiting mends", async () => {
  const wrong = Object.assign(new Error("password authentication failed"), { code: "28P01" });
  await expect(patience.step(failing(wrong), 0)).rejects.toBe(wrong);
});
