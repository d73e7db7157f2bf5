import { setTheme, type ThemeChoice, useThemeChoice } from "../lib/theme.ts";
import { classNames } from "../ui/class_names.ts";

const CHOICES: readonly { value: ThemeChoice; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** Light, dark, or as the system is. */
export function ThemeSwitch() {
  const chosen = useThemeChoice();
  return (
    <fieldset className="flex rounded-full bg-ink/8 p-1">
      <legend className="sr-only">Appearance</legend>
      {CHOICES.map(({ value, label }) => (
        <label
          key={value}
          className={classNames(
            "cursor-pointer rounded-full px-3.5 py-1.5 text-xs font-semibold has-focus-visible:outline-2 has-focus-visible:outline-focus",
            chosen === value ? "bg-raised text-ink shadow-lift" : "text-ink-soft hover:text-ink",
          )}
        >
          <input
            type="radio"
            name="theme"
            value={value}
            checked={chosen === value}
            onChange={() => setTheme(value)}
            className="sr-only"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
