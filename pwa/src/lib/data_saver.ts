import { browserSavesData, connectionOf } from "./browser_saves_data.ts";
import { storedChoice } from "./stored_choice.ts";

/** `auto` follows the browser, where it says anything (Safari and Firefox do not). */
export type DataSaverChoice = "auto" | "on" | "off";

/** What the listener has chosen. */
export const dataSaverChoice = storedChoice<DataSaverChoice>("orin.data-saver", {
  choices: ["auto", "on", "off"],
  first: "auto",
});

/** True when data is dear: smaller covers, the small rendition, nothing loaded ahead. */
export function savesData(): boolean {
  const chosen = dataSaverChoice.get();
  return chosen === "auto" ? browserSavesData() : chosen === "on";
}

/** True when what is loaded is likely to cost the listener money: large files then need their word. */
export function isMetered(): boolean {
  return savesData() || connectionOf(navigator)?.type === "cellular";
}

/** Calls back when the choice changes. Returns how to stop. */
export function subscribeDataSaver(listener: () => void): () => void {
  return dataSaverChoice.subscribe(listener);
}
