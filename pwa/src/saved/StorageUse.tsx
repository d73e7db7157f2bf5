import { useEffect, useState } from "react";
import { plural } from "../lib/format.ts";
import { appSaved } from "../lib/saved/app_saved.ts";
import { formatBytes } from "../lib/saved/format_bytes.ts";
import type { SavedTrack } from "../lib/saved/model.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Progress } from "../ui/Progress.tsx";

/** What saved music takes of the device and what is left, with the way to remove all of it. */
export function StorageUse({ tracks }: { tracks: readonly SavedTrack[] }) {
  const [isAsking, setAsking] = useState(false);
  const used = tracks.reduce((sum, { state, bytes, doneBytes }) => sum + (state === "saved" ? bytes : doneBytes), 0);
  const whole = tracks.filter(({ state }) => state === "saved").length;
  const free = useFreeBytes(whole);
  const text = `${formatBytes(used)} used${free === undefined ? "" : `, ${formatBytes(free)} free`}`;
  const removeAll = async () => {
    await (await appSaved()).removeAll();
    setAsking(false);
  };
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="mb-2 text-sm">
          <span className="font-semibold">{whole} of {plural(tracks.length, "song")} saved</span>
          <span className="text-ink-soft">{` · ${text}`}</span>
        </p>
        <Progress label="Storage" value={used} max={used + (free ?? 0)} text={text} />
      </div>
      <Button variant="quiet" size="small" onClick={() => setAsking(true)}>Remove all</Button>
      <ConfirmDialog
        open={isAsking}
        dangerous
        title="Remove all saved music?"
        message={`This removes ${plural(tracks.length, "song")} from this device. They stay on Orin.`}
        confirmLabel="Remove all"
        onConfirm={() => void removeAll()}
        onCancel={() => setAsking(false)}
      />
    </Card>
  );
}

/** What the browser would still give Orin; undefined where it does not say. `change` asks again. */
function useFreeBytes(change: number): number | undefined {
  const [free, setFree] = useState<number>();
  useEffect(() => {
    const read = async () => {
      const { quota, usage } = await navigator.storage?.estimate?.() ?? {};
      if (quota !== undefined && usage !== undefined) setFree(quota - usage);
    };
    read().catch(() => undefined);
  }, [change]);
  return free;
}
