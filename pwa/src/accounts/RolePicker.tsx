import type { Role } from "@contract/accounts.ts";
import { Headphones, Mic2 } from "lucide-react";

const ROLES = [
  { role: "listener" as const, title: "Listener", text: "Discover music and earn for listening", Icon: Headphones },
  { role: "creator" as const, title: "Creator", text: "Upload your music and reach listeners", Icon: Mic2 },
];

interface RolePickerProps {
  value: Role;
  onChange(role: Role): void;
}

/** Two cards of which one is chosen: a radio group, so arrows and screen readers know it. */
export function RolePicker({ value, onChange }: RolePickerProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">I want to join as</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3">
        {ROLES.map(({ role, title, text, Icon }) => (
          <label
            key={role}
            className="relative flex cursor-pointer flex-col gap-1 rounded-xl border border-line-strong p-4 transition-colors hover:bg-ink/4 has-checked:border-primary has-checked:bg-primary/10 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="role"
              value={role}
              checked={value === role}
              // The first field of its form; a radio button opens no keyboard over the rest.
              autoFocus={value === role}
              onChange={() => onChange(role)}
              className="sr-only"
            />
            <Icon aria-hidden="true" size={22} className="mb-1 text-accent" />
            <span className="font-semibold">{title}</span>
            <span className="text-xs text-ink-soft">{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
