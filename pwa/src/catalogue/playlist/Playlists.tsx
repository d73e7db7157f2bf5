import { lazy, useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import type { Track } from "@contract/catalogue.ts";
import { useFreePlays } from "../../data/listening.ts";
import { plural } from "../../lib/format.ts";
import { useOffersPremium } from "../../lib/premium.ts";
import { useSavedAt } from "../../lib/use_saved_at.ts";
import { DEFAULT_LIST } from "../../outbox/write.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { CoverMosaic } from "../../ui/CoverMosaic.tsx";
import { Deferred } from "../../ui/Deferred.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { LIST_COVER, ListHead } from "../../ui/ListHead.tsx";
import { SavedNote } from "../../ui/SavedNote.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ListButtons } from "../ListButtons.tsx";
import { PlaysUsedUp } from "../PlaysUsedUp.tsx";
import { TrackGrid } from "../TrackGrid.tsx";
import { removeItem, TrackMenu } from "../TrackMenu.tsx";
import { coverOf, SaveButton } from "../saving/SaveButton.tsx";
import { Failure } from "./Failure.tsx";
import { Library, OPEN_LIST } from "./Library.tsx";
import { LikedSongs } from "./LikedSongs.tsx";
import { ListLength } from "./ListLength.tsx";
import { NamedList } from "./NamedList.tsx";
import { WaitingNote } from "./WaitingNote.tsx";
import { useDefaultPlaylist, useRemoveFromPlaylist } from "./api.ts";
import { LIKED } from "./library_items.ts";

/**
 * `/playlist`: the library, and beside or below it the list everyone has. `?list=liked` shows the liked songs,
 * `?list={id}` a named list; where there is no room beside it, the library is a press away then.
 */
export function Playlists() {
  const [params, setParams] = useSearchParams();
  const { pathname, search } = useLocation();
  const list = params.get("list") ?? "";
  const show = (id: string) => setParams(id === "" ? {} : { list: id });
  return (
    <>
      <div className="@container">
        <div className="grid gap-x-8 gap-y-10 @min-[50rem]:grid-cols-[18rem_minmax(0,1fr)]">
          <div className={list === "" ? "min-w-0" : "hidden @min-[50rem]:block"}>
            <Library open={pathname + search} onMade={show} />
          </div>
          <div
            id={OPEN_LIST}
            className="min-w-0 @min-[50rem]:[&_.cover-grid]:grid-cols-[repeat(auto-fill,minmax(9rem,1fr))]!"
          >
            {list !== "" && (
              <div className="-mt-4 mb-6 md:mb-8 @min-[50rem]:hidden">
                <BackLink to="/playlist">Your library</BackLink>
              </div>
            )}
            {list === ""
              ? <DefaultList />
              : list === LIKED
              ? <LikedSongs />
              : <NamedList key={list} id={list} onGone={() => show("")} />}
            <Plans />
          </div>
        </div>
      </div>
      <PlaysUsedUp />
    </>
  );
}

const ChoosePlan = lazy(() => import("../ChoosePlan.tsx").then((module) => ({ default: module.ChoosePlan })));

/** How many plays a listener without Premium has left today, and the plans for more. Members see nothing of it. */
function Plans() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useFreePlays();
  const close = () => setOpen(false);
  if (!useOffersPremium() || !data || data.isSubscribed) return null;
  const { remainingFreePlays: left } = data;
  const text = left > 0
    ? `You still have ${plural(left, "free play")} today. New ones come every day at midnight, in Lagos.`
    : "You have used today's free plays. You get new ones at midnight, Lagos time.";
  return (
    <p className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
      {left} of {data.freePlayLimit} free plays left today.
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>Choose a plan</Button>
      {isOpen && (
        <Deferred>
          <ChoosePlan text={text} playsLeft={left} onClose={close} onExtraPlay={close} />
        </Deferred>
      )}
    </p>
  );
}

/** The list that everyone has, as a grid. */
function DefaultList() {
  const query = useDefaultPlaylist();
  const savedAt = useSavedAt(query);
  const tracks = query.data?.tracks;
  return (
    <>
      <Head tracks={tracks} />
      {tracks
        ? (
          <>
            {savedAt !== undefined && <SavedNote what="list" savedAt={savedAt} />}
            <WaitingNote playlistId={DEFAULT_LIST} />
            <Tracks tracks={tracks} />
          </>
        )
        : query.isError
        ? <ErrorState message="Failed to fetch playlist" busy={query.isFetching} onRetry={() => void query.refetch()} />
        : <Skeleton shape="cards" label="Loading your playlist..." />}
    </>
  );
}

/** As of every list; its figures show once they are known. */
function Head({ tracks }: { tracks: readonly Track[] | undefined }) {
  const covers = tracks?.map(({ coverImageUrl }) => coverImageUrl).filter((url) => url !== "") ?? [];
  return (
    <ListHead
      kind="Your playlist"
      title="My Playlist"
      seed="My Playlist"
      cover={<CoverMosaic covers={covers} seed="My Playlist" size={208} className={LIST_COVER} />}
      buttons={tracks && tracks.length > 0 && (
        <ListButtons tracks={tracks} source="playlist">
          <SaveButton
            collection={{ kind: "playlist", id: "default", title: "My Playlist", coverImageUrl: coverOf(tracks) }}
            tracks={tracks}
          />
        </ListButtons>
      )}
    >
      {tracks && <ListLength tracks={tracks} />}
    </ListHead>
  );
}

function Tracks({ tracks }: { tracks: readonly Track[] }) {
  const remove = useRemoveFromPlaylist();
  return (
    <>
      {tracks.length === 0
        ? (
          <EmptyState
            isSmall
            title="Your playlist is empty"
            text="Add songs from the menu of any track."
            action={<ButtonLink to="/songs">Browse Tracks</ButtonLink>}
          />
        )
        : (
          <TrackGrid
            label="My Playlist"
            tracks={tracks}
            source="playlist"
            menu={(track, actions) => (
              <TrackMenu
                track={track}
                actions={actions}
                first={removeItem(() => remove.mutate(track))}
              />
            )}
          />
        )}
      {remove.isError && <Failure text="Failed to remove track from playlist" onClose={remove.reset} />}
    </>
  );
}
