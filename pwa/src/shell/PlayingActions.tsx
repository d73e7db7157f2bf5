import { CircleArrowDown, CircleCheck, ListPlus, Share2 } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { useTrackActions } from "../catalogue/TrackActions.tsx";
import { useSaved } from "../lib/saved/app_saved.ts";
import { CaptionButton } from "../ui/CaptionButton.tsx";
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
