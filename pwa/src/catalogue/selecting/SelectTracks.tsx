import type { Track } from "@contract/catalogue.ts";
import { Check, CheckCheck, CircleArrowDown, ListEnd, ListPlus, ListStart, X } from "lucide-react";
import { type KeyboardEvent, lazy, type MouseEvent, useEffect, useId, useRef, useState } from "react";
import { isClosed } from "../../lib/early_access.ts";
import { plural } from "../../lib/format.ts";
import { toPlayerTrack } from "../../player/types.ts";
import { classNames } from "../../ui/class_names.ts";
import { Cover } from "../../ui/Cover.tsx";
import { Deferred } from "../../ui/Deferred.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { toast } from "../../ui/toast.ts";
import { useReveal } from "../use_reveal.ts";
import { extendedTo, movedTo, selectedOne, type Selection, toggledAll, toggledAt } from "./selection.ts";

const AddToPlaylist = lazy(() =>
  import("../playlist/AddToPlaylist.tsx").then(({ AddToPlaylist }) => ({ default: AddToPlaylist }))
);
const SaveMusic = lazy(() => import("../saving/SaveMusic.tsx").then(({ SaveMusic }) => ({ default: SaveMusic })));

interface SelectTracksProps {
  /** Names the list. */
  label: string;
  tracks: readonly Track[];
  /** The track with which it begins. */
  firstId: string;
  /** Nothing is selected any more; the id is of the track that the keys were at. */
  onDone(trackId: string | undefined): void;
}

/**
 * A list of which several tracks are selected, and what can be done with them. A press selects or lets go, with Shift a
 * whole range; arrows, Space and Shift with arrows do the same, Escape ends it.
 */
export function SelectTracks({ label, tracks, firstId, onDone }: SelectTracksProps) {
  const ids = tracks.map(({ _id }) => _id);
  const [selection, setSelection] = useState(() => selectedOne(ids, firstId));
  const { shown, end } = useReveal(tracks.length);
  const optionId = useId();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus({ preventScroll: true }), []);
  const done = () => onDone(ids[selection.at]);
  const chosen = tracks.filter(({ _id }) => selection.ids.has(_id));
  const go = (next: Selection) => {
    setSelection(next);
    document.getElementById(`${optionId}-${next.at}`)?.scrollIntoView({ block: "nearest" });
  };
  const press = (event: KeyboardEvent) => {
    const next = afterKey(event, { selection, ids, last: Math.min(shown, ids.length) - 1 });
    if (event.key === "Escape") done();
    else if (next) go(next);
    else return;
    // The page's own keys, such as Space for the player, mean something else here.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <ul
        ref={list}
        role="listbox"
        aria-label={label}
        aria-multiselectable="true"
        aria-activedescendant={`${optionId}-${selection.at}`}
        tabIndex={0}
        onKeyDown={press}
        className="group -mx-2 rounded-lg select-none"
      >
        {tracks.slice(0, shown).map((track, index) => (
          <Option
            key={track._id}
            id={`${optionId}-${index}`}
            track={track}
            isSelected={selection.ids.has(track._id)}
            isAt={index === selection.at}
            onPress={({ shiftKey }) =>
              setSelection((known) => shiftKey ? extendedTo(known, ids, index) : toggledAt(known, ids, index))}
          />
        ))}
        {shown < tracks.length && <li ref={end} aria-hidden="true" className="h-16" />}
      </ul>
      <ActionBar
        chosen={chosen}
        isAll={chosen.length === tracks.length}
        onAll={() => setSelection((known) => toggledAll(known, ids))}
        onDone={done}
      />
    </>
  );
}

/** What a key makes of it; undefined for keys that mean nothing here. */
function afterKey(
  { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent,
  { selection, ids, last }: { selection: Selection; ids: readonly string[]; last: number },
): Selection | undefined {
  const to = (place: number) => {
    const at = Math.max(0, Math.min(last, place));
    return shiftKey ? extendedTo(selection, ids, at) : movedTo(selection, at);
  };
  switch (key) {
    case "ArrowDown":
      return to(selection.at + 1);
    case "ArrowUp":
      return to(selection.at - 1);
    case "Home":
      return to(0);
    case "End":
      return to(last);
    case " ":
      return shiftKey ? extendedTo(selection, ids, selection.at) : toggledAt(selection, ids, selection.at);
    case "a":
      return ctrlKey || metaKey ? toggledAll(selection, ids) : undefined;
    default:
      return undefined;
  }
}

interface OptionProps {
  id: string;
  track: Track;
  isSelected: boolean;
  /** The keys are at it. */
  isAt: boolean;
  onPress(event: MouseEvent): void;
}

function Option({ id, track, isSelected, isAt, onPress }: OptionProps) {
  const { _id, title, artist, coverImageUrl, placeholder } = track;
  return (
    <li
      id={id}
      role="option"
      aria-selected={isSelected}
      onClick={onPress}
      className={classNames(
        "flex min-h-16 scroll-mb-24 scroll-mt-4 items-center gap-3 rounded-lg p-2",
        isSelected ? "bg-primary/12" : "hover:bg-ink/6",
        isAt &&
          "group-focus-visible:outline-2 group-focus-visible:-outline-offset-2 group-focus-visible:outline-accent",
        "[contain-intrinsic-size:auto_4rem] [content-visibility:auto]",
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          "grid size-6 shrink-0 place-items-center rounded-full border-2",
          isSelected ? "border-primary bg-primary text-on-primary" : "border-ink-faint",
        )}
      >
        {isSelected && <Check size={16} strokeWidth={3} />}
      </span>
      <Cover src={coverImageUrl} seed={_id} size={48} placeholder={placeholder} className="shrink-0 rounded-md" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-semibold wrap-anywhere sm:line-clamp-1">{title}</span>
        <span className="block truncate text-sm text-ink-soft">
          <span className="sr-only">by</span> {artist}
        </span>
      </span>
    </li>
  );
}

interface ActionBarProps {
  chosen: readonly Track[];
  isAll: boolean;
  onAll(): void;
  onDone(): void;
}

/** Stays in sight above the player, where a thumb is. */
function ActionBar({ chosen, isAll, onAll, onDone }: ActionBarProps) {
  const [asked, setAsked] = useState<"playlist" | "save">();
  // They may be added and saved: only what is queued ends the selecting.
  const answered = () => setAsked(undefined);
  const queue = (where: "next" | "last") => void queueMany(chosen, where).then((isQueued) => isQueued && onDone());
  const isNone = chosen.length === 0;
  return (
    <div
      role="toolbar"
      aria-label="Selected songs"
      className="sticky bottom-[calc(var(--frame-bottom,0px)+0.5rem)] z-10 mt-3 flex flex-wrap items-center rounded-xl border border-line bg-raised p-1 shadow-float"
    >
      <IconButton label="Stop selecting" icon={<X size={20} />} onClick={onDone} />
      <p aria-live="polite" className="min-w-0 flex-1 px-1 text-sm font-semibold whitespace-nowrap tabular-nums">
        {chosen.length} <span className="max-sm:sr-only">selected</span>
      </p>
      <IconButton
        label={isAll ? "Select none" : "Select all"}
        icon={<CheckCheck size={20} />}
        look={isAll ? "tinted" : "plain"}
        onClick={onAll}
      />
      <IconButton label="Play Next" icon={<ListStart size={20} />} disabled={isNone} onClick={() => queue("next")} />
      <IconButton label="Add to Queue" icon={<ListEnd size={20} />} disabled={isNone} onClick={() => queue("last")} />
      <IconButton
        label="Add to Playlist"
        icon={<ListPlus size={20} />}
        disabled={isNone}
        onClick={() => setAsked("playlist")}
      />
      <IconButton
        label="Save on this device"
        icon={<CircleArrowDown size={20} />}
        disabled={isNone}
        onClick={() => setAsked("save")}
      />
      <Deferred>
        {asked === "playlist" && <AddToPlaylist tracks={chosen} onClose={answered} />}
        {asked === "save" && <SaveMusic tracks={chosen} onClose={answered} />}
      </Deferred>
    </div>
  );
}

/** Whether they are in the queue now. What only Premium hears yet is left out. */
async function queueMany(chosen: readonly Track[], where: "next" | "last"): Promise<boolean> {
  const tracks = chosen.filter((track) => !isClosed(track)).map(toPlayerTrack);
  const left = chosen.length - tracks.length;
  const early = left > 0 ? ` ${plural(left, "song")} for Premium left out.` : "";
  if (tracks.length === 0) {
    void toast("These songs are for Premium for now.");
    return false;
  }
  try {
    const [{ appPlayer }, { addToEnd, playNext }] = await Promise.all([
      import("../../player/app_player.ts"),
      import("../../player/queue.ts"),
    ]);
    if (where === "next") playNext(appPlayer(), tracks);
    else addToEnd(appPlayer(), tracks);
  } catch {
    void toast("The player could not be loaded. Please try again.", "error");
    return false;
  }
  const songs = plural(tracks.length, "song");
  const isOne = tracks.length === 1;
  void toast(
    (where === "next" ? `${songs} ${isOne ? "plays" : "play"} next.` : `${songs} added to the queue.`) + early,
  );
  return true;
}
