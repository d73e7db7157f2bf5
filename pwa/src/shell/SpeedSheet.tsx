import { Check } from "lucide-react";
import { speedChoice, SPEEDS } from "../lib/playing_choices.ts";
import { useStore } from "../lib/store.ts";
import { announce } from "../ui/live_region.ts";
import { Sheet } from "../ui/Sheet.tsx";

/** How fast the music plays. */
export function SpeedSheet({ onClose }: { onClose(): void }) {
  const chosen = useStore(speedChoice);
  return (
    <Sheet open title="Playback speed" onClose={onClose}>
      <p className="px-3 pb-2 text-sm text-ink-soft">You earn for the time you listen, at every speed.</p>
      <ul>
        {SPEEDS.map((speed) => (
          <li key={speed}>
            <button
              type="button"
              aria-pressed={speed === chosen}
              onClick={() => {
                speedChoice.set(speed);
                announce(`The music plays at ${speed} times its speed`);
                onClose();
              }}
              className="flex min-h-12 w-full items-center justify-between rounded-md px-3 text-left hover:bg-ink/8"
            >
              {speed === 1 ? "Normal" : `${speed}×`}
              {speed === chosen && <Check aria-hidden="true" size={20} className="text-accent" />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
