import type { Album } from "@contract/discover.ts";
import { Play, Share2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { formatDate, formatDuration, plural, spokenDuration } from "../../lib/format.ts";
import { AdireCloth } from "../../ui/AdireCloth.tsx";
import { Button } from "../../ui/Button.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { togglePlay } from "../playing.ts";
import { SaveButton } from "../saving/SaveButton.tsx";
import { ShareDialog } from "../../ui/ShareDialog.tsx";

/** Cover, title, artist and length; play all and share. */
export function AlbumHead({ album }: { album: Album }) {
  const [isSharing, setSharing] = useState(false);
  const { _id: id, title, artist, artistId, coverImageUrl, placeholder, tracks, durationSeconds, releasedAt } = album;
  const url = new URL(`/music-details?id=${id}`, location.origin).href;
  return (
    <header className="relative isolate -mx-4 -mt-6 mb-8 overflow-hidden px-4 pt-8 pb-6 md:-mx-8 md:-mt-8 md:px-8 md:pt-12">
      <AdireCloth
        seed={id}
        repeat={120}
        className="-z-10 text-dye opacity-80 mask-[linear-gradient(to_bottom,black,transparent)] in-data-[theme=light]:opacity-20"
      />
      <div className="flex flex-col items-center gap-6 text-center sm:flex-row sm:items-end sm:text-left">
        <Cover
          src={coverImageUrl}
          seed={id}
          size={208}
          placeholder={placeholder}
          priority
          className="shrink-0 rounded-xl shadow-float"
        />
        <div className="min-w-0">
          <p className="text-sm font-semibold text-accent">Album</p>
          <h1 className="mt-1 text-4xl font-extrabold">{title}</h1>
          <p className="mt-2">
            <Link to={`/artists/${artistId}`} className="font-semibold underline-offset-4 hover:underline">
              {artist}
            </Link>
          </p>
          <p className="mt-1 text-sm text-ink-soft">
            {plural(tracks.length, "track")} · <span aria-hidden="true">{formatDuration(durationSeconds)}</span>
            <span className="sr-only">{spokenDuration(durationSeconds)}</span> · {formatDate(releasedAt)}
          </p>
          <div className="mt-5 flex flex-wrap justify-center gap-3 sm:justify-start">
            <Button
              icon={<Play size={18} fill="currentColor" />}
              disabled={tracks.length === 0}
              onClick={() => void togglePlay(tracks, { index: 0, source: "album" })}
            >
              Play All
            </Button>
            <SaveButton collection={{ kind: "album", id, title, coverImageUrl }} tracks={tracks} />
            <Button variant="quiet" icon={<Share2 size={18} />} onClick={() => setSharing(true)}>Share</Button>
          </div>
        </div>
      </div>
      {isSharing && (
        <ShareDialog
          title="Share"
          shared={{ text: `Check out "${title}" by ${artist}`, url }}
          onClose={() => setSharing(false)}
        />
      )}
    </header>
  );
}
