import { CircleArrowDown, CircleCheck, Coins, ListPlus, Share2 } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { useTrackActions } from "../catalogue/TrackActions.tsx";
import { usePlaysSince } from "../data/listening.ts";
import { startOfToday } from "../lib/format.ts";
import { useSaved } from "../lib/saved/app_saved.ts";
import { useRefreshOnReward } from "../listening/api.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Tokens } from "../ui/Tokens.tsx";
import { usePlayingTrack } from "./playing_track.ts";

/** Puts what plays into a playlist or on this device, and shares it. */
export function PlayingActions() {
  const { track } = usePlayingTrack();
  const actions = useTrackActions();
  const navigate = useNavigate();
  const isSaved = useSaved()?.tracks.some(({ trackId }) => trackId === track?._id) === true;
  if (!track) return null;
  return (
    <>
      <IconButton
        label="Add to Playlist"
        icon={<ListPlus size={22} />}
        onClick={() => actions.addToPlaylist(track)}
      />
      <IconButton
        label={isSaved ? "On this device" : "Save on this device"}
        icon={isSaved ? <CircleCheck size={22} /> : <CircleArrowDown size={22} />}
        onClick={() => isSaved ? navigate("/saved", { replace: true }) : actions.save(track)}
        className={isSaved ? "text-accent!" : ""}
      />
      <IconButton label="Share" icon={<Share2 size={22} />} onClick={() => actions.share(track)} />
      {actions.dialogs}
    </>
  );
}

/** What the song that plays has earned its listener today, by the receipts; nothing until it has. */
export function PlayingEarned({ trackId }: { trackId: string }) {
  useRefreshOnReward();
  const { data: plays = [] } = usePlaysSince(startOfToday());
  // Receipts are in hundredths: whole numbers add up exactly.
  const units = plays.filter((play) => play.trackId._id === trackId)
    .reduce((sum, play) => sum + Math.round(play.tokensEarned * 100), 0);
  if (units === 0) return null;
  return (
    <p className="flex items-center gap-1.5 text-sm text-ink-soft">
      <Coins aria-hidden="true" size={16} className="shrink-0 text-accent" />
      <span>
        Earned you <Tokens amount={units / 100} className="font-semibold text-ink" /> tokens today
      </span>
    </p>
  );
}
