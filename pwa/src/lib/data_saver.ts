import { browserSavesData, connectionOf } from "./browser_saves_data.ts";
import { createStore, useStore } from "./store.ts";

/** `auto` follows the browser, where it says anything (Safari and Firefox do not). */
export type DataSaverChoice = "auto" | "on" | "off";

const KEY = "orin.data-saver";

const choice = createStore<DataSaverChoice>(readChoice());

/** What the listener has chosen, in a component. */
export function useDataSaverChoice(): DataSaverChoice {
  return useStore(choice);
}

/** Keeps the choice on this device. */
export function setDataSaver(next: DataSaverChoice): void {
  localStorage.setItem(KEY, next);
  choice.set(next);
}

/** True when data is dear: smaller covers, the small rendition, nothing loaded ahead. */
export function savesData(): boolean {
  const chosen = choice.get();
  return chosen === "auto" ? browserSavesData() : chosen === "on";
}

/** True when what is loaded is likely to cost the listener money: large files then need their word. */
export function isMetered(): boolean {
  return savesData() || connectionOf(navigator)?.type === "cellular";
}

/** Calls back when the choice changes. Returns how to stop. */
export function subscribeDataSaver(listener: () => void): () => void {
  return choice.subscribe(listener);
}

function readChoice(): DataSaverChoice {
  const stored = globalThis.localStorage?.getItem(KEY);
  return stored === "on" || stored === "off" ? stored : "auto";
}
