import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lyricsQuery } from "../../data/lyrics.ts";
import { LANGUAGE_NAMES } from "../../lib/lyrics_language.ts";
import { Button } from "../../ui/Button.tsx";
import { OffensiveVeil } from "./OffensiveVeil.tsx";
import { PlainLyrics } from "./PlainLyrics.tsx";

/** So many lines stand there at first. */
const FIRST_LINES = 12;

/** The lyrics on a song's page; nothing where it has none, or while nobody knows. */
export function TrackLyrics({ trackId }: { trackId: string }) {
  const { data: lyrics } = useQuery(lyricsQuery(trackId));
  const [isWhole, setWhole] = useState(false);
  if (!lyrics) return null;
  const isLong = lyrics.lines.length > FIRST_LINES + 4;
  const text = (
    <>
      <PlainLyrics lyrics={lyrics} {...(isLong && !isWhole && { most: FIRST_LINES })} />
      {isLong && (
        <Button
          variant="quiet"
          size="small"
          className="mt-4"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? "Show fewer lines" : "Show all lyrics"}
        </Button>
      )}
    </>
  );
  return (
    <section aria-labelledby="lyrics-heading" className="mb-8">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 id="lyrics-heading" className="text-xl">Lyrics</h2>
        <p className="text-sm text-ink-soft">
          {LANGUAGE_NAMES[lyrics.language]}
          {lyrics.offensive && " · Offensive words"}
        </p>
      </div>
      {lyrics.offensive ? <OffensiveVeil>{text}</OffensiveVeil> : text}
    </section>
  );
}
