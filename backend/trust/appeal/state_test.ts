import { describe, expect, it } from "vitest";
import { MOST_APPEALS } from "../../contract/appeals.ts";
import { refusalOf } from "../../testing/refusal.ts";
import type { AppealEvent } from "./events.ts";
import {
  type AnswerAppeal,
  type Appeals,
  confirmAnswer,
  decideAnswer,
  decideAppeal,
  evolve,
  NO_APPEALS,
  withdrawAnswer,
} from "./state.ts";

const LIMIT = 5_000;
const given = (events: readonly AppealEvent[], before: Appeals = NO_APPEALS) => events.reduce(evolve, before);
const write = (appeals = NO_APPEALS, about: number | undefined = 1) =>
  decideAppeal(appeals, { appealId: "a", userId: "listener", appeal: "sealed words", about });
const answer: AnswerAppeal = {
  ...{ appealId: "a", userId: "listener", outcome: "grant", answer: "sealed answer" },
  ...{ adminId: "ada", proposalId: "1" },
};
const stakes = { units: LIMIT, isJudge: false, aloneUnits: 0, limitUnits: LIMIT };
const about = { appealId: "a", userId: "listener", proposalId: "1", adminId: "ben" };
const open = given(write());
const proposed = given(decideAnswer(open, answer, { ...stakes, isJudge: true }), open);

describe("writing an appeal", () => {
  it("needs a decision to be about, and waits for the answer to the one before", () => {
    const nothing = () => decideAppeal(NO_APPEALS, { appealId: "a", userId: "u", appeal: "words", about: undefined });
    expect(refusalOf(nothing)).toMatchObject({ code: "conflict", message: expect.stringContaining("held or removed") });
    expect(refusalOf(() => write(open)).message).toMatch(/wait for our answer/);
  });

  it("ends after a few about one decision; another decision has its own", () => {
    let appeals = NO_APPEALS;
    for (let count = 0; count < MOST_APPEALS; count++) {
      appeals = given(write(appeals), appeals);
      appeals = given(decideAnswer(appeals, { ...answer, outcome: "uphold" }, stakes), appeals);
    }
    expect(refusalOf(() => write(appeals)).message).toMatch(/final/);
    expect(write(appeals, 2)).toMatchObject([{ type: "AppealWritten", data: { about: 2 } }]);
  });
});

describe("answering an appeal", () => {
  it("holds at once up to the limit, and above it when nothing is given back", () => {
    expect(decideAnswer(open, answer, stakes)).toMatchObject([{ type: "AppealAnswered", data: { units: LIMIT } }]);
    const upheld = decideAnswer(open, { ...answer, outcome: "uphold" }, { ...stakes, units: LIMIT + 1 });
    expect(upheld).toMatchObject([{ type: "AppealAnswered", data: { outcome: "uphold" } }]);
  });

  it.each([
    ["above the limit", { units: LIMIT + 1 }],
    ["above it with what was given back alone before", { units: 1, aloneUnits: LIMIT }],
    ["against the admin's own decision", { units: 1, isJudge: true }],
  ])("waits for another side %s", (_, more) => {
    const events = decideAnswer(open, answer, { ...stakes, ...more });
    expect(events).toMatchObject([{ type: "AppealAnswerProposed", data: { proposalId: "1", adminId: "ada" } }]);
    const waiting = given(events, open);
    expect(refusalOf(() => decideAnswer(waiting, answer, stakes)).code).toBe("already_decided");
    expect(refusalOf(() => confirmAnswer(waiting, { ...about, adminId: "ada" })).code).toBe("not_your_approval");
    const confirmed = confirmAnswer(waiting, about);
    expect(confirmed).toMatchObject([{ type: "AppealAnswered", data: { adminId: "ada", confirmedBy: "ben" } }]);
    expect(given(confirmed, waiting)).toMatchObject({ open: undefined, proposal: undefined, written: { 1: 1 } });
  });

  it("is off once its proposal is withdrawn, and can be given anew", () => {
    const off = given(withdrawAnswer(proposed, about), proposed);
    expect(refusalOf(() => confirmAnswer(off, about)).code).toBe("already_decided");
    expect(decideAnswer(off, answer, stakes)).toMatchObject([{ type: "AppealAnswered" }]);
  });

  it("refuses another appeal, another proposal and what is answered", () => {
    const answered = given(decideAnswer(open, answer, stakes), open);
    const late = [
      () => decideAnswer(answered, answer, stakes),
      () => decideAnswer(open, { ...answer, appealId: "b" }, stakes),
      () => confirmAnswer(proposed, { ...about, proposalId: "2" }),
      () => withdrawAnswer(open, about),
    ];
    expect(late.map((decide) => refusalOf(decide).code)).toEqual(late.map(() => "already_decided"));
  });
});
