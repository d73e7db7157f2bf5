import type { Quality } from "@contract/listening.ts";
import { isMetered, savesData, subscribeDataSaver } from "./data_saver.ts";
import { isPremium, subscribePremium } from "./premium.ts";
import { createStore, useStore } from "./store.ts";

/** `auto`: the best that the listener's plan and connection give. */
export type QualityChoice = "auto" | "high" | "normal" | "low";

const KEY = "orin.quality";
const CHOICES: readonly QualityChoice[] = ["auto", "high", "normal", "low"];
const choice = createStore<QualityChoice>(readChoice());

/** What the listener has chosen, in a component. */
export function useQualityChoice(): QualityChoice {
  return useStore(choice);
}

/** Keeps the choice on this device. */
export function setQualityChoice(next: QualityChoice): void {
  localStorage.setItem(KEY, next);
  choice.set(next);
}

/** What is asked for when a track is streamed: 48 kbit/s with data saver, 160 for Premium alone, else 96. */
export function streamQuality(): Quality {
  if (savesData()) return "saver";
  const chosen = choice.get();
  if (chosen === "low") return "saver";
  if (chosen === "normal" || !isPremium()) return "normal";
  return chosen === "auto" && isMetered() ? "normal" : "high";
}

/** What is asked for when a track is saved; who saves has Premium, and mobile data are asked about before. */
export function savingQuality(): Quality {
  const chosen = choice.get();
  if (chosen === "low" || savesData()) return "saver";
  return chosen === "normal" ? "normal" : "high";
}

/** Calls back when what is asked for may be another. */
export function subscribeQuality(listener: () => void): void {
  for (const subscribe of [choice.subscribe, subscribeDataSaver, subscribePremium]) subscribe(listener);
}

function readChoice(): QualityChoice {
  const stored = globalThis.localStorage?.getItem(KEY);
  return CHOICES.find((known) => known === stored) ?? "auto";
}
