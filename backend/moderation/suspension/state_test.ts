import { describe, expect, it } from "vitest";
import type { FindAnswerers } from "../may_answer.ts";
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

  it("is answered once, by another admin than who suspended, on another side, and not by the person", () => {
    const find = (ids: readonly string[]) => () => ({ rule: "another_side" as const, ids, tooSoon: [] });
    const around = { since: SINCE as number | undefined, findAnswerers: find(["second", "ada"]) };
    const decide = (more: object = {}, other: object = {}) =>
      decideSuspensionAnswer(given(appealed), { ...answer, ...more }, { ...around, ...other });
    expect(decide()).toEqual([answered]);
    expect(codeOf(() => decide({ adminId: "first" }))).toBe("not_your_approval");
    expect(codeOf(() => decide({}, { findAnswerers: find([]) }))).toBe("not_independent");
    expect(codeOf(() => decide({ adminId: "ada" }))).toBe("conflict");
    expect(codeOf(() => decide({ appealId: "a2" }))).toBe("already_decided");
    expect(codeOf(() => decide({}, { since: undefined }))).toBe("already_decided");
    const late = () => decideSuspensionAnswer(given(appealed, answered), answer, around);
    expect(codeOf(late)).toBe("already_decided");
  });

  it("can be agreed to, and not refused, where nobody is there but who suspended", () => {
    const asked: unknown[] = [];
    const findAnswerers: FindAnswerers = (about) => {
      asked.push(about);
      return { rule: "agree_only", ids: ["first"], tooSoon: [] };
    };
    const decide = (verdict: "grant" | "uphold") =>
      decideSuspensionAnswer(given(appealed), { ...answer, adminId: "first", verdict }, {
        since: SINCE,
        findAnswerers,
      });
    expect(decide("grant")).toHaveLength(1);
    expect(codeOf(() => decide("uphold"))).toBe("not_independent");
    expect(asked[0]).toMatchObject({ decidedBy: "first", parties: ["ada"] });
  });
});
