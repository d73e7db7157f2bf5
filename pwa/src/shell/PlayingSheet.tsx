import {
  Cast,
  CircleArrowDown,
  CircleCheck,
  Disc3,
  Gauge,
  Info,
  ListPlus,
  type LucideIcon,
  MessagesSquare,
  MicVocal,
  MonitorSmartphone,
  Moon,
  Radio,
  Share2,
} from "lucide-react";
import { useNavigate } from "react-router-dom";
import { useEffect, useState } from "react";
import { useTrackActions } from "../catalogue/TrackActions.tsx";
import { useOnline } from "../lib/connection.ts";
import { useSaved } from "../lib/saved/app_saved.ts";
import { useSession } from "../lib/session.ts";
import { Sheet } from "../ui/Sheet.tsx";
import { toast } from "../ui/toast.ts";
import { appPlayer } from "../player/app_player.ts";
import { useOpenSheet } from "./player_sheets.ts";
import { usePlayingTrack } from "./playing_track.ts";

/** What else can be done with the song that plays, and where it belongs. */
export function PlayingSheet({ onClose }: { onClose(): void }) {
  const { track, albumId } = usePlayingTrack();
  const actions = useTrackActions();
  const navigate = useNavigate();
  const openSheet = useOpenSheet();
  const isLoggedIn = useSession() !== null;
  const isOnline = useOnline();
  const hasOthers = useHasOtherDevices();
  const isSaved = useSaved()?.tracks.some(({ trackId }) => trackId === track?._id) === true;
  if (!track) return null;
  const go = (path: string) => () => navigate(path, { replace: true });
  return (
    <Sheet open title={track.title} onClose={onClose}>
      <ul>
        <Item icon={ListPlus} label="Add to Playlist" onSelect={() => actions.addToPlaylist(track)} />
        <Item
          icon={isSaved ? CircleCheck : CircleArrowDown}
          label={isSaved ? "Saved on this device" : "Save on this device"}
          onSelect={isSaved ? go("/saved") : () => actions.save(track)}
        />
        <Item icon={Share2} label="Share" onSelect={() => actions.share(track)} />
        <Item
          icon={Radio}
          label="Start Radio"
          onSelect={() => {
            actions.radio(track);
            onClose();
          }}
        />
        <Item icon={Info} label="Song and credits" onSelect={go(`/track/${track._id}`)} />
        <Item icon={MessagesSquare} label="Comments" onSelect={go(`/track/${track._id}#comments`)} />
        {albumId && <Item icon={Disc3} label="Album" onSelect={go(`/music-details?id=${albumId}`)} />}
        {track.artistId && <Item icon={MicVocal} label="Artist" onSelect={go(`/artists/${track.artistId}`)} />}
        <Item icon={Gauge} label="Playback speed" onSelect={() => openSheet("speed")} />
        <Item icon={Moon} label="Sleep timer" onSelect={() => openSheet("sleep")} />
        {isLoggedIn && isOnline && (
          <Item
            icon={MonitorSmartphone}
            label="Your devices"
            onSelect={() => openSheet("devices")}
          />
        )}
        {hasOthers && <Item icon={Cast} label="Play on another device" onSelect={() => void askForOtherDevice()} />}
      </ul>
      {actions.dialogs}
    </Sheet>
  );
}

function Item({ icon: Icon, label, onSelect }: { icon: LucideIcon; label: string; onSelect(): void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onSelect}
        className="flex min-h-12 w-full items-center gap-4 rounded-md px-3 text-left hover:bg-ink/8"
      >
        <Icon aria-hidden="true" size={20} className="shrink-0 text-ink-soft" />
        {label}
      </button>
    </li>
  );
}

/** Whether the browser knows another device that can play (`RemotePlayback`: Chromium's Cast, Safari's AirPlay). */
function useHasOtherDevices(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    const remote = remoteOf();
    if (!remote) return;
    let watch: number | undefined;
    let isGone = false;
    remote.watchAvailability(setHas).then((id) => {
      watch = id;
      if (isGone) void remote.cancelWatchAvailability(id).catch(() => undefined);
      // Where the browser does not look for devices all the time, it looks when it is asked.
    }, () => isGone || setHas(true));
    return () => {
      isGone = true;
      if (watch !== undefined) void remote.cancelWatchAvailability(watch).catch(() => undefined);
    };
  }, []);
  return has;
}

/** Opens the browser's own list of devices. */
async function askForOtherDevice(): Promise<void> {
  try {
    await remoteOf()?.prompt();
  } catch (error) {
    // Who closes the list has changed their mind.
    const isClosed = error instanceof DOMException && error.name === "NotAllowedError";
    if (!isClosed) void toast("No other device was found.");
  }
}

function remoteOf(): RemotePlayback | undefined {
  const { audio } = appPlayer();
  return "remote" in audio ? audio.remote as RemotePlayback | undefined : undefined;
}
