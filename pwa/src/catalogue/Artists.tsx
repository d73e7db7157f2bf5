import { useQuery } from "@tanstack/react-query";
import { Check, Link2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { CreatorCard } from "@contract/catalogue.ts";
import { artistsQuery } from "../data/catalogue.ts";
import { PreloadLink } from "../lib/PreloadLink.tsx";
import { formatCount, formatFullCount, plural } from "../lib/format.ts";
import { copyText } from "../lib/share.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Cover } from "../ui/Cover.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { announce } from "../ui/live_region.ts";

/** `/artists`: everyone who makes music here. */
export function Artists() {
  const artists = useQuery(artistsQuery);
  const savedAt = useSavedAt(artists);
  return (
    <>
      <PageHeader title="Artists" subtitle="The people behind the songs. Follow the ones you love." />
      <SavedNote what="list" savedAt={savedAt} />
      {artists.isPending && <Skeleton shape="people" count={10} label="Loading artists..." />}
      {artists.isError && !artists.data && (
        <ErrorState
          message="Failed to fetch creators"
          busy={artists.isFetching}
          onRetry={() => void artists.refetch()}
        />
      )}
      {artists.data?.length === 0 && <EmptyState title="No artists yet" text="The first artists are on their way." />}
      {artists.data && artists.data.length > 0 && (
        <ul
          aria-label="Artists"
          className="cover-grid gap-x-3 gap-y-4"
        >
          {artists.data.map((artist, index) => <ArtistCard key={artist._id} artist={artist} priority={index < 4} />)}
        </ul>
      )}
    </>
  );
}

const COPIED_MS = 1_800;

interface ArtistCardProps {
  artist: CreatorCard;
  priority: boolean;
}

/** One artist of the grid: the whole card leads to the profile, a button copies its link. */
function ArtistCard({ artist, priority }: ArtistCardProps) {
  const { _id: id, name, firstName, lastName, profilePicture, followerCount, albums } = artist;
  return (
    <li className="relative flex flex-col items-center gap-1 rounded-xl p-2.5 pb-4 text-center transition-colors hover:bg-ink/6">
      <Cover
        src={profilePicture.url}
        seed={id}
        size="(min-width: 80rem) 13rem, (min-width: 48rem) 25vw, 42vw"
        priority={priority}
        className="mb-2 w-full rounded-full shadow-lift"
      />
      <PreloadLink
        to={`/artists/${id}`}
        className="line-clamp-2 max-w-full leading-snug font-semibold text-balance after:absolute after:inset-0 after:rounded-xl"
      >
        {name || `${firstName} ${lastName}`.trim()}
      </PreloadLink>
      <p className="text-xs text-ink-soft sm:text-sm">
        <span title={formatFullCount(followerCount)}>{formatCount(followerCount)}</span>{" "}
        {followerCount === 1 ? "follower" : "followers"} · {plural(albums, "album")}
      </p>
      <CopyArtistLink id={id} name={name} />
    </li>
  );
}

function CopyArtistLink({ id, name }: { id: string; name: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (!await copyText(new URL(`/artists/${id}`, location.origin).href)) return;
    setCopied(true);
    announce("Link copied!");
  };
  return (
    <span className="absolute top-2 right-2 flex items-center gap-2">
      {isCopied && (
        <span className="pointer-events-none animate-enter rounded-full bg-ink px-3 py-1 text-xs font-semibold whitespace-nowrap text-canvas">
          Link copied!
        </span>
      )}
      <IconButton
        size="small"
        label={`Copy the link to ${name}`}
        icon={isCopied ? <Check size={16} /> : <Link2 size={16} />}
        onClick={copy}
        className="bg-raised! shadow-lift"
      />
    </span>
  );
}
