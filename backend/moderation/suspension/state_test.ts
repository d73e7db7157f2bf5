import { describe, expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import type { SuspensionAppealEvent } from "./events.ts";
import {
  decideSuspensionAnswer,
  decideSuspensionAppeal,
  evolveSuspensionAppeals,
  NO_SUSPENSION_APPEALS,
} from "./state.ts";

const SINCE = 1_000;
const data = { userId: "ada", appealId: "a1", suspendedAt: SINCE, suspendedBy: "first", words: "sealed" };
const appealed: SuspensionAppealEvent = { type: "SuspensionAppealed", data };
const answer = { userId: "ada", appealId: "a1", adminId: "second", verdict: "grant", words: "sealed" } as const;
const answered: SuspensionAppealEvent = { type: "SuspensionAppealAnswered", data: { ...answer, suspendedAt: SINCE } };
const given = (...events: SuspensionAppealEvent[]) => events.reduce(evolveSuspensionAppeals, NO_SUSPENSION_APPEALS);
const codeOf = (run: () => unknown) => refusalOf(run).code;

describe("an appeal against a suspension", () => {
  const write = (known = given(), more: object = {}, since: number | undefined = SINCE) =>
    decideSuspensionAppeal(known, { data: { ...data, ...more }, since });

  it("is written once about each, while it lasts", () => {
    expect(write()).toEqual([appealed]);
    expect(write(given(appealed))).toEqual([]);
    expect(refusalOf(() => write(given(appealed), { appealId: "a2" })).message).toMatch(/wait for our answer/);
    expect(refusalOf(() => write(given(appealed, answered), { appealId: "a2" })).message).toMatch(/final/);
    expect(codeOf(() => decideSuspensionAppeal(given(), { data, since: undefined }))).toBe("link_invalid");
    // The link of an earlier suspension opens nothing of the one since.
    expect(codeOf(() => write(given(), {}, SINCE + 5))).toBe("link_invalid");
    expect(write(given(appealed, answered), { appealId: "a2", suspendedAt: 9_000 }, 9_000)).toHaveLength(1);
  });

  it("is answered once, while the suspension lasts that it is about", () => {
    const decide = (more: object = {}, since: number | undefined = SINCE, known = given(appealed)) =>
      decideSuspensionAnswer(known, { ...answer, ...more }, since);
    expect(decide()).toEqual([answered]);
    expect(codeOf(() => decide({ appealId: "a2" }))).toBe("already_decided");
    expect(codeOf(() => decideSuspensionAnswer(given(appealed), answer, undefined))).toBe("already_decided");
    expect(codeOf(() => decide({}, SINCE + 5))).toBe("already_decided");
    expect(codeOf(() => decide({}, SINCE, given(appealed, answered)))).toBe("already_decided");
  });
});
