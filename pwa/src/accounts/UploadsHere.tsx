import { useState } from "react";
import { Link } from "react-router-dom";
import { plural } from "../lib/format.ts";
import { formatBytes } from "../lib/saved/format_bytes.ts";
import { useSession } from "../lib/session.ts";
import { useKeptUploads } from "../lib/use_kept_uploads.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";

/** What an unfinished upload takes of this device, with the ways to finish it or to remove it. */
export function UploadsHere() {
  const { songs, bytes, refresh } = useKeptUploads();
  const userId = useSession()?.userId;
  const [isAsking, setAsking] = useState(false);
  if (songs === 0 || userId === undefined) return null;
  const remove = async () => {
    // The upload itself must know: else it would send and keep what is gone.
    dispatchEvent(new Event("orin-drop-uploads"));
    const { dropDraft } = await import("../lib/kept_uploads.ts");
    await dropDraft(userId);
    setAsking(false);
    refresh();
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-32">
        <p className="text-sm font-semibold">Unfinished upload</p>
        <p className="text-xs text-ink-soft">{plural(songs, "song")}, {formatBytes(bytes)} on this device</p>
      </div>
      <div className="flex gap-2">
        <Link to="/cs-upload" className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-accent">
          Finish it
        </Link>
        <Button variant="quiet" size="small" onClick={() => setAsking(true)}>Remove</Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        dangerous
        title="Remove your unfinished upload?"
        message={`This removes ${plural(songs, "song")} from this device. Songs that are on Orin already stay.`}
        confirmLabel="Remove"
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
