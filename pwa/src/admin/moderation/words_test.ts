import type { AnswerRule } from "@contract/moderation.ts";
import { describe, expect, it } from "vitest";
import { answererWords, wrongWords } from "./words.ts";

const names = ["Ada", "Bola", "Chi", "Dan", "Efe", "Fola"];
const words = (rule: AnswerRule, more: object = {}) =>
  answererWords({ rule, names, mayAnswer: false, mayAgree: false, isTooSoon: false, ...more }, "show it again");

describe("who may answer an appeal", () => {
  it("is named, a few of them, and why they", () => {
    expect(words("another_side")).toMatch(/^Ada, Bola, Chi, Dan, Efe, or 1 more can answer: an appeal is for another/);
    expect(words("another_role", { names: ["Ada"], mayAnswer: true })).toMatch(/^You can answer, for support/);
    expect(words("same_side", { names: ["Ada"] })).toMatch(/^Ada can answer: no admin is left/);
    expect(words("agree_only")).toMatch(
      /You can agree and show it again, or the operator names another founding owner/,
    );
    expect(words("another_side", { isTooSoon: true })).toMatch(/^You can answer later: for 72 hours/);
  });
});

describe("the words of a decision", () => {
  it("say why: neither none, nor a template without its end", () => {
    expect([wrongWords(" a "), wrongWords("It breaks our rules: "), wrongWords("It breaks our rules: spam")]).toEqual([
      ...["Please say why", "Please finish the sentence: they read these words", undefined],
    ]);
  });
});
