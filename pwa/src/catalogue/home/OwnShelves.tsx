import { ChevronRight, Play, UserPlus } from "lucide-react";
import type { Track } from "@contract/catalogue.ts";
import type { Home } from "@contract/home.ts";
import { PreloadLink } from "../../lib/PreloadLink.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { classNames } from "../../ui/class_names.ts";
import type { TrackActionsControl } from "../TrackActions.tsx";
import { usePlaying } from "../playing.ts";
import { useUnavailable } from "../saving/use_unavailable.ts";
import { Shelf } from "./Shelf.tsx";

interface OwnShelvesProps {
  home: Home | undefined;
  isFailed: boolean;
  actions: TrackActionsControl;
}

/** What one played, and what is new from whom one follows; for a new account the mix and how to go on. */
export function OwnShelves({ home, isFailed, actions }: OwnShelvesProps) {
  if (!home) return isFailed ? null : <Waiting />;
  const { recent, followedCount, mix } = home;
  const { followed } = ownListsOf(home);
  const isNew = recent.length === 0;
  return (
    <>
      {isNew
        ? (
          <Shelf
            title="Start here"
            note="A first taste. What you play shapes this page."
            tracks={mix}
            source="mix"
            actions={actions}
          />
        )
        : <Shelf title="Recently played" tracks={recent} source="recent" actions={actions} />}
      <Shelf title="New from artists you follow" tracks={followed} source="followed" actions={actions} />
      {followedCount === 0 && !isNew && <FollowSomebody />}
    </>
  );
}

/** The lists of one's own below what was played last, each song in the first that has it. */
export function ownListsOf({ recent, followed, forYou }: Home): Pick<Home, "followed" | "forYou"> {
  const shown = new Set(recent.map(({ _id }) => _id));
  const isNews = (track: Home["recent"][number]) => !shown.has(track._id) && shown.add(track._id) !== undefined;
  return { followed: followed.filter(isNews), forYou: forYou.filter(isNews) };
}

/** Higher than the screen, so that nothing is seen that will move down. */
function Waiting() {
  return (
    <div aria-hidden="true" className="min-h-dvh">
      <div className="mb-3 h-6 w-40 rounded-full bg-ink/8" />
      <div className="flex gap-3.5 overflow-hidden pb-14">
        {Array.from(
          { length: 8 },
          (_, index) => (
            <div key={index} className="aspect-square w-[min(8.25rem,70vw)] shrink-0 rounded-lg bg-ink/8 md:w-40" />
          ),
        )}
      </div>
    </div>
  );
}

interface ContinueTileProps {
  /** Undefined while it comes: its room is kept. */
  recent: readonly Track[] | undefined;
  actions: TrackActionsControl;
}

/**
 * The last song that one was at, behind one press; what was played before is the queue. The player has the song that it
 * is at itself, so that one is not offered here. For who heard nothing else: the way to the artists.
 */
export function ContinueTile({ recent, actions }: ContinueTileProps) {
  const { trackId } = usePlaying();
  const unavailableOf = useUnavailable(trackId);
  if (!recent) return <div className="h-full min-h-18" />;
  const others = recent.filter((track) => track._id !== trackId);
  const track = others.find((track) => !unavailableOf(track)) ?? others[0];
  if (!track) return <FollowSomebody inCard />;
  const unavailable = unavailableOf(track);
  return (
    <button
      type="button"
      disabled={!!unavailable}
      onClick={() => actions.play(recent, { index: recent.indexOf(track), source: "recent" })}
      className="group flex h-full min-h-18 w-full items-center gap-3 p-1.5 pr-3 pl-3 text-left leading-tight -outline-offset-4 sm:pl-4"
    >
      <Cover
        src={track.coverImageUrl}
        seed={track._id}
        size={56}
        placeholder={track.placeholder}
        priority
        className={classNames("shrink-0 rounded-lg", unavailable && "opacity-50")}
      />
      <span className="min-w-0 flex-1">
        <span className="block text-xs leading-tight font-semibold text-(--marigold)">Continue listening</span>
        <span className="block truncate leading-snug font-semibold">{track.title}</span>
        <span className="block truncate text-sm leading-snug text-on-dye/85">{unavailable ?? track.artist}</span>
      </span>
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full bg-on-dye/15 transition-colors group-hover:bg-on-dye group-hover:text-dye"
      >
        <Play size={20} fill="currentColor" className="ml-0.5" />
      </span>
    </button>
  );
}

/**
 * For listeners who follow no artist yet: the way to the artists. `inCard`: a row of the mix's card, not a card of its
 * own.
 */
function FollowSomebody({ inCard = false }: { inCard?: boolean }) {
  return (
    <PreloadLink
      to="/artists"
      className={classNames(
        "flex h-full min-h-18 items-center gap-3 p-1.5 pr-3 leading-tight",
        inCard
          ? "pl-3 -outline-offset-4 sm:pl-4"
          : "rounded-xl border border-line bg-surface transition-colors hover:bg-raised",
      )}
    >
      <span
        className={classNames(
          "grid size-14 shrink-0 place-items-center rounded-lg",
          inCard ? "bg-on-dye/15" : "bg-dye text-on-dye",
        )}
      >
        <UserPlus aria-hidden="true" size={24} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">Follow artists you like</span>
        <span className={classNames("block text-sm leading-tight", inCard ? "text-on-dye/85" : "text-ink-soft")}>
          Their new songs appear here first.
        </span>
      </span>
      <ChevronRight aria-hidden="true" size={20} className={classNames("shrink-0", !inCard && "text-ink-faint")} />
    </PreloadLink>
  );
}
