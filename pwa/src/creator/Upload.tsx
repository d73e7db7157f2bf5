import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { creatorProfileQuery } from "../data/creator.ts";
import { PageHeader } from "../ui/PageHeader.tsx";
import { useTracksChanged } from "./api.ts";
import { UploadForm } from "./UploadForm.tsx";
import type { UploadQueue } from "./uploads/queue.ts";
import { useUpload } from "./use_upload.ts";

const LEAVE_MS = 2_000;

/** `/cs-upload`: one song, or several as an album in their order. */
export function Upload() {
  const upload = useUpload();
  const { queue, state } = upload;
  const ownName = useQuery(creatorProfileQuery).data?.artistName;
  const { artist } = state.shared;
  // Whose song it is goes without saying; it can be written in another way.
  useEffect(() => {
    if (ownName && artist === "") queue.share({ artist: ownName });
  }, [ownName]);
  useClearedAtTheEnd(queue);
  useLeaveAfter(state.stage === "success");
  return (
    <>
      <PageHeader
        title="Upload Music"
        subtitle="MP3, M4A, WAV, FLAC or Ogg, up to 200 MB and 30 minutes each. A lost connection loses nothing."
      />
      <UploadForm upload={upload} success="Track uploaded successfully! Redirecting to music list..." />
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

function useLeaveAfter(isDone: boolean): void {
  const navigate = useNavigate();
  const tracksChanged = useTracksChanged();
  useEffect(() => {
    if (!isDone) return;
    tracksChanged();
    const timer = setTimeout(() => navigate("/cs-music-list"), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
}
