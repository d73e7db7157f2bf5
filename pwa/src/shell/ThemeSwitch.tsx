import { setTheme, useThemeChoice } from "../lib/theme.ts";
import { THEME_CHOICES } from "../lib/theme_choices.ts";
import { Segments } from "../ui/Segments.tsx";

/** Light, dark, or as the system is. */
export function ThemeSwitch() {
  return <Segments label="Appearance" choices={THEME_CHOICES} value={useThemeChoice()} onChange={setTheme} />;
}
