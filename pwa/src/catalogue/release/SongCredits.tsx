import { type CreditsAnswer, spacedIsrc } from "@contract/releases.ts";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { LANGUAGE_NAMES } from "../../lib/lyrics_language.ts";

/** Who made a song, in lines of a list of terms; nothing where that is unknown. */
export function SongCredits({ credits: { writers, producers, isrc, explicit, language }, featured }: CreditsAnswer) {
  return (
    <>
      {featured.length > 0 && (
        <Line name="Featuring">
          {featured.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <Link to={`/artists/${id}`} className="font-semibold text-accent hover:underline">
                <bdi>{name}</bdi>
              </Link>
            </span>
          ))}
        </Line>
      )}
      {writers.length > 0 && (
        <Line name="Written by">
          <bdi>{writers.join(", ")}</bdi>
        </Line>
      )}
      {producers.length > 0 && (
        <Line name="Produced by">
          <bdi>{producers.join(", ")}</bdi>
        </Line>
      )}
      {language !== undefined && <Line name="Language">{LANGUAGE_NAMES[language]}</Line>}
      {explicit && <Line name="Explicit">Yes</Line>}
      {isrc !== "" && (
        <Line name="ISRC">
          <span className="tabular-nums">{spacedIsrc(isrc)}</span>
        </Line>
      )}
    </>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="py-1.5 text-ink-soft">{name}</dt>
      <dd className="py-1.5 text-right wrap-anywhere">{children}</dd>
    </>
  );
}

/** Whether anything is known. */
export function hasCredits({ credits, featured }: CreditsAnswer): boolean {
  const { writers, producers, isrc, explicit, language } = credits;
  return featured.length + writers.length + producers.length > 0 || isrc !== "" || explicit || language !== undefined;
}
