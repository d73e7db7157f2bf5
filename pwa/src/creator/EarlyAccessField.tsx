import { TextField } from "../ui/TextField.tsx";

interface EarlyAccessFieldProps {
  /** Lagos time as the control writes it, "2026-11-20T18:05"; empty for everyone immediately. */
  value: string;
  onChange(value: string): void;
}

/** Until when Premium alone hears a track, in Lagos time; empty for everyone at the same time. */
export function EarlyAccessField({ value, onChange }: EarlyAccessFieldProps) {
  return (
    <TextField
      type="datetime-local"
      label="Early access for Premium until"
      hint="Lagos time. After that everyone can play it. Leave empty to open it to everyone now."
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
