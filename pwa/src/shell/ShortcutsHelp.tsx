import { useStore } from "../lib/store.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { SHORTCUTS, shortcutsAreOn } from "./shortcuts.ts";

/** The list of keys, with the switch that turns them off. */
export function ShortcutsHelp({ onClose }: { onClose(): void }) {
  return (
    <Dialog open title="Keyboard" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2.5 text-sm">
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={keys} className="contents">
            <dt className="font-bold">{keys}</dt>
            <dd className="text-ink-soft">{does}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Use single-key shortcuts"
        checked={useStore(shortcutsAreOn)}
        onChange={(event) => shortcutsAreOn.set(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
