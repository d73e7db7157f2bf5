import type { Lyrics, LyricsLine } from "@contract/lyrics.ts";

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
