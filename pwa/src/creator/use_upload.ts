import { useEffect, useState } from "react";
import { useBusy } from "../lib/busy.ts";
import { useStore } from "../lib/store.ts";
import { ownUploads, passingUploads } from "./uploads/app_uploads.ts";
import type { UploadState } from "./uploads/model.ts";
import type { UploadQueue } from "./uploads/queue.ts";
import type { UploadTarget } from "./upload_target.ts";

/** An upload on the screen: the artist's own goes on without it, a team's and the back office's end with it. */
export interface Upload {
  readonly state: UploadState;
  readonly queue: UploadQueue;
}

/** The artist's own upload, or one for `target`. */
export function useUpload(target?: UploadTarget): Upload {
  const open = () => target ? passingUploads(target) : ownUploads();
  const [queue, setQueue] = useState(open);
  const state = useStore(queue.state);
  const { songs, stage, isKept } = state;
  const isMoving = songs.some(({ status }) => status === "sending" || status === "publishing");
  useBusy("uploading", stage === "uploading" || (isMoving && !isKept));
  useBusy("typing", songs.length > 0 && stage !== "success" && !isKept);
  useEffect(() => {
    if (!target) return;
    if (queue.isStopped) setQueue(open);
    return () => queue.stop();
  }, [queue, target]);
  return { state, queue };
}
