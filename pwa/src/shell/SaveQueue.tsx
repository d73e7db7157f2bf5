import { MOST_PLAYLIST_TRACKS } from "@contract/playlists.ts";
import { NewPlaylist } from "../catalogue/playlist/NewPlaylist.tsx";
import { usePlaylists } from "../catalogue/playlist/api.ts";
import { PremiumOnly } from "../catalogue/PremiumOnly.tsx";
import { useIsPremium } from "../lib/premium.ts";
import { loginPath, signUpPath, useSession } from "../lib/session.ts";
import type { PlayerTrack } from "../player/types.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { toast } from "../ui/toast.ts";

interface SaveQueueProps {
  tracks: readonly PlayerTrack[];
  onClose(): void;
}

/** Makes a playlist of the queue, each song once; named lists are part of Premium. */
export function SaveQueue(props: SaveQueueProps) {
  if (useSession()) return <Saving {...props} />;
  return (
    <Dialog
      open
      title="Please log in to save this queue as a playlist"
      onClose={props.onClose}
      actions={
        <>
          <ButtonLink variant="quiet" to={signUpPath()}>Sign up</ButtonLink>
          <ButtonLink to={loginPath()}>Log in</ButtonLink>
        </>
      }
    />
  );
}

function Saving({ tracks, onClose }: SaveQueueProps) {
  const canMake = usePlaylists().data?.canEdit;
  const isPremium = useIsPremium();
  if (canMake === false && !isPremium) {
    return (
      <PremiumOnly
        title="Custom playlists are part of Premium"
        text="With Premium you make as many lists as you like, put songs in order and share them. My Playlist and Liked Songs stay free."
        onClose={onClose}
      />
    );
  }
  const trackIds = [...new Set(tracks.map(({ id }) => id))].slice(0, MOST_PLAYLIST_TRACKS);
  const made = (_id: string, { isSent }: { isSent: boolean }) => {
    void toast(isSent ? "The queue is a playlist now." : "The playlist is waiting to be sent.", "success");
    onClose();
  };
  return <NewPlaylist trackIds={trackIds} onClose={onClose} onMade={made} />;
}
