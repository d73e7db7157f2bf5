import { expect, it } from "vitest";
import { holdsWord, whyHeld } from "./state.ts";

const DAY = 24 * 3_600_000;
const writing = {
  ...{ texts: ["Nice song", "Bola"], words: ["ole"], holdFirst: true, hasShown: false, isEdit: false },
  ...{ createdAt: 0, now: 30 * DAY - 1 },
};

it.each<[string, string[], boolean]>([
  ["You are an OLÈ!", ["ole"], true],
  ["olé", ["ọlẹ̀"], true],
  ["Please buy, tolerable", ["ole"], false],
  ["he said: fake artist.", ["Fake  Artist"], true],
  ["anything", ["", "  "], false],
  ["o.l.e", ["ole"], false],
])("holdsWord(%j, %j) is %s", (content, words, holds) => expect(holdsWord(content, words)).toBe(holds));

it.each<[string, Partial<typeof writing>, string | undefined]>([
  ["the first of a new account", {}, "first"],
  ["one of the words before all", { texts: ["ole", "Bola"] }, "word"],
  ["one of the words in the name", { texts: ["Nice", "Ọlẹ̀ Bola"] }, "word"],
  ["not of an account of 30 days", { now: 30 * DAY }, undefined],
  ["not the second", { hasShown: true }, undefined],
  ["not where the artist did not ask for it", { holdFirst: false }, undefined],
  ["not what was let through and is edited", { isEdit: true }, undefined],
  ["a word that an edit brings in", { isEdit: true, texts: ["ole", "Bola"] }, "word"],
])("whyHeld() holds %s", (_what, more, why) => expect(whyHeld({ ...writing, ...more })).toBe(why));
