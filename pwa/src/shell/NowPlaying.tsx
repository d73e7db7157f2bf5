import {
  ChevronDown,
  CircleArrowDown,
  CircleCheck,
  EllipsisVertical,
  Gift,
  ListPlus,
  ListVideo,
  Moon,
  Share2,
  SkipBack,
  SkipForward,
} from "lucide-react";
import { lazy } from "react";
import { Link, useNavigate } from "react-router-dom";
import { useSession } from "../lib/session.ts";
import { EarningLine } from "../listening/EarningLine.tsx";
import { PlayingEarned } from "../listening/PlayingEarned.tsx";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { CaptionButton, CAPTIONED } from "../ui/CaptionButton.tsx";
import { Cover } from "../ui/Cover.tsx";
import { Deferred } from "../ui/Deferred.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { useDialog } from "../ui/use_dialog.ts";
import { usePullDown } from "../ui/use_pull_down.ts";
import { useTrackActions } from "../catalogue/TrackActions.tsx";
import { useSaved } from "../lib/saved/app_saved.ts";
import { usePeaks } from "../data/catalogue.ts";
import { formatDuration } from "../lib/format.ts";
import { useSeek } from "../ui/use_seek.ts";
import { WaveSlider } from "../ui/WaveSlider.tsx";
import type { PlayerView, ShownTrack } from "./player_view.ts";
import { LyricsButton } from "./LyricsButton.tsx";
import { useOpenSheet } from "./player_sheets.ts";
import { PlayButton, PlayingHeart, VolumeControl } from "./PlayingControls.tsx";
import { RepeatButton, ShuffleButton } from "./QueueOrder.tsx";
import { usePlayingTrack } from "./playing_track.ts";
import { usePosition } from "./use_position.ts";

const OtherDeviceLine = lazy(() =>
  import("./OtherDeviceBar.tsx").then((module) => ({ default: module.OtherDeviceLine }))
);

interface NowPlayingProps {
  player: PlayerView;
  track: ShownTrack;
  status: string | undefined;
  onClose(): void;
}

/** The player as a full screen: a modal dialog on a bolt of adire cloth that is woven from the track. */
export function NowPlaying({ player, track, status, onClose }: NowPlayingProps) {
  const control = useDialog(true, onClose);
  usePullDown(control.ref, { open: true, onClose });
  const openSheet = useOpenSheet();
  return (
    <dialog
      {...control}
      aria-label="Now Playing"
      className="m-0 size-full max-h-none max-w-none animate-rise overflow-hidden bg-canvas"
    >
      <AdireCloth
        seed={track.id}
        repeat={132}
        className="text-dye opacity-70 mask-[radial-gradient(120%_80%_at_50%_0%,black,transparent)] in-data-[theme=light]:opacity-20"
      />
      <div className="relative size-full overflow-y-auto">
        <div className="mx-auto flex min-h-full max-w-lg flex-col px-[min(1.5rem,24px)] md:max-w-2xl pt-[env(safe-area-inset-top)] pb-[max(1.5rem,env(safe-area-inset-bottom))]">
          <header className="grid min-h-16 shrink-0 grid-cols-[1fr_minmax(0,auto)_1fr] items-center">
            <IconButton
              autoFocus
              label="Close Now Playing"
              icon={<ChevronDown size={26} />}
              onClick={onClose}
              className="-ml-2 justify-self-start"
            />
            <h2 className="text-center text-sm font-bold tracking-normal">Now Playing</h2>
            <div className="-mr-2 flex justify-self-end">
              <IconButton
                label="Queue"
                icon={<ListVideo size={22} />}
                aria-haspopup="dialog"
                onClick={() => openSheet("queue")}
              />
              <IconButton
                label={`More for ${track.title} by ${track.artist}`}
                icon={<EllipsisVertical size={22} />}
                aria-haspopup="dialog"
                onClick={() => openSheet("more")}
              />
            </div>
          </header>
          <div className="grid flex-1 place-items-center py-4">
            <Cover
              key={track.id}
              src={track.coverImageUrl}
              seed={track.id}
              size="(min-width: 32rem) 29rem, 88vw"
              placeholder={track.placeholder}
              priority
              className="aspect-square w-full max-w-[min(100%,max(128px,calc(100dvh-34rem)))] rounded-xl shadow-float"
            />
          </div>
          <Controls player={player} track={track} status={status} />
        </div>
      </div>
    </dialog>
  );
}

function Controls({ player, track, status }: Omit<NowPlayingProps, "onClose">) {
  const isLoggedIn = useSession() !== null;
  return (
    <div className="flex shrink-0 flex-col gap-4">
      <div className="flex items-start gap-3">
        <Words track={track} status={status} />
        <PlayingHeart key={track.id} track={track} className="-mr-3" />
      </div>
      {isLoggedIn && !player.playing && (
        <Deferred>
          <OtherDeviceLine />
        </Deferred>
      )}
      <WaveSeekBar player={player} track={track} />
      <div className="flex flex-wrap items-center justify-between">
        <ShuffleButton />
        <div className="flex items-center gap-[min(1rem,16px)]">
          <IconButton
            label="Previous"
            icon={<SkipBack size={28} fill="currentColor" />}
            onClick={player.previous}
            className="text-ink!"
          />
          <PlayButton player={player} size="large" />
          <IconButton
            label="Next"
            icon={<SkipForward size={28} fill="currentColor" />}
            onClick={player.next}
            className="text-ink!"
          />
        </div>
        <RepeatButton />
      </div>
      <More player={player} track={track} />
      {isLoggedIn && <EarningLine replaces />}
    </div>
  );
}

/** What is needed less often. */
function More({ player, track }: Pick<NowPlayingProps, "player" | "track">) {
  const openSheet = useOpenSheet();
  return (
    <div className="-mx-2 flex flex-wrap items-start justify-between">
      <LyricsButton isCaptioned trackId={track.id} aria-haspopup="dialog" onOpen={() => openSheet("lyrics")} />
      <PlayingActions />
      <CaptionButton
        caption="Sleep"
        label="Sleep timer"
        icon={<Moon size={22} />}
        aria-haspopup="dialog"
        onClick={() => openSheet("sleep")}
      />
      {track.artistId && (
        <Link
          to={`/gift/${track.artistId}?track=${track.id}`}
          replace
          aria-label="Send a gift"
          title="Send a gift"
          className={`${CAPTIONED} text-ink-soft`}
        >
          <Gift aria-hidden="true" size={22} />
          Gift
        </Link>
      )}
      <div className="hidden self-center md:block">
        <VolumeControl player={player} />
      </div>
    </div>
  );
}

/** Title and artist, each leading to its page, which takes the place of Now Playing. */
function Words({ track, status }: Pick<NowPlayingProps, "track" | "status">) {
  return (
    <div className="min-w-0 flex-1">
      <p className="line-clamp-3 pb-1 text-2xl font-extrabold tracking-tight wrap-anywhere">
        <Link to={`/track/${track.id}`} replace className="hover:underline">{track.title}</Link>
      </p>
      <p className="line-clamp-2 text-lg text-ink-soft">
        {track.artistId
          ? <Link to={`/artists/${track.artistId}`} replace className="hover:underline">{track.artist}</Link>
          : track.artist}
      </p>
      {status ? <p className="min-h-5 text-sm font-medium text-accent">{status}</p> : (
        <div className="min-h-5">
          <PlayingEarned trackId={track.id} />
        </div>
      )}
    </div>
  );
}

/** Puts what plays into a playlist or on this device, and shares it. */
function PlayingActions() {
  const { track } = usePlayingTrack();
  const actions = useTrackActions();
  const navigate = useNavigate();
  const isSaved = useSaved()?.tracks.some(({ trackId }) => trackId === track?._id) === true;
  if (!track) return null;
  return (
    <>
      <CaptionButton
        caption="Add"
        label="Add to Playlist"
        icon={<ListPlus size={22} />}
        onClick={() => actions.addToPlaylist(track)}
      />
      <CaptionButton
        caption={isSaved ? "Saved" : "Save"}
        label={isSaved ? "Saved on this device" : "Save on this device"}
        isOn={isSaved}
        icon={isSaved ? <CircleCheck size={22} /> : <CircleArrowDown size={22} />}
        onClick={() => isSaved ? navigate("/saved", { replace: true }) : actions.save(track)}
      />
      <CaptionButton caption="Share" icon={<Share2 size={22} />} onClick={() => actions.share(track)} />
      {actions.dialogs}
    </>
  );
}

/** The seek bar of the full screen: the song's waveform, with position and length below. */
function WaveSeekBar({ player, track }: { player: PlayerView; track: ShownTrack }) {
  const { shown, slider } = useSeek({ ...player, position: usePosition(player) });
  return (
    <div className="grid grid-cols-2 text-xs text-ink-soft tabular-nums">
      <WaveSlider {...slider} peaks={usePeaks(track.id, track.replaced)} className="col-span-2" />
      <span aria-hidden="true">{formatDuration(shown)}</span>
      <span aria-hidden="true" className="text-right">{formatDuration(player.duration)}</span>
    </div>
  );
}
