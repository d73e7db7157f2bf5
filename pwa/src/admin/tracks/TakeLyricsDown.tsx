import type { AdminTrack } from "@contract/admin_tracks.ts";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import type { Notice } from "../parts/notice.ts";
import { useLyricsOf, useTakeLyricsDown } from "./api.ts";

interface TakeLyricsDownProps {
  track: AdminTrack;
  onClose(): void;
  onSaid(message: Notice): void;
}

/** Shows what is sung, and removes it with a reason that the artist reads. */
export function TakeLyricsDown({ track, onClose, onSaid }: TakeLyricsDownProps) {
  const { data: lyrics } = useLyricsOf(track._id);
  const remove = useTakeLyricsDown();
  const said = () => {
    onSaid({ tone: "success", text: `Lyrics of ${track.title} removed` });
    onClose();
  };
  return (
    <ReasonDialog
      title={`Remove the lyrics of ${track.title}?`}
      description="The song stays. Its artist can give it other lyrics."
      hint="We mail it to the artist."
      least={1}
      send="Remove lyrics"
      of={remove}
      busyLabel="Removing..."
      failure="Failed to remove the lyrics"
      onClose={onClose}
      onConfirm={(reason) => remove.mutate({ trackId: track._id, reason }, { onSuccess: said })}
      before={lyrics && (
        <div
          role="region"
          aria-label="Lyrics"
          tabIndex={0}
          dir="auto"
          className="max-h-48 overflow-y-auto rounded-lg border border-line p-3 text-sm whitespace-pre-line wrap-anywhere"
        >
          {lyrics.lines.map(({ text }) => text).join("\n")}
        </div>
      )}
    />
  );
}
