import { expect, it } from "vitest";
import { eventWords, subjectOf } from "./audit_words.ts";

const ID = "0198c1f0-0000-7000-8000-00000000abcd";

it("finds the subject in what an admin types or pastes", () => {
  expect(subjectOf("", "anything")).toBe("");
  expect(subjectOf("policy", "")).toBe("policy");
  expect(subjectOf("track", `https://orin.example/track/${ID.toUpperCase()}`)).toBe(`track:${ID}`);
  expect(subjectOf("withdrawal", "the one of Monday")).toBeUndefined();
});

it("says that an invitation confirmed an address where another person did it", () => {
  const verified = { type: "EmailVerified", stream: `user/${ID}` };
  expect(eventWords({ ...verified, actor: "user:0198c1f0-0000-7000-8000-00000000beef" }))
    .toBe("Email confirmed by the invitation");
  expect(eventWords({ ...verified, actor: `user:${ID}` })).toBe("Email verified");
  expect(eventWords({ ...verified, actor: "system:first-admin" })).toBe("Email verified");
});
