import { expect, it } from "vitest";
import { DEFAULT_SWITCHES } from "../contract/notifications.ts";
import {
  type ChoicesChange,
  decideChoices,
  digestOf,
  evolveChoices,
  isNews,
  mailWay,
  NO_CHOICES,
  quietUntil,
} from "./state.ts";

const userId = "0199a000-0000-7000-8000-000000000001";
const at = (text: string) => Date.parse(text);
const chosen = (changes: [ChoicesChange, number][]) =>
  changes.reduce((known, [change, moment]) => (
    decideChoices(known, { userId, ...change }).reduce((one, event) => evolveChoices(one, event, moment), known)
  ), NO_CHOICES);

it("a choice keeps what it does not name, and the same choice again is no event", () => {
  const change: ChoicesChange = { switches: { release: { push: false } }, quiet: { from: "23:00" } };
  const [event] = decideChoices(NO_CHOICES, { userId, ...change });
  expect(event?.data).toEqual({
    userId,
    switches: { release: { push: false } },
    quiet: { isOn: true, from: "23:00", until: "07:00", zone: "Africa/Lagos" },
  });
  const after = chosen([[change, 1]]);
  expect(after.switches).toEqual({ ...DEFAULT_SWITCHES, release: { app: true, push: false, mail: false } });
  expect(decideChoices(after, { userId, ...change })).toEqual([]);
  expect(decideChoices(after, { userId, switches: {}, quiet: {} })).toEqual([]);
});

it.each(["withdrawal", "security"] as const)("mails about %s cannot be switched off", (kind) => {
  const off = { userId, switches: { [kind]: { mail: false } } };
  expect(() => decideChoices(NO_CHOICES, off)).toThrow("We always send receipts and warnings by email");
  expect(decideChoices(NO_CHOICES, { userId, switches: { [kind]: { mail: true } } })).toEqual([]);
});

it("nobody is reminded of a streak who has not asked", () => {
  expect(Object.values(NO_CHOICES.switches.streak)).toEqual([false, false, false]);
});

it.each([
  ["22:00", "07:00", "2026-06-01T20:59:59Z", undefined],
  ["22:00", "07:00", "2026-06-01T21:00:00Z", "2026-06-02T06:00:00Z"],
  ["22:00", "07:00", "2026-06-02T05:59:30Z", "2026-06-02T06:00:00Z"],
  ["22:00", "07:00", "2026-06-02T06:00:00Z", undefined],
  ["09:00", "12:30", "2026-06-02T08:00:00Z", "2026-06-02T11:30:00Z"],
  ["09:00", "12:30", "2026-06-02T11:30:00Z", undefined],
  ["09:00", "09:00", "2026-06-02T08:00:00Z", undefined],
])("quiet from %s until %s in Lagos: at %s until %s", (from, until, now, expected) => {
  const quiet = { isOn: true, from, until, zone: "Africa/Lagos" };
  expect(quietUntil(quiet, at(now))).toBe(expected && at(expected));
  expect(quietUntil({ ...quiet, isOn: false }, at(now))).toBeUndefined();
});

it("quiet hours are those of the person's time zone", () => {
  const quiet = { isOn: true, from: "22:00", until: "07:00", zone: "America/New_York" };
  expect(quietUntil(quiet, at("2026-06-01T23:00:00Z"))).toBeUndefined();
  expect(quietUntil(quiet, at("2026-06-02T02:00:00Z"))).toBe(at("2026-06-02T11:00:00Z"));
});

it("what happened while there was one mail a day is in that mail, and what did not goes by itself", () => {
  const choices = chosen([
    [{ switches: { release: { mail: true } }, mails: "daily" }, 1_000],
    [{ mails: "once" }, 2_000],
  ]);
  const way = (moment: number) => mailWay(choices, "release", moment);
  expect([way(999), way(1_000), way(1_999), way(2_000)]).toEqual(["now", "daily", "daily", "now"]);
  expect(mailWay(choices, "premium", 1_500)).toBe("now");
  expect(mailWay(choices, "comment", 1_500)).toBe("never");
});

it.each([
  ["2026-06-01T06:59:59.999Z", "2026-06-01", "2026-06-01T07:05:00Z"],
  ["2026-06-01T07:00:00.000Z", "2026-06-02", "2026-06-02T07:05:00Z"],
])("the mail of a day tells of %s on %s", (moment, day, runAt) => {
  const digest = digestOf(at(moment));
  expect({ day: digest.day, runAt: digest.runAt }).toEqual({ day, runAt: at(runAt) });
  expect(at(moment)).toBeGreaterThanOrEqual(digest.from);
  expect(at(moment)).toBeLessThan(digest.until);
});

it("news is what happened within a day", () => {
  expect([isNews(1, 24 * 3_600_000), isNews(0, 24 * 3_600_000)]).toEqual([true, false]);
});
