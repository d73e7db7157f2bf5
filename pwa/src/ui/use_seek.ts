import { type KeyboardEvent, useState } from "react";
import { spokenDuration } from "../lib/format.ts";
import type { SliderProps } from "./Slider.tsx";

/** Seconds by key; the slider itself moves by one, since it rounds the position to its step. */
const STEPS: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -15,
  PageUp: 15,
};

interface Seekable {
  /** Both in seconds. */
  position: number;
  duration: number;
  seek(seconds: number): void;
}

/** What a slider needs to be a seek bar: it seeks when the thumb is let go, so dragging asks for no bytes. */
export function useSeek({ position, duration, seek }: Seekable): { shown: number; slider: SliderProps } {
  const [dragged, setDragged] = useState<number>();
  const shown = Math.min(dragged ?? position, duration);
  const release = () => {
    if (dragged !== undefined) seek(dragged);
    setDragged(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const seconds = STEPS[event.key];
    if (seconds === undefined) return;
    event.preventDefault();
    seek(Math.min(Math.max(0, shown + seconds), duration));
  };
  const slider = {
    ...{ label: "Seek", value: shown, max: Math.max(1, Math.floor(duration)), onChange: setDragged, onKeyDown },
    ...{ onPointerUp: release, onKeyUp: release, onBlur: release },
    valueText: `${spokenDuration(shown)} of ${spokenDuration(duration)}`,
  };
  return { shown, slider };
}
