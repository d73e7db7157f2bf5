import type { Track } from "@contract/catalogue.ts";
import type { PlaylistCard } from "@contract/playlists.ts";
import { ListMusic, Plus } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { plural } from "../../lib/format.ts";
import { loginPath, signUpPath, useSession } from "../../lib/session.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { useAddToPlaylist, usePlaylists } from "./api.ts";
import { Failure } from "./Failure.tsx";
import { NewPlaylist } from "./NewPlaylist.tsx";

const ADDED = "Track added to playlist successfully";
const FAILED = "Failed to add track to playlist";
const KEPT = "Track added to playlist. Waiting to be sent.";

interface AddToPlaylistProps {
  tracks: readonly Track[];
  onClose(): void;
}

/** Adds tracks immediately to the list everyone has; people who may have named lists choose first. */
export function AddToPlaylist({ tracks, onClose }: AddToPlaylistProps) {
  const session = useSession();
  if (session) return <Adding tracks={tracks} onClose={onClose} />;
  return (
    <Dialog
      open
      title="Please log in to add to your playlist"
      onClose={onClose}
      actions={
        <>
          <ButtonLink variant="quiet" to={signUpPath()}>Sign up</ButtonLink>
          <ButtonLink to={loginPath()}>Log in</ButtonLink>
        </>
      }
    />
  );
}

function Adding({ tracks, onClose }: AddToPlaylistProps) {
  const lists = usePlaylists();
  const { mutate, isError, isPending } = useAddToPlaylist();
  const [isMaking, setMaking] = useState(false);
  const isAsked = useRef(false);
  const hasChoice = lists.data?.canEdit === true;
  const [track] = tracks;
  const isMany = tracks.length > 1;
  const done = ({ isSent }: { isSent: boolean }) => {
    const added = `${plural(tracks.length, "song")} added to playlist.`;
    void toast(isMany ? `${added}${isSent ? "" : " Waiting to be sent."}` : isSent ? ADDED : KEPT, "success");
    onClose();
  };
  const add = (list?: PlaylistCard) =>
    mutate({ tracks, playlistId: list && !list.isDefault ? list._id : undefined }, { onSuccess: done });
  // What was known before the network went still says whether there is a choice.
  const isDecided = lists.data ? !lists.data.canEdit : lists.isError;
  useEffect(() => {
    if (!isDecided || isAsked.current) return;
    isAsked.current = true;
    add();
  });
  if (isError) return <Failure text={isMany ? "Failed to add songs to playlist" : FAILED} onClose={onClose} />;
  if (isMaking) {
    return (
      <NewPlaylist
        {...(isMany ? { trackIds: tracks.map(({ _id }) => _id) } : track && { track })}
        onClose={onClose}
        onMade={(_id, made) => done(made)}
      />
    );
  }
  if (!hasChoice || !lists.data) return null;
  return (
    <Dialog
      open
      title="Add to Playlist"
      description={isMany || !track ? plural(tracks.length, "song") : `${track.title} by ${track.artist}`}
      onClose={onClose}
    >
      <ul className="-mx-2 flex flex-col">
        {lists.data.playlists.map((list) => (
          <Choice
            key={list._id}
            icon={<ListMusic size={20} />}
            disabled={isPending}
            label={list.name}
            onSelect={() => add(list)}
          />
        ))}
        <Choice icon={<Plus size={20} />} label="New playlist" disabled={isPending} onSelect={() => setMaking(true)} />
      </ul>
    </Dialog>
  );
}

interface ChoiceProps {
  icon: ReactNode;
  label: string;
  disabled: boolean;
  onSelect(): void;
}

function Choice({ icon, label, disabled, onSelect }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        disabled={disabled}
        onClick={onSelect}
        className="flex min-h-12 w-full items-center gap-3 rounded-lg px-2 text-left font-medium hover:bg-ink/8"
      >
        <span aria-hidden="true" className="text-ink-soft">{icon}</span>
        <span className="truncate">{label}</span>
      </button>
    </li>
  );
}
