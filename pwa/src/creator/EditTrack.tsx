import type { OwnTrack } from "@contract/uploads.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Fold } from "../ui/Fold.tsx";
import { LyricsForm } from "./LyricsForm.tsx";
import { ReplaceRecording } from "./ReplaceRecording.tsx";
import { TrackForm } from "./TrackForm.tsx";

/** A song of a release in a dialog, beside the release's other songs; and what of it is saved on its own. */
export function EditTrack({ track, onClose }: { track: OwnTrack; onClose(): void }) {
  return (
    <Dialog open title="Edit track" onClose={onClose}>
      <TrackForm track={track} inRelease onClose={onClose} />
      <div className="mt-5 flex flex-col gap-3">
        <ButtonLink variant="quiet" to={`/cs-split/${track._id}`}>Share what it earns</ButtonLink>
        <Fold title="Lyrics">
          <LyricsForm trackId={track._id} />
        </Fold>
        <Fold title="Replace the recording" open={track.replacement !== undefined}>
          <ReplaceRecording track={track} />
        </Fold>
      </div>
    </Dialog>
  );
}
