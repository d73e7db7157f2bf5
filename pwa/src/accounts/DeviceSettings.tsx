import type { ReactNode } from "react";
import { type DataSaverChoice, setDataSaver, useDataSaverChoice } from "../lib/data_saver.ts";
import { setTheme, THEME_CHOICES, useThemeChoice } from "../lib/theme.ts";
import { Card } from "../ui/Card.tsx";
import { Segments } from "../ui/Segments.tsx";

const DATA_SAVER_CHOICES: readonly { value: DataSaverChoice; label: string }[] = [
  { value: "auto", label: "Automatic" },
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
];

/** What holds for this device alone: the look, and how much it may load. */
export function DeviceSettings() {
  return (
    <Card>
      <h2 className="mb-4 text-xl">This device</h2>
      <div className="flex flex-col gap-5">
        <Choice name="Appearance">
          <Segments label="Appearance" choices={THEME_CHOICES} value={useThemeChoice()} onChange={setTheme} />
        </Choice>
        <Choice name="Data saver" hint="Smaller sound, and nothing is loaded ahead. You earn the same.">
          <Segments
            label="Data saver"
            choices={DATA_SAVER_CHOICES}
            value={useDataSaverChoice()}
            onChange={setDataSaver}
          />
        </Choice>
      </div>
    </Card>
  );
}

function Choice({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="max-w-60">
        <p className="text-sm font-semibold">{name}</p>
        {hint && <p className="text-xs text-ink-soft">{hint}</p>}
      </div>
      {children}
    </div>
  );
}
