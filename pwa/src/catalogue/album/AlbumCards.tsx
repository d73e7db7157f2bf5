import type { AlbumCard } from "@contract/discover.ts";
import { PreloadLink } from "../../lib/PreloadLink.tsx";
import { Cover } from "../../ui/Cover.tsx";

/** Albums as cards; the whole card leads to the album. */
export function AlbumCards({ label, albums }: { label: string; albums: readonly AlbumCard[] }) {
  return (
    <ul aria-label={label} className="cover-grid gap-x-4 gap-y-6 xl:grid-cols-6">
      {albums.map(({ _id, title, artist, coverImageUrl, placeholder }) => (
        <li key={_id} className="relative min-w-0">
          <Cover
            src={coverImageUrl}
            seed={_id}
            size="(min-width: 80rem) 11rem, (min-width: 48rem) 25vw, 46vw"
            placeholder={placeholder}
            className="mb-2.5 w-full rounded-lg shadow-lift"
          />
          <PreloadLink
            to={`/music-details?id=${_id}`}
            className="line-clamp-2 leading-snug font-semibold after:absolute after:inset-0 after:rounded-lg"
          >
            {title}
          </PreloadLink>
          <p className="truncate text-sm text-ink-soft">{artist}</p>
        </li>
      ))}
    </ul>
  );
}
