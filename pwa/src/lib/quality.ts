import type { Quality } from "@contract/listening.ts";
import { isMetered, savesData, subscribeDataSaver } from "./data_saver.ts";
import { isPremium, subscribePremium } from "./premium.ts";
import { storedChoice } from "./stored_choice.ts";

/** `auto`: the best that the listener's plan and connection give. */
export type QualityChoice = "auto" | "high" | "normal" | "low";

/** What the listener has chosen. */
export const qualityChoice = storedChoice<QualityChoice>("orin.quality", {
  choices: ["auto", "high", "normal", "low"],
  first: "auto",
});

/** What is asked for when a track is streamed: 48 kbit/s with data saver, 160 for Premium alone, else 96. */
export function streamQuality(): Quality {
  if (savesData()) return "saver";
  const chosen = qualityChoice.get();
  if (chosen === "low") return "saver";
  if (chosen === "normal" || !isPremium()) return "normal";
  return chosen === "auto" && isMetered() ? "normal" : "high";
}

/** What is asked for when a track is saved; who saves has Premium, and mobile data are asked about before. */
export function savingQuality(): Quality {
  const chosen = qualityChoice.get();
  if (chosen === "low" || savesData()) return "saver";
  return chosen === "normal" ? "normal" : "high";
}

/** Calls back when what is asked for may be another. */
export function subscribeQuality(listener: () => void): void {
  for (const subscribe of [qualityChoice.subscribe, subscribeDataSaver, subscribePremium]) subscribe(listener);
}
