import type { KeyboardEvent } from "react";

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
/** Which control of a row a key presses: it has the name in `data-key`. */
const PRESSES: Readonly<Record<string, string>> = { o: "open", Enter: "open", a: "approve" };

/**
 * Keys for a table whose rows can have the focus (`tabIndex` and `data-row`). They work only while a row has it, so none is
 * pressed by chance (WCAG 2.1.4).
 */
export function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, key, ctrlKey, metaKey, altKey, currentTarget: table } = event;
  if (!(target instanceof HTMLElement) || !target.matches("[data-row]") || ctrlKey || metaKey || altKey) return;
  const step = STEPS[key];
  const pressed = PRESSES[key];
  if (step === undefined && pressed === undefined) return;
  event.preventDefault();
  if (pressed !== undefined) return target.querySelector<HTMLElement>(`[data-key=${pressed}]`)?.click();
  const rows = [...table.querySelectorAll<HTMLElement>("[data-row]")];
  rows[rows.indexOf(target) + (step ?? 0)]?.focus();
}

/** The keys that work while a row of the table has the focus. */
export function KeyHint({ canApprove = false }: { canApprove?: boolean }) {
  return (
    <p className="mt-2 text-xs text-ink-faint max-md:hidden">
      In the table: <Key name="J" /> next row, <Key name="K" /> previous row, <Key name="O" /> open
      {canApprove && (
        <>
          , <Key name="A" /> approve
        </>
      )}
      .
    </p>
  );
}

function Key({ name }: { name: string }) {
  return <kbd className="rounded border border-line px-1 font-mono text-[0.7rem]">{name}</kbd>;
}
