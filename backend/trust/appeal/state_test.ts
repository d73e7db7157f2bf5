import { describe, expect, it } from "vitest";
import { MOST_APPEALS } from "../../contract/appeals.ts";
import { refusalOf } from "../../testing/refusal.ts";
import type { AppealAnswered, AppealEvent } from "./events.ts";
import { type Appeals, decideAnswer, decideAppeal, evolve, NO_APPEALS } from "./state.ts";

const given = (events: readonly AppealEvent[], before: Appeals = NO_APPEALS) => events.reduce(evolve, before);
const write = (appeals = NO_APPEALS, about: number | undefined = 1) =>
  decideAppeal(appeals, { appealId: "a", userId: "listener", appeal: "sealed words", about });
const answer: AppealAnswered["data"] = {
  ...{ appealId: "a", userId: "listener", outcome: "uphold", answer: "sealed answer" },
  ...{ units: 100, adminId: "ada" },
};
const open = given(write());

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
      appeals = given(decideAnswer(appeals, answer), appeals);
    }
    expect(refusalOf(() => write(appeals)).message).toMatch(/final/);
    expect(write(appeals, 2)).toMatchObject([{ type: "AppealWritten", data: { about: 2 } }]);
  });
});

describe("answering an appeal", () => {
  it("happens once, and about the one that waits", () => {
    expect(decideAnswer(open, answer)).toEqual([{ type: "AppealAnswered", data: answer }]);
    const answered = given(decideAnswer(open, answer), open);
    expect(answered).toEqual({ open: undefined, written: { 1: 1 } });
    expect(refusalOf(() => decideAnswer(answered, answer)).code).toBe("already_decided");
    expect(refusalOf(() => decideAnswer(open, { ...answer, appealId: "b" })).code).toBe("already_decided");
  });
});
