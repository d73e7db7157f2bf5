import { Check } from "lucide-react";
import { formatTime, plural } from "../lib/format.ts";
import { useStore } from "../lib/store.ts";
import { appSleepTimer } from "../player/app_sleep.ts";
import { SLEEP_MINUTES } from "../player/sleep_timer.ts";
import { announce } from "../ui/live_region.ts";
import { Sheet } from "../ui/Sheet.tsx";

/** When the music is to stop by itself. */
export function SleepSheet({ onClose }: { onClose(): void }) {
  const timer = appSleepTimer();
  const sleep = useStore(timer.sleep);
  const choose = (act: () => void, said: string) => () => {
    act();
    announce(said);
    onClose();
  };
  return (
    <Sheet open title="Sleep timer" onClose={onClose}>
      <p className="px-3 pb-2 text-sm text-ink-soft">
        {sleep?.kind === "at"
          ? `The music stops at ${formatTime(sleep.endsAt)}.`
          : sleep
          ? "The music stops at the end of this song."
          : "The music fades out and stops by itself."}
      </p>
      <ul>
        {sleep && <Choice label="Off" onSelect={choose(() => timer.set(null), "The sleep timer is off")} />}
        {SLEEP_MINUTES.map((minutes) => (
          <Choice
            key={minutes}
            label={plural(minutes, "minute")}
            onSelect={choose(() => timer.inMinutes(minutes), `The music stops in ${plural(minutes, "minute")}`)}
          />
        ))}
        <Choice
          label="End of song"
          isChosen={sleep?.kind === "track"}
          onSelect={choose(() => timer.set({ kind: "track" }), "The music stops at the end of this song")}
        />
      </ul>
    </Sheet>
  );
}

function Choice({ label, isChosen = false, onSelect }: { label: string; isChosen?: boolean; onSelect(): void }) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onSelect}
        className="flex h-12 w-full items-center justify-between rounded-md px-3 text-left hover:bg-ink/8"
      >
        {label}
        {isChosen && <Check aria-hidden="true" size={20} className="text-accent" />}
      </button>
    </li>
  );
}
