import type { Album } from "@contract/discover.ts";
import { Link } from "react-router-dom";
import { formatCount, formatFullCount } from "../../lib/format.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { FollowButton } from "../FollowButton.tsx";

/** Who made the album, each to be followed. */
export function AlbumArtists({ artists }: Pick<Album, "artists">) {
  return (
    <section aria-labelledby="artists" className="rounded-xl border border-line bg-surface p-5">
      <h2 id="artists" className="mb-3 text-lg">Artists</h2>
      <ul className="flex flex-col gap-4">
        {artists.map(({ _id, name, profilePicture, followerCount }) => (
          <li key={_id} className="flex flex-wrap items-center gap-3">
            <Avatar src={profilePicture.url} size={48} />
            <div className="min-w-0 flex-1 basis-32">
              <Link to={`/artists/${_id}`} className="block truncate font-semibold underline-offset-4 hover:underline">
                {name}
              </Link>
              <p className="text-sm text-ink-soft">
                <span title={formatFullCount(followerCount)}>{formatCount(followerCount)}</span>{" "}
                {followerCount === 1 ? "follower" : "followers"}
              </p>
            </div>
            <FollowButton id={_id} name={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}
