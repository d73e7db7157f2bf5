import { beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { dataSaverChoice } from "./data_saver.ts";
import { askPremium } from "./premium.ts";
import { qualityChoice, savingQuality, streamQuality } from "./quality.ts";
import { startSession } from "./session.ts";

const CHOICES = ["auto", "high", "normal", "low"] as const;
const asked = (quality: () => string) =>
  CHOICES.map((choice) => {
    qualityChoice.set(choice);
    return quality();
  });

async function havePremium(isSubscribed: boolean) {
  answerCalls({ "GET /api/v1/free-plays": { body: { isSubscribed } } });
  await askPremium({ anew: true });
}

beforeEach(() => {
  vi.restoreAllMocks();
  dataSaverChoice.set("off");
  startSession({ token: "t", role: "listener", userId: "u1", reportToken: "r", expiresAt: "" }, true);
});

describe("streamQuality()", () => {
  it("is 160 kbit/s for Premium alone, where it is chosen or nothing is", async () => {
    await havePremium(true);
    expect(asked(streamQuality)).toEqual(["high", "high", "normal", "saver"]);
    await havePremium(false);
    expect(asked(streamQuality)).toEqual(["normal", "normal", "normal", "saver"]);
  });

  it("is 48 kbit/s with data saver, whatever is chosen", async () => {
    await havePremium(true);
    dataSaverChoice.set("on");
    expect([...new Set(asked(streamQuality)), ...new Set(asked(savingQuality))]).toEqual(["saver", "saver"]);
  });
});

describe("savingQuality()", () => {
  it("is the best unless less is chosen", () => {
    expect(asked(savingQuality)).toEqual(["high", "high", "normal", "saver"]);
  });
});
