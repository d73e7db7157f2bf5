import { TrendingUp } from "lucide-react";
import { lazy, type ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { PreloadLink } from "../lib/PreloadLink.tsx";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { BackLink } from "../ui/BackLink.tsx";
import { Chip } from "../ui/Chip.tsx";
import { ChipRow } from "../ui/ChipRow.tsx";
import { Deferred } from "../ui/Deferred.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { classNames } from "../ui/class_names.ts";
import { ListButtons } from "./ListButtons.tsx";
import { LoadMore } from "./LoadMore.tsx";
import { PlaysUsedUp } from "./PlaysUsedUp.tsx";
import { SharedTrack } from "./SharedTrack.tsx";
import { TrackGrid } from "./TrackGrid.tsx";
import { slideOf } from "./discover/slides.ts";
import { type SongList, useSongs } from "./use_songs.ts";

const Chart = lazy(() => import("./Chart.tsx").then((module) => ({ default: module.Chart })));

const CHART = "top-100";
const FAILURE = "Failed to fetch tracks";

interface SongsProps {
  /** What today still gives, above the list. */
  today: ReactNode;
  /** What the current track has earned; stays in sight. */
  reward: ReactNode;
  /** Between the tracks of who has no Premium. */
  hasAds?: boolean;
}

/** `/songs`, Stream & Earn. `?genre=` picks a genre, `?list=` one of the carousel's lists, `?track=` opens a shared song. */
export function Songs({ today, reward, hasAds = false }: SongsProps) {
  const [params, setParams] = useSearchParams();
  const genre = params.get("genre") ?? "";
  const sharedId = params.get("track");
  const slide = slideOf(params.get("list"));
  const songs = useSongs(genre, slide?.list);
  const savedAt = useSavedAt(songs.pages);
  const change = (name: string, value: string) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (value === "") after.delete(name);
      else after.set(name, value);
      return after;
    }, { replace: true });
  return (
    <>
      <PageHeader
        title={slide?.title ?? "Stream & Earn"}
        seed={slide?.list}
        before={slide && <BackLink to="/songs">All tracks</BackLink>}
        subtitle={slide?.text ?? (
          <>
            Listening earns tokens.{" "}
            <Link
              to="/policy"
              className="font-semibold whitespace-nowrap text-accent underline-offset-4 hover:underline"
            >
              How it works
            </Link>
          </>
        )}
      />
      {sharedId && <SharedTrack id={sharedId} pages={songs.all} onClose={() => change("track", "")} />}
      {today}
      {reward}
      {songs.genres.length > 0 && (
        <GenreChips
          genres={songs.genres}
          selected={genre}
          onSelect={(chosen) => change("genre", chosen)}
        >
          {!slide && <ChartLink />}
        </GenreChips>
      )}
      <div className="pt-4 sm:pt-5">
        {songs.tracks.length > 0 && <SavedNote what="list" savedAt={savedAt} />}
        {slide && songs.tracks.length > 0 && <WholeList list={slide.list} tracks={songs.tracks} />}
        <SongStates
          songs={songs}
          genre={genre}
          list={slide?.list}
          hasAds={hasAds}
          onAll={() => change("genre", "")}
        />
      </div>
      <PlaysUsedUp />
    </>
  );
}

/** One of the carousel's lists as a whole; of the chart what its figures mean. */
function WholeList({ list, tracks }: { list: string; tracks: SongList["tracks"] }) {
  return (
    <ListButtons
      tracks={tracks}
      source={list === CHART ? "chart" : "songs"}
      className="-mt-2 mb-3 sm:-mt-3 sm:mb-4"
    >
      {list === CHART && (
        <p className="ml-1 min-w-0 flex-1 text-xs text-ink-soft">Places up or down: against the seven days before.</p>
      )}
    </ListButtons>
  );
}

/** Beside the genres: the chart is a place of its own. */
function ChartLink() {
  return (
    <PreloadLink
      to={`/songs?list=${CHART}`}
      className="finger flex h-10 shrink-0 items-center gap-1.5 rounded-full border border-line-strong px-[min(1rem,4.5vw)] text-sm font-semibold transition-colors duration-150 hover:bg-ink/8"
    >
      <TrendingUp aria-hidden="true" size={16} className="text-accent" />
      Top 100
    </PreloadLink>
  );
}

interface SongStatesProps {
  songs: SongList;
  genre: string;
  /** The carousel's list that this is. */
  list: string | undefined;
  hasAds: boolean;
  onAll(): void;
}

function SongStates({ songs, genre, list, hasAds, onAll }: SongStatesProps) {
  const { status, tracks, pages } = songs;
  const loading = <Skeleton shape={list === CHART ? "rows" : "cards"} count={10} label="Loading tracks..." />;
  if (status === "loading") return loading;
  if (status === "failed") {
    return <ErrorState message={FAILURE} busy={pages.isFetching} onRetry={() => void pages.refetch()} />;
  }
  if (tracks.length === 0) return <NoTracks genre={genre} list={list} onAll={onAll} />;
  const ads = hasAds && { between: adAfter };
  return (
    <div>
      {list === CHART
        ? (
          <Deferred fallback={loading}>
            <Chart tracks={tracks} {...ads} />
          </Deferred>
        )
        : <TrackGrid label="Tracks" tracks={tracks} source="songs" {...ads} />}
      <LoadMore pages={pages} failure={FAILURE} />
    </div>
  );
}

function adAfter(index: number): ReactNode {
  return (index + 1) % ADS_EVERY === 0 ? <AdSlot place={(index + 1) / ADS_EVERY - 1} /> : null;
}

function NoTracks({ genre, list, onAll }: { genre: string; list: string | undefined; onAll(): void }) {
  if (genre === "" && list === CHART) {
    return <EmptyState title="No Tracks Available" text="The chart begins with the first song that someone plays." />;
  }
  if (genre === "") {
    return <EmptyState title="No Tracks Available" text="New music is on its way. Please check back soon." />;
  }
  const action = <button type="button" onClick={onAll} className="font-semibold text-accent">Show all tracks</button>;
  return <EmptyState title="No tracks found for this genre" seed={genre} action={action} />;
}

interface GenreChipsProps {
  genres: readonly string[];
  /** Empty for all. */
  selected: string;
  onSelect(genre: string): void;
  /** Another way on, between 'All' and the genres. */
  children?: ReactNode;
}

/** 'All' and the genres that were found. */
function GenreChips({ genres, selected, onSelect, children }: GenreChipsProps) {
  return (
    <ChipRow label="Genre">
      <Chip label="All" selected={selected === ""} onSelect={() => onSelect("")} />
      {children}
      {genres.map((genre) => (
        <Chip
          key={genre}
          label={genre}
          capitalized
          selected={selected === genre}
          onSelect={() => onSelect(genre)}
        />
      ))}
    </ChipRow>
  );
}

const ROOM: Readonly<Record<HouseAd["format"], string>> = {
  banner: "min-h-[90px] max-w-[728px] flex-wrap items-center [&>div]:flex-1",
  square: "min-h-[280px] max-w-[336px] flex-col items-start justify-end",
  responsive: "min-h-28 flex-wrap items-center [&>div]:flex-1",
};

/** The ad at a place of a list, as a whole row of it. Its room is there from the start, so nothing moves. */
function AdSlot({ place }: { place: number }) {
  const ad = HOUSE_ADS[place % HOUSE_ADS.length];
  if (!ad) return null;
  return (
    <li className="col-span-full flex justify-center">
      <div
        className={classNames(
          "relative isolate flex w-full justify-between gap-x-5 gap-y-2 overflow-hidden rounded-xl border border-line bg-surface px-4 py-3 sm:px-6",
          ROOM[ad.format],
        )}
      >
        <AdireCloth
          seed={ad.id}
          className="-z-10 text-dye opacity-60 mask-[linear-gradient(to_bottom_left,black,transparent_65%)] in-data-[theme=light]:opacity-20"
        />
        <span className="absolute top-1.5 right-3 text-2xs font-semibold text-ink">Ad</span>
        <div className="min-w-[min(100%,9rem)]">
          <p className="font-bold">{ad.title}</p>
          <p className="line-clamp-2 text-xs text-ink-soft sm:text-sm">{ad.text}</p>
        </div>
        <Link
          to={ad.href}
          className="shrink-0 text-sm font-semibold text-accent underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {ad.call}
        </Link>
      </div>
    </li>
  );
}

interface HouseAd {
  id: string;
  /** 728 × 90, 336 × 280, or whatever room there is. */
  format: "banner" | "square" | "responsive";
  title: string;
  text: string;
  /** A path of this site. */
  href: string;
  call: string;
}

/** One ad after so many tracks. */
const ADS_EVERY = 8;

/** Orin's own ads, in display order. */
const HOUSE_ADS: readonly HouseAd[] = [
  {
    id: "premium",
    format: "banner",
    title: "Hear it without ads",
    text: "Premium: no ads, 160 kbit/s, your music offline.",
    href: "/subscriptions",
    call: "See Premium",
  },
  {
    id: "creators",
    format: "square",
    title: "Your song could be here",
    text: "Upload your music, reach listeners and earn from every play.",
    href: "/signup",
    call: "Become a creator",
  },
  {
    id: "earning",
    format: "responsive",
    title: "Your minutes are money",
    text: "See how you earn tokens and send them to your bank.",
    href: "/policy",
    call: "How it works",
  },
];
