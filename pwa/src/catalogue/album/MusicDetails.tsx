import { useQuery } from "@tanstack/react-query";
import { RELEASE_KIND_WORDS } from "@contract/release_kinds.ts";
import { Share2 } from "lucide-react";
import { lazy, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { Album, AlbumCard } from "@contract/discover.ts";
import { albumQuery, newestAlbumQuery } from "../../data/catalogue.ts";
import { PreloadLink } from "../../lib/PreloadLink.tsx";
import { ApiError } from "../../lib/api_error.ts";
import { formatCount, formatDate, formatDuration, formatFullCount, plural, spokenDuration } from "../../lib/format.ts";
import { useSavedAt } from "../../lib/use_saved_at.ts";
import { useTitle } from "../../lib/use_title.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { Deferred } from "../../ui/Deferred.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { LIST_COVER, ListHead } from "../../ui/ListHead.tsx";
import { SavedNote } from "../../ui/SavedNote.tsx";
import { ShareDialog } from "../../ui/ShareDialog.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { FollowButton } from "../FollowButton.tsx";
import { ListButtons } from "../ListButtons.tsx";
import { NumberedTracks } from "../NumberedTracks.tsx";
import { PlaysUsedUp } from "../PlaysUsedUp.tsx";
import { SaveButton } from "../saving/SaveButton.tsx";

/** Below everything else, so no page waits for it. */
const AlbumCreditList = lazy(() =>
  import("../release/AlbumCreditList.tsx").then((module) => ({ default: module.AlbumCreditList }))
);

/** `/music-details?id=`: an album with its tracks and artists, and more music; without an id the newest one. */
export function MusicDetails() {
  const [params] = useSearchParams();
  const asked = params.get("id") ?? "";
  const newest = useQuery({ ...newestAlbumQuery, enabled: asked === "" });
  const album = useQuery(albumQuery(asked || newest.data || ""));
  const savedAt = useSavedAt(album);
  useTitle(album.data?.title);
  if (album.data) {
    return (
      <>
        <SavedNote what="album" savedAt={savedAt} />
        <Details album={album.data} source={params.get("from") === "release" ? "release" : "album"} />
      </>
    );
  }
  if (newest.data === "" || (album.error instanceof ApiError && album.error.status === 404)) {
    return (
      <EmptyState
        heading="h1"
        title="Album not found"
        text="The link may be old, or the artist has removed the album."
        action={<ButtonLink to="/songs?list=new-albums">New Albums</ButtonLink>}
      />
    );
  }
  const failed = [newest, album].find((query) => query.isError);
  if (!failed) return <Skeleton shape="rows" label="Loading album..." />;
  return (
    <ErrorState
      heading="h1"
      message="Failed to load album"
      busy={failed.isFetching}
      onRetry={() => void failed.refetch()}
    />
  );
}

/** `source`: where plays that begin here come from. */
function Details({ album, source }: { album: Album; source: string }) {
  return (
    <>
      <AlbumHead album={album} source={source} />
      <div className="@container">
        <div className="grid grid-cols-1 items-start gap-x-10 gap-y-10 @min-[44rem]:grid-cols-[minmax(0,1fr)_20rem]">
          <section aria-labelledby="tracks" className="min-w-0">
            <h2 id="tracks" className="mb-3 text-xl">Tracks</h2>
            <NumberedTracks tracks={album.tracks} source={source} />
          </section>
          <AlbumArtists artists={album.artists} />
        </div>
      </div>
      {album.credits && (
        <Deferred>
          <AlbumCreditList credits={album.credits} />
        </Deferred>
      )}
      {album.moreMusic.length > 0 && (
        <section aria-labelledby="more" className="mt-12">
          <h2 id="more" className="mb-4 text-xl">More Music</h2>
          <AlbumCards label="More Music" albums={album.moreMusic} />
        </section>
      )}
      <PlaysUsedUp />
    </>
  );
}

/** Who made the album, each to be followed. */
function AlbumArtists({ artists }: Pick<Album, "artists">) {
  return (
    <section aria-labelledby="artists" className="rounded-xl border border-line bg-surface p-5">
      <h2 id="artists" className="mb-3 text-lg">Artists</h2>
      <ul className="flex flex-col gap-4">
        {artists.map(({ _id, name, profilePicture, followerCount }) => (
          <li key={_id} className="flex flex-wrap items-center gap-3">
            <Avatar src={profilePicture.url} size={48} />
            <div className="min-w-0 flex-1 basis-32">
              <Link to={`/artists/${_id}`} className="block truncate font-semibold underline-offset-4 hover:underline">
                {name}
              </Link>
              <p className="text-sm text-ink-soft">
                <span title={formatFullCount(followerCount)}>{formatCount(followerCount)}</span>{" "}
                {followerCount === 1 ? "follower" : "followers"}
              </p>
            </div>
            <FollowButton id={_id} name={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Albums as cards; the whole card leads to the album. */
function AlbumCards({ label, albums }: { label: string; albums: readonly AlbumCard[] }) {
  return (
    <ul aria-label={label} className="cover-grid gap-x-4 gap-y-6 xl:grid-cols-6">
      {albums.map(({ _id, title, artist, coverImageUrl, placeholder }) => (
        <li key={_id} className="relative min-w-0">
          <Cover
            src={coverImageUrl}
            seed={_id}
            size="(min-width: 80rem) 11rem, (min-width: 48rem) 25vw, 46vw"
            placeholder={placeholder}
            className="mb-2.5 w-full rounded-lg shadow-lift"
          />
          <PreloadLink
            to={`/music-details?id=${_id}`}
            className="line-clamp-2 leading-snug font-semibold after:absolute after:inset-0 after:rounded-lg"
          >
            {title}
          </PreloadLink>
          <p className="truncate text-sm text-ink-soft">{artist}</p>
        </li>
      ))}
    </ul>
  );
}

/** Cover, title, artist and length; play all and share. */
function AlbumHead({ album, source }: { album: Album; source: string }) {
  const [isSharing, setSharing] = useState(false);
  const { _id: id, title, artist, artistId, coverImageUrl, placeholder, tracks, durationSeconds, releasedAt } = album;
  const url = new URL(`/music-details?id=${id}`, location.origin).href;
  return (
    <>
      <ListHead
        kind={RELEASE_KIND_WORDS[album.credits?.kind || "album"].label}
        title={title}
        seed={id}
        cover={
          <Cover src={coverImageUrl} seed={id} size="13rem" placeholder={placeholder} priority className={LIST_COVER} />
        }
        buttons={
          <ListButtons tracks={tracks} source={source}>
            <SaveButton collection={{ kind: "album", id, title, coverImageUrl }} tracks={tracks} />
            <IconButton label="Share" icon={<Share2 size={20} />} onClick={() => setSharing(true)} />
          </ListButtons>
        }
      >
        <p className="text-base">
          <Link to={`/artists/${artistId}`} className="font-semibold text-ink underline-offset-4 hover:underline">
            {artist}
          </Link>
        </p>
        <p>
          {plural(tracks.length, "track")} · <span aria-hidden="true">{formatDuration(durationSeconds)}</span>
          <span className="sr-only">{spokenDuration(durationSeconds)}</span> · {formatDate(releasedAt)}
        </p>
      </ListHead>
      {isSharing && (
        <ShareDialog
          title="Share"
          shared={{ text: `Check out "${title}" by ${artist}`, url }}
          onClose={() => setSharing(false)}
        />
      )}
    </>
  );
}
