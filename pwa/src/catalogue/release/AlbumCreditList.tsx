import type { AlbumCredits } from "@contract/releases.ts";
import { hasCredits, SongCredits } from "./SongCredits.tsx";

/** Who made the songs of an album, song by song; nothing where that is unknown. */
export function AlbumCreditList({ credits: { songs, upc } }: { credits: AlbumCredits }) {
  const told = songs.filter(hasCredits);
  if (told.length === 0 && upc === "") return null;
  return (
    <section aria-labelledby="credits" className="mt-12 max-w-3xl">
      <h2 id="credits" className="mb-4 text-xl">Credits</h2>
      <ul className="flex flex-col gap-2">
        {told.map(({ trackId, title, ...made }) => (
          <li key={trackId}>
            <details className="rounded-lg bg-ink/4">
              <summary className="min-h-11 cursor-pointer px-4 py-3 text-sm font-semibold wrap-anywhere">
                <bdi>{title}</bdi>
              </summary>
              <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 px-4 pb-3 text-sm">
                <SongCredits {...made} />
              </dl>
            </details>
          </li>
        ))}
      </ul>
      {upc !== "" && (
        <p className="mt-3 text-sm text-ink-soft">
          UPC <span className="tabular-nums">{upc}</span>
        </p>
      )}
    </section>
  );
}
