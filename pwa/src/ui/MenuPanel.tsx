import { DropdownMenu } from "radix-ui";
import { useRef } from "react";
import { classNames } from "./class_names.ts";
import { IconButton } from "./IconButton.tsx";
import type { MenuProps } from "./Menu.tsx";

/**
 * The menu itself, open from the start: it loads only when a person opens it. What is chosen runs once the button has the
 * focus again, so that a dialog that it opens gives the focus back to the button.
 */
export function MenuPanel({ label, items, icon, className }: MenuProps) {
  const chosen = useRef<() => void>(undefined);
  const runChosen = () => {
    const run = chosen.current;
    chosen.current = undefined;
    if (run) queueMicrotask(run);
  };
  return (
    <DropdownMenu.Root defaultOpen>
      <DropdownMenu.Trigger asChild>
        <IconButton label={label} icon={icon} className={className} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          onCloseAutoFocus={runChosen}
          className="z-50 min-w-52 animate-enter rounded-lg border border-line bg-raised p-1.5 shadow-float"
        >
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.label}
              disabled={item.disabled}
              onSelect={() => void (chosen.current = item.onSelect)}
              className={classNames(
                "flex h-11 cursor-pointer items-center gap-3 rounded-md px-3 text-sm font-medium outline-none",
                "data-highlighted:bg-ink/8 data-disabled:pointer-events-none data-disabled:opacity-50",
                item.dangerous ? "text-danger" : "text-ink",
              )}
            >
              {item.icon && <span className="text-ink-soft">{item.icon}</span>}
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
