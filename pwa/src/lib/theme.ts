import { createStore, useStore } from "./store.ts";

export type ThemeChoice = "system" | "light" | "dark";

const KEY = "orin.theme";
const choice = createStore<ThemeChoice>(readChoice());

/** What was chosen, in a component. */
export function useThemeChoice(): ThemeChoice {
  return useStore(choice);
}

/** Stores and applies the choice. `pwa/theme.js` does the same before the first paint. */
export function setTheme(next: ThemeChoice): void {
  if (next === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, next);
  choice.set(next);
  applyTheme();
}

/** Follows the system's theme while nothing else was chosen. Call once at start. */
export function watchTheme(): void {
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", applyTheme);
  applyTheme();
}

function applyTheme(): void {
  const light = choice.get() === "system"
    ? matchMedia("(prefers-color-scheme: light)").matches
    : choice.get() === "light";
  document.documentElement.dataset.theme = light ? "light" : "dark";
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute("content", light ? "#faf4e6" : "#0f1023");
  }
}

function readChoice(): ThemeChoice {
  const stored = globalThis.localStorage?.getItem(KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}
