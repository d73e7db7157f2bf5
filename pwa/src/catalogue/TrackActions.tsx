import type { Track } from "@contract/catalogue.ts";
import { Download, Share2 } from "lucide-react";
import { lazy, type ReactNode, useState } from "react";
import { isClosed } from "../lib/early_access.ts";
import { Deferred } from "../ui/Deferred.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { download, type DownloadRefusal } from "./download.ts";
import { queueLast, queueNext, togglePlay } from "./playing.ts";
import { sharedTrack } from "../lib/share.ts";

const ShareDialog = lazy(() => import("../ui/ShareDialog.tsx").then((module) => ({ default: module.ShareDialog })));
const AddToPlaylist = lazy(() =>
  import("./playlist/AddToPlaylist.tsx").then(({ AddToPlaylist }) => ({ default: AddToPlaylist }))
);
const SaveMusic = lazy(() => import("./saving/SaveMusic.tsx").then(({ SaveMusic }) => ({ default: SaveMusic })));
const DownloadRefused = lazy(() =>
  import("./DownloadRefused.tsx").then(({ DownloadRefused }) => ({ default: DownloadRefused }))
);

const EarlyAccessDialog = lazy(() =>
  import("./EarlyAccessDialog.tsx").then(({ EarlyAccessDialog }) => ({ default: EarlyAccessDialog }))
);

export interface TrackActionsControl {
  /** What a press on the track at `index` of a list does: it plays, or says why Premium alone hears it yet. */
  play(tracks: readonly Track[], from: { index: number; source: string }): void;
  /** As the next track of the queue. */
  playNext(track: Track): void;
  /** At the end of the queue. */
  addToQueue(track: Track): void;
  /** Plays the track and goes on with songs near it. */
  radio(track: Track): void;
  share(track: Track): void;
  download(track: Track): void;
  addToPlaylist(track: Track): void;
  /** On this device, for offline play. */
  save(track: Track): void;
  /** Begins to select several tracks of the list; absent where that is not possible. */
  select?(track: Track): void;
  /** The dialogs of these actions, to be shown once a list. */
  dialogs: ReactNode;
}

/** What can be done with the tracks of a list, beside playing them. */
export function useTrackActions(): TrackActionsControl {
  const [shared, setShared] = useState<Track>();
  const [added, setAdded] = useState<Track>();
  const [saved, setSaved] = useState<Track>();
  const [early, setEarly] = useState<Track>();
  const [refusal, setRefusal] = useState<DownloadRefusal>();
  const dialogs = (
    <Deferred>
      {shared && <ShareDialog title="Share" shared={sharedTrack(shared)} onClose={() => setShared(undefined)} />}
      {added && <AddToPlaylist key={added._id} tracks={[added]} onClose={() => setAdded(undefined)} />}
      {saved && <SaveMusic key={saved._id} tracks={[saved]} onClose={() => setSaved(undefined)} />}
      {early && <EarlyAccessDialog track={early} onClose={() => setEarly(undefined)} />}
      {refusal && <DownloadRefused reason={refusal} onClose={() => setRefusal(undefined)} />}
    </Deferred>
  );
  return {
    play(tracks, from) {
      const track = tracks[from.index];
      if (track && isClosed(track)) setEarly(track);
      else void togglePlay(tracks, from);
    },
    playNext: (track) => isClosed(track) ? setEarly(track) : void queueNext(track),
    addToQueue: (track) => isClosed(track) ? setEarly(track) : void queueLast(track),
    radio: (track) =>
      void import("./radio.ts").then(({ startRadio }) =>
        startRadio({ kind: "track", id: track._id, name: track.title, first: track })
      ),
    share: setShared,
    download: (track) => isClosed(track) ? setEarly(track) : void download(track).then(setRefusal),
    addToPlaylist: setAdded,
    save: setSaved,
    dialogs,
  };
}

export interface TrackButtonProps {
  track: Track;
  actions: TrackActionsControl;
}

/** Opens the ways to share a track. */
export function ShareButton({ track, actions }: TrackButtonProps) {
  return (
    <IconButton
      label={`Share ${track.title} by ${track.artist}`}
      icon={<Share2 size={18} />}
      onClick={() => actions.share(track)}
    />
  );
}

/** Saves the MP3, where the artist permits it. */
export function DownloadButton({ track, actions }: TrackButtonProps) {
  return (
    <IconButton
      label={`Download ${track.title} by ${track.artist}`}
      icon={<Download size={18} />}
      onClick={() => actions.download(track)}
    />
  );
}
