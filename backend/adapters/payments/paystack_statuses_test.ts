import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withAnswers } from "./test_answers.ts";
import { LOOKED_UP, ok, REFERENCE, VERIFIED } from "./test_samples.ts";

describe("any status", () => {
  const PAYOUT = ["pending", "received", "otp", "success", "failed", "reversed", "abandoned", "blocked", "rejected"];
  const CHARGE = ["success", "failed", "abandoned", "ongoing", "pending", "processing", "queued", "reversed"];
  const words = fc.oneof(
    fc.string({ minLength: 1, unit: "grapheme" }),
    fc.constantFrom(
      "Success",
      "SUCCESS",
      " success",
      "success ",
      "constructor",
      "__proto__",
      "true",
      "not_found",
      "unknown",
    ),
  );

  it("that nobody documented is unknown, with the word, for payouts", async () => {
    await fc.assert(
      fc.asyncProperty(words.filter((word) => !PAYOUT.includes(word)), async (status) => {
        const found = await withAnswers(
          ok({ ...LOOKED_UP, status }),
          (payments) => payments.lookUpPayout(REFERENCE),
        );
        expect(found).toMatchObject({ status: "unknown", said: status });
      }),
      { numRuns: 60 },
    );
  });

  it("that nobody documented is unknown, with the word, for charges", async () => {
    await fc.assert(
      fc.asyncProperty(words.filter((word) => !CHARGE.includes(word)), async (status) => {
        const found = await withAnswers(
          ok({ ...VERIFIED, status }),
          (payments) => payments.confirmCharge(REFERENCE),
        );
        expect(found).toMatchObject({ status: "unknown", said: status });
      }),
      { numRuns: 60 },
    );
  });

  it.each(PAYOUT)("%s is itself for payouts", async (status) => {
    const found = await withAnswers(ok({ ...LOOKED_UP, status }), (payments) => payments.lookUpPayout(REFERENCE));
    expect(found).toMatchObject({ status });
    expect(found).not.toHaveProperty("said");
  });
});
