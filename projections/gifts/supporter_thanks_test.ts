import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { findThanks, hiddenWords, supporterThanks, thanksOf } from "./supporter_thanks.ts";

const [ada, first, second, gift] = [newId(), newId(), newId(), newId()];
const thanked = (thanksId: string, from: number, until: number) => ({
  type: "SupportersThanked" as const,
  data: { thanksId, artistId: ada, content: "sealed", from, until },
  at: until,
});
const both = [thanked(first, 0, 1_000), thanked(second, 1_000, 2_000)];
const about = (subjectId: string, kind: "post" | "comment" = "post") => (
  { caseId: newId(), kind, subjectId, ownerId: ada, decisionId: newId(), adminId: newId(), words: "w" }
);
const hide = (subjectId: string, kind?: "comment") => (
  { type: "ContentHidden" as const, data: { ...about(subjectId, kind), reason: "spam" as const, strike: false } }
);
const show = (subjectId: string) => ({ type: "ContentShown" as const, data: about(subjectId) });
const erased = { type: "AccountErased" as const, data: { userId: ada } };

it("keeps what was said to all, the newest first, with what a moderator hides, until its artist is erased", async () => {
  await using test = await openTestProjection(supporterThanks);
  const list = async (tx: Sql | Tx) =>
    (await thanksOf(tx, [ada])).map(({ thanksId, isHidden }) => [thanksId, isHidden]);
  expect(await test.given(both, list)).toEqual([[second, false], [first, false]]);
  expect(await test.given([...both, hide(first), hide(second, "comment")], list)).toEqual([
    [second, false],
    [first, true],
  ]);
  expect(await test.given([...both, hide(first), hide(first), show(first)], list)).toEqual([
    [second, false],
    [first, false],
  ]);
  expect(await test.given([...both, hide(first), erased], list)).toEqual([]);
  expect(await test.given(both, async (tx) => (await findThanks(tx, [second])).get(second))).toMatchObject({
    ...{ from: 1_000, until: 2_000, isHidden: false },
  });
  const isHidden = async (tx: Sql | Tx) => (await hiddenWords(tx, [gift, first])).has(gift);
  expect(await test.given([hide(gift)], isHidden)).toBe(true);
  expect(await test.given([hide(gift), show(gift)], isHidden)).toBe(false);
});
