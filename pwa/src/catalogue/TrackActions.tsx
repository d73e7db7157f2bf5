import type { Track } from "@contract/catalogue.ts";
import { Download, Share2 } from "lucide-react";
import { lazy, type ReactNode, useState } from "react";
import { Deferred } from "../ui/Deferred.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { download, type DownloadRefusal } from "./download.ts";
import { sharedTrack } from "./share.ts";

const ShareDialog = lazy(() => import("./ShareDialog.tsx").then((module) => ({ default: module.ShareDialog })));
const AddToPlaylist = lazy(() =>
  import("./playlist/AddToPlaylist.tsx").then(({ AddToPlaylist }) => ({ default: AddToPlaylist }))
);
const DownloadRefused = lazy(() =>
  import("./DownloadRefused.tsx").then(({ DownloadRefused }) => ({ default: DownloadRefused }))
);

export interface TrackActionsControl {
  share(track: Track): void;
  download(track: Track): void;
  addToPlaylist(track: Track): void;
  /** The dialogs of these actions, to be shown once a list. */
  dialogs: ReactNode;
}

/** What can be done with the tracks of a list, beside playing them. */
export function useTrackActions(): TrackActionsControl {
  const [shared, setShared] = useState<Track>();
  const [added, setAdded] = useState<Track>();
  const [refusal, setRefusal] = useState<DownloadRefusal>();
  const dialogs = (
    <Deferred>
      {shared && <ShareDialog title="Share" shared={sharedTrack(shared)} onClose={() => setShared(undefined)} />}
      {added && <AddToPlaylist key={added._id} track={added} onClose={() => setAdded(undefined)} />}
      {refusal && <DownloadRefused reason={refusal} onClose={() => setRefusal(undefined)} />}
    </Deferred>
  );
  return {
    share: setShared,
    download: (track) => setRefusal(download(track)),
    addToPlaylist: setAdded,
    dialogs,
  };
}

export interface TrackButtonProps {
  track: Track;
  actions: TrackActionsControl;
}

/** For the corner of a cover. */
export function ShareButton({ track, actions }: TrackButtonProps) {
  return (
    <IconButton
      size="small"
      label={`Share ${track.title}`}
      icon={<Share2 size={16} />}
      onClick={() => actions.share(track)}
      className="bg-scrim! text-on-dye!"
    />
  );
}

export function DownloadButton({ track, actions }: TrackButtonProps) {
  return (
    <IconButton
      label={`Download ${track.title}`}
      icon={<Download size={18} />}
      onClick={() => actions.download(track)}
    />
  );
}
