import type { Settings } from "@contract/settings.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { settingsQuery } from "../data/account.ts";
import { failureText } from "../lib/api_error.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Banner } from "../ui/Banner.tsx";
import { Card } from "../ui/Card.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { useSaveSettings } from "./settings_api.ts";

interface SettingCardProps {
  title: string;
  label: string;
  hint: string;
  setting: keyof Settings;
  /** Shown until the settings are here. */
  initial: boolean;
  children?: ReactNode;
}

/** One setting. A tick shows immediately, and goes again if it could not be saved. */
export function SettingCard({ title, label, hint, setting, initial, children }: SettingCardProps) {
  const settings = useQuery(settingsQuery);
  const savedAt = useSavedAt(settings);
  const { data, error } = settings;
  const save = useSaveSettings();
  const shown = save.isPending ? { ...data, ...save.variables } : data;
  const failure = save.isError
    ? failureText(save.error, "Failed to save your settings")
    : !data && error && failureText(error, "Failed to load your settings");
  return (
    <Card>
      <h2 className="mb-2 text-xl">{title}</h2>
      <SavedNote what="settings" savedAt={savedAt} />
      <Checkbox
        label={label}
        hint={hint}
        checked={shown?.[setting] ?? initial}
        disabled={!data}
        onChange={({ target }) => save.mutate({ [setting]: target.checked })}
      />
      {failure && <Banner tone="error" className="mt-3">{failure}</Banner>}
      {children}
    </Card>
  );
}
