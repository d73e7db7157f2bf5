import { type RefObject, useEffect, useRef } from "react";

/** px: before that a finger may still mean a press. */
const SLOP = 6;

/** So far a panel is pulled, in px, or so fast, in px a millisecond: then it closes. */
const FAR = 110;
const FAST = 0.5;

/** What a finger moves itself. */
const MOVES_ITSELF = "input, textarea, [data-drags]";

interface PullDownOptions {
  open: boolean;
  onClose(): void;
}

/** Lets a finger pull an open panel down to close it, from where nothing in it is scrolled; else it springs back. */
export function usePullDown(panel: RefObject<HTMLElement | null>, { open, onClose }: PullDownOptions): void {
  const close = useRef(onClose);
  useEffect(() => void (close.current = onClose));
  useEffect(() => {
    if (!open || !panel.current) return;
    const ends = new AbortController();
    follow(panel.current, { signal: ends.signal, onClose: () => close.current() });
    return () => ends.abort();
  }, [panel, open]);
}

interface Pull {
  readonly x: number;
  readonly y: number;
  /** Milliseconds, as events have it. */
  readonly at: number;
  /** Whether it is one by now, and no press. */
  isOne: boolean;
}

function follow(panel: HTMLElement, { signal, onClose }: { signal: AbortSignal; onClose(): void }): void {
  let pull: Pull | undefined;
  let down = 0;
  const stop = (springsBack: boolean) => {
    pull = undefined;
    down = 0;
    panel.style.transition = springsBack ? "translate 200ms ease-out" : "";
    panel.style.translate = "";
  };
  const begin = ({ touches, target, timeStamp }: TouchEvent) => {
    const [touch, second] = touches;
    if (pull) stop(true);
    if (!touch || second || !canPull(target, panel)) return;
    pull = { x: touch.clientX, y: touch.clientY, at: timeStamp, isOne: false };
  };
  const move = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!pull || !touch) return;
    const across = Math.abs(touch.clientX - pull.x);
    down = touch.clientY - pull.y;
    if (!pull.isOne) {
      if (Math.max(across, Math.abs(down)) < SLOP) return;
      // To the side or up: that is for others.
      if (down < across || !event.cancelable) return void (pull = undefined);
      pull.isOne = true;
    }
    // The page behind is not pulled to be loaded anew.
    event.preventDefault();
    panel.style.transition = "none";
    panel.style.translate = `0 ${Math.max(0, down)}px`;
  };
  const end = ({ timeStamp, type }: TouchEvent) => {
    if (!pull?.isOne) return void (pull = undefined);
    const speed = down / Math.max(1, timeStamp - pull.at);
    const closes = type === "touchend" && (down > FAR || (speed > FAST && down > FAR / 3));
    if (!closes) return stop(true);
    pull = undefined;
    onClose();
  };
  panel.addEventListener("touchstart", begin, { signal, passive: true });
  panel.addEventListener("touchmove", move, { signal, passive: false });
  panel.addEventListener("touchend", end, { signal });
  panel.addEventListener("touchcancel", end, { signal });
}

/** Not where the finger begins on what it moves itself, nor where something around it is scrolled. */
function canPull(begun: EventTarget | null, panel: HTMLElement): boolean {
  if (!(begun instanceof Element) || begun.closest(MOVES_ITSELF)) return false;
  for (let one: Element | null = begun; one && one !== panel; one = one.parentElement) {
    if (one.scrollTop > 0) return false;
  }
  return true;
}
