import { type AdminTrack, TRACK_SORTS, type TrackSort } from "@contract/admin_tracks.ts";
import { History, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Badge } from "../parts/Badge.tsx";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { MorePages } from "../parts/MorePages.tsx";
import { SearchBox } from "../parts/SearchBox.tsx";
import { useListAddress } from "../parts/use_list_address.ts";
import type { Notice } from "../parts/notice.ts";
import { May } from "../shell/May.tsx";
import { useAllTracks } from "./api.ts";
import { DeleteTrack } from "./DeleteTrack.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";

/** `/alltrack`: every track, in every state. */
export function AllTracks() {
  const [list, change] = useListAddress(TRACK_SORTS, { sort: "uploaded", order: "desc" });
  const tracks = useAllTracks(list);
  const [doomed, setDoomed] = useState<AdminTrack>();
  const [notice, say] = usePassing<Notice>();
  const found = tracks.data?.pages.flat();
  return (
    <>
      <ScreenHead title="Track Management">
        <May call="POST /api/v1/admin/upload-track">
          <ButtonLink to="/upload-song">Upload Song</ButtonLink>
        </May>
      </ScreenHead>
      <div className="mb-3 max-w-xl md:*:h-10">
        <SearchBox label="Search by title or artist..." value={list.q} onSearch={(q) => change({ q })} />
      </div>
      {notice && <Banner tone={notice.tone} className="mb-5">{notice.text}</Banner>}
      {!found && !tracks.isError && <Skeleton shape="rows" count={8} label="Loading tracks..." />}
      {!found && tracks.isError && (
        <ErrorState
          message={failureText(tracks.error, "Failed to load tracks")}
          busy={tracks.isFetching}
          onRetry={() => void tracks.refetch()}
        />
      )}
      {found && tracks.isRefetchError && (
        <Banner tone="error" className="mb-5">{failureText(tracks.error, "Failed to load tracks")}</Banner>
      )}
      {found?.length === 0 && <Empty q={list.q} />}
      {found && found.length > 0 && (
        <DataTable
          label="Tracks"
          columns={columnsWith(setDoomed)}
          rows={found}
          keyOf={(track) => track._id}
          ordered={list}
          onOrder={change}
        />
      )}
      <MorePages pages={tracks} failure="Failed to load tracks" />
      {doomed && <DeleteTrack track={doomed} onClose={() => setDoomed(undefined)} onSaid={say} />}
    </>
  );
}

function Empty({ q }: { q: string }) {
  return q === ""
    ? <EmptyState title="No tracks found. Upload some music to get started!" />
    : <EmptyState title="No tracks found" text="Try another title or artist." />;
}

const uploaded = new Intl.DateTimeFormat("en-US", {
  timeZone: "Africa/Lagos",
  month: "short",
  day: "numeric",
  year: "numeric",
});

function columnsWith(onDelete: (track: AdminTrack) => void): readonly Column<AdminTrack, TrackSort>[] {
  return [
    { label: "Track", sort: "title", onPhone: "title", cell: (track) => <Title track={track} /> },
    { label: "Artist", sort: "artist", cell: (track) => track.artist },
    { label: "Genre", sort: "genre", cell: (track) => <span className="capitalize">{track.genre}</span> },
    { label: "Duration", sort: "duration", cell: (track) => <span className="tabular-nums">{track.duration}</span> },
    { label: "Uploaded", sort: "uploaded", cell: (track) => uploaded.format(new Date(track.createdAt)) },
    {
      label: "Actions",
      onPhone: "end",
      cell: (track) => (
        <div className="flex items-center gap-0.5 md:-my-1 md:-ml-2">
          <May call="DELETE /api/v1/tracks/:id">
            <IconButton
              size="small"
              label={`Delete ${track.title}`}
              icon={<Trash2 size={17} />}
              onClick={() => onDelete(track)}
            />
          </May>
          <Link
            to={`/audit?subject=${encodeURIComponent(`track:${track._id}`)}`}
            data-key="open"
            aria-label={`Timeline of ${track.title}`}
            title="Timeline"
            className="inline-grid size-[36px] place-items-center rounded-full text-ink-soft hover:bg-ink/8 hover:text-ink"
          >
            <History size={17} aria-hidden="true" />
          </Link>
        </div>
      ),
    },
  ];
}

function Title({ track }: { track: AdminTrack }) {
  return (
    <div className="flex items-center gap-3">
      <Cover src={track.coverImageUrl} seed={track._id} size={32} placeholder={track.placeholder} />
      <span className="min-w-0 truncate font-semibold">{track.title}</span>
      {track.state !== "ready" && <Badge tone={track.state === "failed" ? "bad" : "plain"}>{track.state}</Badge>}
    </div>
  );
}
