import { describe, expect, it } from "vitest";
import type { PlayReason } from "../../contract/listening.ts";
import { rewardMessage } from "./report.ts";

const capped = (reason: PlayReason, units = 0) => rewardMessage({ playId: "p", status: "capped", units, reason }, 11);

describe("rewardMessage()", () => {
  it("says what a play earned and the balance", () => {
    expect(rewardMessage({ playId: "p", status: "accepted", units: 10 }, 1_234)).toBe(
      "You earned 0.10 tokens with this play. With what settles you have 12.34",
    );
  });

  it.each(
    [
      ["overlap", "this time was already credited on another device or play"],
      ["already_earned", "you have earned all this song can give today"],
      ["daily_cap", "you have reached today's earning limit"],
      ["pool_empty", "today's reward pool is used up"],
      ["own_track", "your own songs earn nothing"],
      ["too_old", "this time is more than 14 days ago"],
      ["future", "this time is in the future by our clock"],
      ["before_account", "this time is from before you had an account"],
    ] as const,
  )("names the reason %s when less was credited", (reason, words) => {
    expect(capped(reason)).toBe(`You earned 0.00 tokens with this play: ${words}. With what settles you have 0.11`);
    expect(capped(reason, 7)).toBe(`You earned 0.07 tokens with this play: ${words}. With what settles you have 0.11`);
  });

  it.each(
    [
      ["too_many_reports", "your device sent this play too many times"],
      ["other_owner", "this play belongs to another account"],
      ["other_track", "this play was already sent for another song"],
      ["unknown_track", "this song is no longer on Orin"],
      ["invalid", "Orin could not read this play"],
    ] as const,
  )("names the reason %s when a play was refused", (reason, words) => {
    const message = rewardMessage({ playId: "p", status: "refused", units: 0, reason }, 11);
    expect(message).toBe(`This play could not be counted: ${words}`);
  });
});
