import type { Track } from "@contract/catalogue.ts";
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";

/** For the list: a long press means selecting, and neither marks words nor opens a picture. */
export const SELECTABLE = "pointer-coarse:select-none [-webkit-touch-callout:none]";
const LONG_PRESS_MS = 500;
/** A finger that goes further scrolls. */
const STILL_PX = 10;

/** Lets several tracks of a list be selected: by a long press, from a track's menu, or by Shift with an arrow key. */
export function useSelecting() {
  /** The track with which it began; undefined while nothing is selected. */
  const [firstId, setFirst] = useState<string>();
  const [backTo, setBackTo] = useState<string>();
  const ref = useRef<HTMLUListElement>(null);
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined);
  const stop = () => clearTimeout(press.current?.timer);
  useEffect(() => stop, []);
  useEffect(() => {
    if (firstId === undefined && backTo !== undefined) {
      ref.current?.querySelector<HTMLElement>(`[data-track="${CSS.escape(backTo)}"] :is(a, button):not(:disabled)`)
        ?.focus();
    }
  }, [firstId, backTo]);
  return {
    firstId,
    select: ({ _id }: Track) => setFirst(_id),
    /** Ends it; the focus goes back to this track. */
    done(trackId: string | undefined) {
      setBackTo(trackId);
      setFirst(undefined);
    },
    /** For the list itself, whose rows have `data-track`. */
    list: {
      ref,
      onPointerDown({ target, pointerType, clientX: x, clientY: y }: PointerEvent) {
        const id = trackIdAt(target);
        if (pointerType === "mouse" || id === undefined) return;
        stop();
        const begin = () => {
          swallowClick();
          navigator.vibrate?.(10);
          setFirst(id);
        };
        press.current = { x, y, timer: setTimeout(begin, LONG_PRESS_MS) };
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const { x = 0, y = 0 } = press.current ?? {};
        if (Math.hypot(clientX - x, clientY - y) > STILL_PX) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onContextMenu(event: MouseEvent) {
        const isTouch = (event.nativeEvent as Partial<globalThis.PointerEvent>).pointerType === "touch";
        const isLink = event.target instanceof Element && event.target.closest("a") !== null;
        if (isTouch && !isLink && trackIdAt(event.target) !== undefined) event.preventDefault();
      },
      onKeyDown({ key, shiftKey, target }: KeyboardEvent) {
        const id = trackIdAt(target);
        if (shiftKey && (key === "ArrowDown" || key === "ArrowUp") && id !== undefined) setFirst(id);
      },
    },
  };
}

function trackIdAt(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-track]")?.dataset.track : undefined;
}

/** The finger that pressed long is still down: lifting it must not press what is under it by then. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", swallow, { capture: true });
  const end = () => setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end, { once: true });
}
