import { ArrowDown, ArrowUp, GripVertical, X } from "lucide-react";
import { Fragment, type KeyboardEvent, lazy, useState } from "react";
import { autoplayIsOn, setAutoplay } from "../lib/autoplay.ts";
import { useStore } from "../lib/store.ts";
import { appPlayer } from "../player/app_player.ts";
import { clearQueue, moveInQueue, removeFromQueue, toggleShuffle } from "../player/queue.ts";
import type { PlayerTrack } from "../player/types.ts";
import { Deferred } from "../ui/Deferred.tsx";
import { Button } from "../ui/Button.tsx";
import { classNames } from "../ui/class_names.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Cover } from "../ui/Cover.tsx";
import { Equalizer } from "../ui/Equalizer.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { announce } from "../ui/live_region.ts";
import { Sheet } from "../ui/Sheet.tsx";
import { reasonText } from "./reason_words.ts";

const SaveQueue = lazy(() => import("./SaveQueue.tsx").then((module) => ({ default: module.SaveQueue })));

/** What plays and what comes: to jump to, to put into another order by finger, key or button, and to take out. */
export function QueueSheet({ onClose }: { onClose(): void }) {
  const player = appPlayer();
  const { queue, index, playing } = useStore(player.state);
  const [isReordering, setReordering] = useState(false);
  const firstSuggested = queue.findIndex((track, place) => place > index && track.isSuggested);
  return (
    <Sheet open title="Queue" onClose={onClose}>
      <QueueButtons isReordering={isReordering} onReorder={() => setReordering(!isReordering)} />
      <ol aria-label="Queue" className="@container">
        {queue.map((track, place) => (
          <Fragment key={keyOf(queue, place)}>
            {place === firstSuggested && (
              <li role="presentation">
                <h3 className="px-2 pt-4 pb-1 text-base">Next from Orin</h3>
              </li>
            )}
            <QueueRow
              {...{ track, place, isReordering }}
              isCurrent={place === index}
              moves={place === index && playing}
              onPlay={() => place === index ? player.toggle() : player.jumpTo(place)}
              onMove={(to) => move(place, to)}
              onRemove={() => removeFromQueue(player, place)}
            />
          </Fragment>
        ))}
      </ol>
      <Checkbox
        className="mt-2 border-t border-line px-2 pt-2"
        label="Next from Orin"
        hint="When the queue ends, keep playing songs like these."
        checked={useStore(autoplayIsOn)}
        onChange={(event) => setAutoplay(event.currentTarget.checked)}
      />
    </Sheet>
  );
}

/** What is done with the queue as a whole. */
function QueueButtons({ isReordering, onReorder }: { isReordering: boolean; onReorder(): void }) {
  const player = appPlayer();
  const { queue, index, unshuffled, repeatAll } = useStore(player.state);
  const [isSaving, setSaving] = useState(false);
  const hasNext = index < queue.length - 1;
  const look = (isOn: boolean) => ({
    ...{ variant: "quiet" as const, size: "small" as const, "aria-pressed": isOn },
    className: isOn ? "text-accent!" : "",
  });
  return (
    <div className="flex flex-wrap gap-2 px-2 pb-3">
      <Button {...look(unshuffled !== null)} disabled={!hasNext} onClick={() => toggleShuffle(player)}>Shuffle</Button>
      <Button {...look(repeatAll)} onClick={player.toggleRepeatAll}>Repeat all</Button>
      <Button variant="quiet" size="small" aria-pressed={isReordering} onClick={onReorder}>
        {isReordering ? "Done" : "Reorder"}
      </Button>
      <Button variant="quiet" size="small" disabled={!hasNext} onClick={() => clearQueue(player)}>Clear</Button>
      <Button variant="quiet" size="small" onClick={() => setSaving(true)}>Save as playlist</Button>
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
  isReordering: boolean;
  onPlay(): void;
  onMove(to: number): void;
  onRemove(): void;
}

function QueueRow({ track, place, isCurrent, moves, isReordering, onPlay, onMove, onRemove }: QueueRowProps) {
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
      {isReordering
        ? (
          <>
            <IconButton label={`Move ${title} up`} icon={<ArrowUp size={18} />} onClick={() => onMove(place - 1)} />
            <IconButton label={`Move ${title} down`} icon={<ArrowDown size={18} />} onClick={() => onMove(place + 1)} />
          </>
        )
        : (
          <>
            <Grip title={title} place={place} onMove={onMove} />
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
  const { queue } = player.state.get();
  const track = queue[from];
  if (!track || to < 0 || to >= queue.length) return;
  moveInQueue(player, from, to);
  announce(`${track.title} is now number ${to + 1}`);
}
