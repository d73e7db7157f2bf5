import { type ReactNode, useState } from "react";
import type { Lyrics, LyricsLine } from "@contract/lyrics.ts";
import { Button } from "../../ui/Button.tsx";

/** Lyrics to read, in their verses. */
export function PlainLyrics({ lyrics: { lines, language }, most = Infinity }: { lyrics: Lyrics; most?: number }) {
  return (
    <div lang={language === "und" ? undefined : language} className="flex flex-col gap-4">
      {versesOf(lines.slice(0, most)).map((verse, index) => (
        <p key={index} dir="auto" className="leading-relaxed whitespace-pre-line wrap-anywhere">
          {verse.map(({ text }) =>
            text
          ).join("\n")}
        </p>
      ))}
    </div>
  );
}

function versesOf(lines: readonly LyricsLine[]): LyricsLine[][] {
  const verses: LyricsLine[][] = [[]];
  for (const line of lines) {
    if (line.text !== "") verses.at(-1)?.push(line);
    else if (verses.at(-1)?.length !== 0) verses.push([]);
  }
  return verses.filter((verse) => verse.length > 0);
}

const KEY = "orin.offensive";

/** Lyrics that their artist has flagged stay hidden until a person on this device wants to see such words. */
export function OffensiveVeil({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(() => localStorage.getItem(KEY) === "shown");
  if (isShown) return children;
  return (
    <div className="rounded-lg bg-ink/6 px-4 py-6 text-center">
      <p className="text-ink-soft">The artist says that these lyrics have offensive words.</p>
      <Button
        variant="quiet"
        className="mt-4"
        onClick={() => {
          localStorage.setItem(KEY, "shown");
          setShown(true);
        }}
      >
        Show lyrics
      </Button>
    </div>
  );
}
