import { ArrowDown, ArrowDownUp, ArrowUp, Check, GripVertical, ListPlus, ListX, X } from "lucide-react";
import { type KeyboardEvent, lazy, type ReactNode, useState } from "react";
import { autoplayIsOn } from "../lib/playing_choices.ts";
import { useStore } from "../lib/store.ts";
import { appPlayer } from "../player/app_player.ts";
import { clearQueue, moveInQueue, removeFromQueue, suggestedFrom } from "../player/queue.ts";
import type { PlayerTrack } from "../player/types.ts";
import { Deferred } from "../ui/Deferred.tsx";
import { CaptionButton } from "../ui/CaptionButton.tsx";
import { classNames } from "../ui/class_names.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Cover } from "../ui/Cover.tsx";
import { Equalizer } from "../ui/Equalizer.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { announce } from "../ui/live_region.ts";
import { RepeatButton, ShuffleButton } from "./QueueOrder.tsx";

const SaveQueue = lazy(() => import("./SaveQueue.tsx").then((module) => ({ default: module.SaveQueue })));

/** What plays, what comes after it and what has played: to jump to, to put into another order, and to take out. */
export function Queue() {
  const player = appPlayer();
  const { queue, index, playing } = useStore(player.state);
  const [isReordering, setReordering] = useState(false);
  const suggested = suggestedFrom({ queue, index });
  const row = (place: number) => {
    const track = queue[place];
    return track && (
      <QueueRow
        key={keyOf(queue, place)}
        {...{ track, place }}
        movable={place <= index ? undefined : isReordering ? "by buttons" : "by hand"}
        isCurrent={place === index}
        moves={place === index && playing}
        onPlay={() => place === index ? player.toggle() : player.jumpTo(place)}
        onMove={(to) => move(place, to)}
        onRemove={() => removeFromQueue(player, place)}
      />
    );
  };
  const part = (title: string, from: number, to: number) =>
    from < to && (
      <section aria-label={title}>
        <h3 className="px-2 pt-3 pb-1 text-base">{title}</h3>
        <Rows label={title} from={from} to={to} row={row} />
      </section>
    );
  return (
    <div className="@container">
      <QueueButtons isReordering={isReordering} onReorder={() => setReordering(!isReordering)} />
      {part("Now playing", index, index + 1)}
      {part("Next in queue", index + 1, suggested)}
      {part("Next from Orin", suggested, queue.length)}
      <Checkbox
        className="mt-2 border-t border-line px-2 pt-2"
        label="Next from Orin"
        hint="When the queue ends, keep playing songs like these."
        checked={useStore(autoplayIsOn)}
        onChange={(event) => autoplayIsOn.set(event.currentTarget.checked)}
      />
      {index > 0 && (
        <details className="mt-2 border-t border-line">
          <summary className="min-h-11 cursor-pointer px-2 py-3 text-sm font-semibold">
            Already played ({index})
          </summary>
          <Rows label="Already played" from={0} to={index} row={row} />
        </details>
      )}
    </div>
  );
}

interface RowsProps {
  label: string;
  /** Places of the queue, from the first up to before the last. */
  from: number;
  to: number;
  row(place: number): ReactNode;
}

function Rows({ label, from, to, row }: RowsProps) {
  return <ol aria-label={label}>{Array.from({ length: to - from }, (_, step) => row(from + step))}</ol>;
}

/** What is done with the queue as a whole, in one row. */
function QueueButtons({ isReordering, onReorder }: { isReordering: boolean; onReorder(): void }) {
  const player = appPlayer();
  const { queue, index } = useStore(player.state);
  const [isSaving, setSaving] = useState(false);
  const hasNext = index < queue.length - 1;
  return (
    <div className="flex flex-wrap">
      <ShuffleButton isCaptioned size={20} />
      <RepeatButton isCaptioned size={20} />
      <CaptionButton
        caption={isReordering ? "Done" : "Reorder"}
        icon={isReordering ? <Check size={20} /> : <ArrowDownUp size={20} />}
        isOn={isReordering}
        aria-pressed={isReordering}
        onClick={onReorder}
      />
      <CaptionButton
        caption="As playlist"
        label="Save as playlist"
        icon={<ListPlus size={20} />}
        onClick={() => setSaving(true)}
      />
      <CaptionButton
        caption="Clear"
        icon={<ListX size={20} />}
        disabled={!hasNext}
        onClick={() => clearQueue(player)}
      />
      {isSaving && (
        <Deferred>
          <SaveQueue tracks={queue} onClose={() => setSaving(false)} />
        </Deferred>
      )}
    </div>
  );
}

/** A queue may hold a track more than once. */
function keyOf(queue: readonly PlayerTrack[], place: number): string {
  const id = queue[place]?.id ?? "";
  return `${id} ${queue.slice(0, place).filter((track) => track.id === id).length}`;
}

interface QueueRowProps {
  track: PlayerTrack;
  place: number;
  isCurrent: boolean;
  moves: boolean;
  /** How it can be put elsewhere; only what comes can. */
  movable: "by hand" | "by buttons" | undefined;
  onPlay(): void;
  onMove(to: number): void;
  onRemove(): void;
}

function QueueRow({ track, place, isCurrent, moves, movable, onPlay, onMove, onRemove }: QueueRowProps) {
  const { id, title, artist, coverImageUrl, placeholder } = track;
  const reason = reasonText(track);
  return (
    <li
      data-place={place}
      className={classNames(
        "flex items-center gap-1 rounded-lg @max-[14rem]:flex-wrap @max-[14rem]:justify-end",
        isCurrent && "bg-ink/6",
      )}
    >
      <button
        type="button"
        onClick={onPlay}
        aria-current={isCurrent || undefined}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-lg p-2 text-left -outline-offset-2 @max-[14rem]:basis-full"
      >
        <Cover src={coverImageUrl} seed={id} size={40} placeholder={placeholder} className="shrink-0 rounded-md" />
        <span className="min-w-0 flex-1">
          <span className="sr-only">{moves ? "Pause" : "Play"}</span>
          <span className={classNames("flex items-center gap-2 text-sm font-semibold", isCurrent && "text-accent")}>
            <span className="truncate">{title}</span>
            {isCurrent && <Equalizer moving={moves} />}
          </span>
          <span className="block truncate text-xs text-ink-soft">
            <span className="sr-only">by</span>
            {artist}
          </span>
          {reason && <span className="block truncate text-xs text-accent">{reason}</span>}
        </span>
      </button>
      {movable === "by buttons"
        ? (
          <>
            <IconButton label={`Move ${title} up`} icon={<ArrowUp size={18} />} onClick={() => onMove(place - 1)} />
            <IconButton label={`Move ${title} down`} icon={<ArrowDown size={18} />} onClick={() => onMove(place + 1)} />
          </>
        )
        : (
          <>
            {movable && <Grip title={title} place={place} onMove={onMove} />}
            <IconButton label={`Remove ${title} from the queue`} icon={<X size={18} />} onClick={onRemove} />
          </>
        )}
    </li>
  );
}

/** Drags its row over others; with the focus on it, the arrow keys move the row. */
function Grip({ title, place, onMove }: { title: string; place: number; onMove(to: number): void }) {
  const press = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(place + step);
  };
  return (
    <IconButton
      label={`Move ${title}: drag, or use the arrow keys`}
      icon={<GripVertical size={18} />}
      onPointerDown={() => drag(place)}
      onKeyDown={press}
      data-drags
      className="cursor-grab touch-none active:cursor-grabbing"
    />
  );
}

/** Listens on the window: the row's own element is put elsewhere while it is dragged, and would lose the pointer. */
function drag(from: number): void {
  let place = from;
  const stop = new AbortController();
  const follow = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const row = document.elementFromPoint(clientX, clientY)?.closest("[data-place]");
    const over = Number(row?.getAttribute("data-place") ?? place);
    if (over === place) return;
    move(place, over);
    place = over;
  };
  addEventListener("pointermove", follow, { signal: stop.signal });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => stop.abort(), { signal: stop.signal });
}

function move(from: number, to: number): void {
  const player = appPlayer();
  const { queue, index } = player.state.get();
  const track = queue[from];
  if (!track || to <= index || to >= queue.length) return;
  moveInQueue(player, from, to);
  announce(`${track.title} is now number ${to - index} of what comes`);
}

/** Why a song is in the queue that the listener did not choose; undefined for all others. */
function reasonText({ reason, artist }: PlayerTrack): string | undefined {
  switch (reason) {
    case "same_artist":
      return "Same artist";
    case "same_genre":
      return "Same genre";
    case "followed_artist":
      return `Because you follow ${artist}`;
    case "heard_this_week":
      return "Played a lot this week";
    case "saved":
      return "Saved on this device";
    default:
      return undefined;
  }
}
