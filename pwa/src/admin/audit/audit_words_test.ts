import { expect, it } from "vitest";
import { subjectOf } from "./audit_words.ts";

const ID = "0198c1f0-0000-7000-8000-00000000abcd";

it("finds the subject in what an admin types or pastes", () => {
  expect(subjectOf("", "anything")).toBe("");
  expect(subjectOf("policy", "")).toBe("policy");
  expect(subjectOf("track", `https://orin.example/track/${ID.toUpperCase()}`)).toBe(`track:${ID}`);
  expect(subjectOf("withdrawal", "the one of Monday")).toBeUndefined();
});
