import { WaitingMark } from "../../ui/WaitingMark.tsx";
import { plural } from "../../lib/format.ts";
import { useWaitingChanges } from "./api.ts";

/** Says that changes of a list are on this device only; nothing when all are sent. */
export function WaitingNote({ playlistId }: { playlistId: string }) {
  const changes = useWaitingChanges(playlistId);
  if (changes === 0) return null;
  return (
    <p role="status" className="mb-3 flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
      {plural(changes, "change")}: <WaitingMark />
    </p>
  );
}
