import { Tabs } from "radix-ui";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";

interface TabSetProps {
  /** Names the row of tabs. */
  label: string;
  tabs: readonly { id: string; label: ReactNode; content: ReactNode }[];
  value: string;
  onChange(id: string): void;
  /** What is typed or under way in a panel goes on while another one is open. */
  keepsPanels?: boolean;
  /** Behind the row, such as a menu of more. */
  after?: ReactNode;
}

/** Tabs with their panels; the caller keeps the chosen one, best in the address. */
export function TabSet({ label, tabs, value, onChange, keepsPanels = false, after }: TabSetProps) {
  const row = useChosenInSight(value);
  return (
    <Tabs.Root value={value} onValueChange={onChange}>
      <div className="flex items-center gap-1 border-b border-line">
        <Tabs.List
          ref={row}
          aria-label={label}
          className="relative -mb-px flex min-w-0 gap-1 overflow-x-auto overflow-y-hidden"
        >
          {tabs.map((tab) => (
            <Tabs.Trigger
              key={tab.id}
              value={tab.id}
              className="h-12 shrink-0 border-b-2 focus-visible:-outline-offset-2 border-transparent px-4 text-sm font-semibold text-ink-soft transition-colors hover:text-ink data-[state=active]:border-primary data-[state=active]:text-ink"
            >
              {tab.label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {after}
      </div>
      {tabs.map((tab) => (
        <Tabs.Content
          key={tab.id}
          value={tab.id}
          {...(keepsPanels ? { forceMount: true, hidden: tab.id !== value } : {})}
          className="pt-6"
        >
          {tab.content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

/** On a phone the row may hide the chosen tab: it moves into sight, again when labels that come later widen the row. */
function useChosenInSight(value: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef("");
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>("[data-state=active]");
    if (!row || !tab || shown.current === `${value} ${row.scrollWidth}`) return;
    shown.current = `${value} ${row.scrollWidth}`;
    row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  });
  return list;
}
