import { DropdownMenu } from "radix-ui";
import { useEffect, useRef } from "react";
import { classNames } from "./class_names.ts";
import { IconButton } from "./IconButton.tsx";
import type { MenuPlace, MenuProps } from "./Menu.tsx";

interface MenuPanelProps extends MenuProps {
  place: MenuPlace;
}

/**
 * The menu itself, open from the start: it loads only when a person opens it. What is chosen runs once the button has the
 * focus again, so that a dialog that it opens gives the focus back to the button. A menu that is modal would hide the page
 * from screen readers and leave its controls to the focus; here a veil takes the presses beside it.
 */
export function MenuPanel({ label, items, icon, className, place }: MenuPanelProps) {
  const chosen = useRef<() => void>(undefined);
  const trigger = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Later it knows by itself; the key that opened it for the first time was pressed before it was there.
    const frame = requestAnimationFrame(() => place.byKeys && first.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const end = () => {
    const run = chosen.current;
    chosen.current = undefined;
    trigger.current?.focus({ preventScroll: true });
    if (run) queueMicrotask(run);
  };
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton ref={trigger} label={label} icon={icon} className={className} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place.into}>
        <div className="fixed inset-0 z-40" />
      </DropdownMenu.Portal>
      <DropdownMenu.Portal container={place.into}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          onCloseAutoFocus={end}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-24px)] min-w-[min(13rem,100vw-24px)] animate-enter overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised p-1.5 shadow-float"
        >
          {items.map((item, index) => (
            <DropdownMenu.Item
              key={item.label}
              ref={index === 0 ? first : undefined}
              disabled={item.disabled}
              onSelect={() => void (chosen.current = item.onSelect)}
              className={classNames(
                "flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 text-sm font-medium outline-none",
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
