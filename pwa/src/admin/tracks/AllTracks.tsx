import { type AdminTrack, TRACK_SORTS, type TrackSort } from "@contract/admin_tracks.ts";
import { GENRES } from "@contract/catalogue.ts";
import { EyeOff, History, MicOff, Trash2 } from "lucide-react";
import { useId, useState } from "react";
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
import { FilterForm } from "../parts/FilterForm.tsx";
import { ListTools } from "../parts/ListTools.tsx";
import { MorePages } from "../parts/MorePages.tsx";
import { SearchBox } from "../parts/SearchBox.tsx";
import { useListAddress } from "../parts/use_list_address.ts";
import type { Notice } from "../parts/notice.ts";
import { May } from "../shell/May.tsx";
import { useAllTracks, useExportTracks } from "./api.ts";
import { DeleteTrack } from "./DeleteTrack.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { TakeLyricsDown } from "./TakeLyricsDown.tsx";

/** `/alltrack`: every track, in every state. */
export function AllTracks() {
  const address = useListAddress(TRACK_SORTS, { sort: "uploaded", order: "desc" }, ["genre", "state", "from", "to"]);
  const { list, change } = address;
  const tracks = useAllTracks(list);
  const [doomed, setDoomed] = useState<AdminTrack>();
  const [sung, setSung] = useState<AdminTrack>();
  const [notice, say] = usePassing<Notice>();
  const found = tracks.data?.pages.flat();
  return (
    <>
      <ScreenHead title="Track Management">
        <May call="POST /api/v1/admin/upload-track">
          <ButtonLink to="/upload-song">Upload Song</ButtonLink>
        </May>
      </ScreenHead>
      <Toolbar address={address} />
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
          columns={columnsWith({ onDelete: setDoomed, onLyrics: setSung })}
          rows={found}
          keyOf={(track) => track._id}
          ordered={list}
          onOrder={change}
        />
      )}
      <MorePages pages={tracks} failure="Failed to load tracks" />
      {doomed && <DeleteTrack track={doomed} onClose={() => setDoomed(undefined)} onSaid={say} />}
      {sung && <TakeLyricsDown track={sung} onClose={() => setSung(undefined)} onSaid={say} />}
    </>
  );
}

type Address = ReturnType<typeof useListAddress<TrackSort, "genre" | "state" | "from" | "to">>;

/** What narrows the list, and saves it. */
function Toolbar({ address: { list, change, query, choose } }: { address: Address }) {
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
  const save = useExportTracks();
  return (
    <>
      <div className="mb-3 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,28rem)_auto] lg:justify-start">
        <div className="md:*:h-10">
          <SearchBox label="Search by title or artist..." value={list.q} onSearch={(q) => change({ q })} />
        </div>
        <ListTools
          narrowed={Object.values(list.narrow).filter(Boolean).length}
          isOpen={isOpen}
          panelId={panelId}
          onToggle={() => setOpen(!isOpen)}
          saved={{ list: "tracks", query, onChoose: choose }}
          busy={save.isPending}
          onExport={() => save.mutate(list)}
        />
      </div>
      {save.isError && <Banner tone="error" className="mb-3">{failureText(save.error, "The export failed")}</Banner>}
      {isOpen && (
        <FilterForm
          id={panelId}
          fields={FIELDS}
          values={list.narrow}
          action="Show tracks"
          onFilter={(narrow) => change({ narrow })}
        />
      )}
    </>
  );
}

const FIELDS = [
  {
    name: "genre",
    label: "Genre",
    choice: {
      none: "All genres",
      options: GENRES.map((genre) => ({ value: genre, label: genre.replace(/^./, (letter) => letter.toUpperCase()) })),
    },
  },
  {
    name: "state",
    label: "State",
    choice: {
      none: "All states",
      options: [
        { value: "ready", label: "Ready" },
        { value: "processing", label: "Processing" },
        { value: "failed", label: "Failed" },
      ],
    },
  },
  { name: "from", label: "Uploaded from" },
  { name: "to", label: "Uploaded until" },
] as const;

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

interface RowActions {
  onDelete(track: AdminTrack): void;
  onLyrics(track: AdminTrack): void;
}

function columnsWith({ onDelete, onLyrics }: RowActions): readonly Column<AdminTrack, TrackSort>[] {
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
          {track.hasLyrics && (
            <May call="POST /api/v1/admin/tracks/:trackId/lyrics/removal">
              <IconButton
                size="small"
                label={`Remove the lyrics of ${track.title}`}
                icon={<MicOff size={17} />}
                onClick={() => onLyrics(track)}
              />
            </May>
          )}
          <Link
            to={`/moderation?kind=song&id=${track._id}`}
            aria-label={`Decide about ${track.title}`}
            title="Hide or show"
            className="inline-grid size-[36px] place-items-center rounded-full text-ink-soft hover:bg-ink/8 hover:text-ink"
          >
            <EyeOff size={17} aria-hidden="true" />
          </Link>
          <Link
            to={`/audit?subject=${encodeURIComponent(`track:${track._id}`)}`}
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
      {track.holds && track.holds.length > 0 && <Badge tone="bad">{track.holds.join(", ")}</Badge>}
    </div>
  );
}
