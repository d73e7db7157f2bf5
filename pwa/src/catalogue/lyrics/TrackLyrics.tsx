import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { lyricsQuery } from "../../data/lyrics.ts";
import { LANGUAGE_NAMES } from "../../lib/lyrics_language.ts";
import { Button } from "../../ui/Button.tsx";
import { OffensiveVeil, PlainLyrics } from "./PlainLyrics.tsx";

/** So many lines stand there at first. */
const FIRST_LINES = 12;

/** The lyrics on a song's page; nothing where it has none, or while that is unknown. */
export function TrackLyrics({ trackId }: { trackId: string }) {
  const { data: lyrics } = useQuery(lyricsQuery(trackId));
  const [isWhole, setWhole] = useState(false);
  const place = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  const isThere = !!lyrics;
  useEffect(() => {
    // A link to them begins at them, once they are there.
    if (isThere && hash === "#lyrics") place.current?.scrollIntoView({ block: "start" });
  }, [isThere, hash, key]);
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
    <section ref={place} aria-labelledby="lyrics-heading" className="mb-8 scroll-mt-20">
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
