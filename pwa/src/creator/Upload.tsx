import { AUDIO_NAMES } from "@contract/file_formats.ts";
import { MAX_AUDIO_MB } from "@contract/uploads.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { creatorProfileQuery } from "../data/creator.ts";
import { useActing } from "../lib/acting.ts";
import { PageHeader } from "../ui/PageHeader.tsx";
import { useTracksChanged } from "./api.ts";
import { Duplicates } from "./Duplicates.tsx";
import { UploadForm } from "./UploadForm.tsx";
import { uploadsNow } from "./upload_target.ts";
import { isWhole, WITHOUT_LYRICS } from "./uploads/form.ts";
import type { UploadQueue } from "./uploads/queue.ts";
import { useUpload } from "./use_upload.ts";

const LEAVE_MS = 2_000;
const DONE = "Track uploaded successfully!";
const DONE_AND_LEAVING = "Track uploaded successfully! Redirecting to music list...";

/** `/cs-upload`: one song, or several as an album in their order. */
export function Upload() {
  const acting = useActing();
  const target = useMemo(() => acting && uploadsNow(), [acting?.artistId]);
  const upload = useUpload(target);
  const { queue, state } = upload;
  const ownName = useQuery(creatorProfileQuery).data?.artistName;
  const { artist } = state.shared;
  // Whose song it is goes without saying; it can be written in another way.
  useEffect(() => {
    if (ownName && artist === "") queue.share({ artist: ownName });
  }, [ownName]);
  useClearedAtTheEnd(queue);
  const isKnown = state.songs.some((song) => song.isKnown);
  const hasLyrics = isWhole(state.songs);
  useLeaveAfter(state.stage === "success", { stays: isKnown || !hasLyrics });
  return (
    <>
      <PageHeader
        title="Upload Music"
        subtitle={`${AUDIO_NAMES}, up to ${MAX_AUDIO_MB} MB and 30 minutes each. A lost connection loses nothing.`}
      />
      {isKnown && <Duplicates />}
      <UploadForm upload={upload} success={!hasLyrics ? WITHOUT_LYRICS : isKnown ? DONE : DONE_AND_LEAVING} />
    </>
  );
}

/** What became songs while another screen was open, or is on its way to the list, does not stand here again. */
function useClearedAtTheEnd(queue: UploadQueue): void {
  useEffect(() => {
    const clear = () => void (queue.state.get().stage === "success" && queue.clear());
    clear();
    return clear;
  }, [queue]);
}

/** What is asked or said of a song stays on the screen. */
function useLeaveAfter(isDone: boolean, { stays }: { stays: boolean }): void {
  const navigate = useNavigate();
  const tracksChanged = useTracksChanged();
  useEffect(() => {
    if (!isDone) return;
    tracksChanged();
    if (stays) return;
    const timer = setTimeout(() => navigate("/cs-music-list"), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [isDone, stays, navigate]);
}
