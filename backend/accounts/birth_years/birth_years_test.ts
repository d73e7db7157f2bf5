import { afterAll, beforeAll, expect, it } from "vitest";
import { BIRTH_YEARS } from "../../contract/birth_years.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { decideYears } from "./state.ts";

let test: TestListeners;
let ada: TestPerson;

beforeAll(async () => {
  test = await openTestListeners();
  ada = await test.addPerson("Ada");
});
afterAll(() => test[Symbol.asyncDispose]());

const call = async (method: "GET" | "PUT" | "DELETE", years?: unknown) => {
  const body = method === "PUT" ? { body: { years } } : {};
  const answer = await test.call(method, "/api/v1/birth-years", { token: ada.token, ...body });
  return [answer.status, answer.body.years];
};
const events = async () =>
  (await test.world.deps.store.readStream("social", `birth-years/${ada.userId}`)).map(({ type, data }) => ({
    type,
    data,
  }));

it("are told by choice alone, can be changed and taken back, and stand in the log sealed", async () => {
  expect(await call("GET")).toEqual([200, null]);
  expect(await call("DELETE")).toEqual([200, null]);
  expect(await call("PUT", BIRTH_YEARS[3])).toEqual([200, "1995 to 1999"]);
  expect(await call("PUT", BIRTH_YEARS[3])).toEqual([200, "1995 to 1999"]);
  expect(await call("PUT", "before 1960")).toEqual([200, "before 1960"]);
  expect((await call("PUT", "1999"))[0]).toBe(400);
  expect(await call("GET")).toEqual([200, "before 1960"]);
  const data = await test.call("GET", "/api/v1/me/export", { token: ada.token });
  expect(JSON.stringify(data.body)).toContain("before 1960");
  expect(await call("DELETE")).toEqual([200, null]);
  const written = await events();
  expect(written.map(({ type }) => type)).toEqual(["BirthYearsTold", "BirthYearsTold", "BirthYearsTakenBack"]);
  expect(JSON.stringify(written)).not.toMatch(/ to |before/);
});

it("change nothing where nothing changes", () => {
  const sealed = "sealed" as never;
  expect(decideYears(undefined, { userId: "u", years: undefined, isSame: false })).toEqual([]);
  expect(decideYears(sealed, { userId: "u", years: sealed, isSame: true })).toEqual([]);
  expect(decideYears(undefined, { userId: "u", years: sealed, isSame: true })).toHaveLength(1);
});
