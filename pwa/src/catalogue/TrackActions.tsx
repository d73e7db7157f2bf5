import type { Track } from "@contract/catalogue.ts";
import { Download, Share2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu } from "../ui/Menu.tsx";
import { download, type DownloadRefusal } from "./download.ts";
import { DownloadRefused } from "./DownloadRefused.tsx";
import { sharedTrack } from "./share.ts";
import { ShareDialog } from "./ShareDialog.tsx";

export interface TrackActionsControl {
  share(track: Track): void;
  download(track: Track): void;
  /** The dialogs of these actions, to be shown once a list. */
  dialogs: ReactNode;
}

/** What can be done with the tracks of a list, beside playing them. */
export function useTrackActions(): TrackActionsControl {
  const [shared, setShared] = useState<Track>();
  const [refusal, setRefusal] = useState<DownloadRefusal>();
  const dialogs = (
    <>
      {shared && <ShareDialog title="Share" shared={sharedTrack(shared)} onClose={() => setShared(undefined)} />}
      {refusal && <DownloadRefused reason={refusal} onClose={() => setRefusal(undefined)} />}
    </>
  );
  return { share: setShared, download: (track) => setRefusal(download(track)), dialogs };
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

export function TrackMenu({ track, actions }: TrackButtonProps) {
  const items = [
    { label: "Download", icon: <Download size={18} />, onSelect: () => actions.download(track) },
    { label: "Share", icon: <Share2 size={18} />, onSelect: () => actions.share(track) },
  ];
  return <Menu label={`More for ${track.title}`} items={items} />;
}
