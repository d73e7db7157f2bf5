import type { Album } from "@contract/discover.ts";
import { RELEASE_KIND_WORDS } from "@contract/releases.ts";
import { Share2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { formatDate, formatDuration, plural, spokenDuration } from "../../lib/format.ts";
import { Cover } from "../../ui/Cover.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { LIST_COVER, ListHead } from "../../ui/ListHead.tsx";
import { ListButtons } from "../ListButtons.tsx";
import { SaveButton } from "../saving/SaveButton.tsx";
import { ShareDialog } from "../../ui/ShareDialog.tsx";

/** Cover, title, artist and length; play all and share. */
export function AlbumHead({ album, source }: { album: Album; source: string }) {
  const [isSharing, setSharing] = useState(false);
  const { _id: id, title, artist, artistId, coverImageUrl, placeholder, tracks, durationSeconds, releasedAt } = album;
  const url = new URL(`/music-details?id=${id}`, location.origin).href;
  return (
    <>
      <ListHead
        kind={RELEASE_KIND_WORDS[album.credits?.kind || "album"].label}
        title={title}
        seed={id}
        cover={
          <Cover src={coverImageUrl} seed={id} size="13rem" placeholder={placeholder} priority className={LIST_COVER} />
        }
        buttons={
          <ListButtons tracks={tracks} source={source}>
            <SaveButton collection={{ kind: "album", id, title, coverImageUrl }} tracks={tracks} />
            <IconButton label="Share" icon={<Share2 size={20} />} onClick={() => setSharing(true)} />
          </ListButtons>
        }
      >
        <p className="text-base">
          <Link to={`/artists/${artistId}`} className="font-semibold text-ink underline-offset-4 hover:underline">
            {artist}
          </Link>
        </p>
        <p>
          {plural(tracks.length, "track")} · <span aria-hidden="true">{formatDuration(durationSeconds)}</span>
          <span className="sr-only">{spokenDuration(durationSeconds)}</span> · {formatDate(releasedAt)}
        </p>
      </ListHead>
      {isSharing && (
        <ShareDialog
          title="Share"
          shared={{ text: `Check out "${title}" by ${artist}`, url }}
          onClose={() => setSharing(false)}
        />
      )}
    </>
  );
}
