import type { ThemeChoice } from "./theme.ts";

/** The choices in words, apart from the theme itself, which the first screen needs. */
export const THEME_CHOICES: readonly { value: ThemeChoice; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];
