import type { Lyrics } from "@contract/lyrics.ts";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { classNames } from "../../ui/class_names.ts";
import { lineAt } from "./line_at.ts";

/** Who has moved the lines by hand reads on for so long before they follow the song again. */
const HANDS_OFF_MS = 5_000;

interface SungLyricsProps {
  lyrics: Lyrics;
  /** Calls back with the position in seconds whenever it changes. */
  subscribeTime(listener: (seconds: number) => void): () => void;
  /** Goes to a moment of the song, in seconds. */
  onSeek(seconds: number): void;
}

/** Timed lyrics beside the song: the line that is sung is marked and in sight, and each line leads to its moment. */
export function SungLyrics({ lyrics: { lines, language }, subscribeTime, onSeek }: SungLyricsProps) {
  const [current, setCurrent] = useState(-1);
  const list = useRef<HTMLOListElement>(null);
  const movedAt = useRef(0);
  useEffect(() => subscribeTime((seconds) => setCurrent(lineAt(lines, seconds * 1_000))), [subscribeTime, lines]);
  useEffect(() => {
    if (Date.now() - movedAt.current < HANDS_OFF_MS) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    list.current?.children[Math.max(0, current)]?.scrollIntoView({
      block: "center",
      behavior: calm ? "auto" : "smooth",
    });
  }, [current]);
  const noteHand = () => void (movedAt.current = Date.now());
  return (
    <ol
      ref={list}
      aria-label="Lyrics"
      lang={language === "und" ? undefined : language}
      onWheel={noteHand}
      onTouchMove={noteHand}
      onKeyDown={(event) => {
        if (walk(event, list.current)) noteHand();
      }}
      className="pb-[35dvh]"
    >
      {lines.map(({ text, atMs = 0 }, index) => (
        <li key={index} className="[contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]">
          <button
            type="button"
            dir="auto"
            aria-current={index === current || undefined}
            tabIndex={index === Math.max(0, current) ? 0 : -1}
            onClick={() => {
              movedAt.current = 0;
              onSeek(atMs / 1_000);
            }}
            className={classNames(
              "min-h-11 w-full rounded-md px-2 py-1.5 text-left text-xl font-bold wrap-anywhere transition-colors duration-200 hover:text-ink",
              index === current ? "text-accent" : index < current ? "text-ink-faint" : "text-ink-soft",
            )}
          >
            {text === "" ? <Pause /> : text}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Music without words. */
function Pause() {
  return (
    <>
      <span aria-hidden="true">♪</span>
      <span className="sr-only">Music</span>
    </>
  );
}

/** The arrows go from line to line; true where they did. */
function walk(event: KeyboardEvent, list: HTMLElement | null): boolean {
  const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (by === 0) return false;
  const lines = [...list?.querySelectorAll("button") ?? []];
  const next = lines[lines.findIndex((line) => line === document.activeElement) + by];
  event.preventDefault();
  next?.focus();
  return true;
}
