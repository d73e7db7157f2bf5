import { Tabs } from "radix-ui";
import type { ReactNode } from "react";

interface TabSetProps {
  /** Names the row of tabs. */
  label: string;
  tabs: readonly { id: string; label: ReactNode; content: ReactNode }[];
  value: string;
  onChange(id: string): void;
}

/** Tabs with their panels; the caller keeps the chosen one, best in the address. */
export function TabSet({ label, tabs, value, onChange }: TabSetProps) {
  return (
    <Tabs.Root value={value} onValueChange={onChange}>
      <Tabs.List aria-label={label} className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line">
        {tabs.map((tab) => (
          <Tabs.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px h-12 shrink-0 border-b-2 focus-visible:-outline-offset-2 border-transparent px-4 text-sm font-semibold text-ink-soft transition-colors hover:text-ink data-[state=active]:border-primary data-[state=active]:text-ink"
          >
            {tab.label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((tab) => <Tabs.Content key={tab.id} value={tab.id} className="pt-6">{tab.content}</Tabs.Content>)}
    </Tabs.Root>
  );
}
