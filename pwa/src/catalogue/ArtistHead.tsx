import type { CreatorProfile } from "@contract/catalogue.ts";
import { Gift, MapPin, Play } from "lucide-react";
import { formatCount, formatFullCount, plural } from "../lib/format.ts";
import { useSession } from "../lib/session.ts";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Cover } from "../ui/Cover.tsx";
import { useIsFollowing } from "./follow_api.ts";
import { FollowButton } from "./FollowButton.tsx";
import { togglePlay } from "./playing.ts";

/** Picture, name, place, counts; play all and follow. */
export function ArtistHead({ artist }: { artist: CreatorProfile }) {
  const { _id: id, name, profilePicture, placeholder, trackCount, tracks } = artist;
  const session = useSession();
  const { data: following } = useIsFollowing(id);
  const followers = following?.followerCount ?? artist.followerCount;
  const place = [artist.city, artist.stateProvince, artist.country].filter(Boolean).join(", ");
  return (
    <header className="relative isolate -mx-4 -mt-6 mb-8 overflow-hidden px-4 pt-8 pb-6 md:-mx-8 md:-mt-8 md:px-8 md:pt-12">
      <AdireCloth
        seed={id}
        repeat={120}
        className="-z-10 text-dye opacity-50 mask-[linear-gradient(to_bottom,black,transparent)] in-data-[theme=light]:opacity-20"
      />
      <div className="flex flex-col items-center gap-5 text-center sm:flex-row sm:items-end sm:gap-7 sm:text-left">
        <Cover
          src={profilePicture.url}
          seed={id}
          size={176}
          placeholder={placeholder}
          priority
          className="shrink-0 rounded-full shadow-float ring-4 ring-canvas"
        />
        <div className="min-w-0">
          <h1 className="text-4xl font-extrabold">{name}</h1>
          {place && (
            <p className="mt-3 flex items-center justify-center gap-1.5 text-ink-soft sm:justify-start">
              <MapPin aria-hidden="true" size={16} />
              {place}
            </p>
          )}
          <p className="mt-1 text-ink-soft">
            {plural(trackCount, "track")} · <span title={formatFullCount(followers)}>{formatCount(followers)}</span>
            {" "}
            {followers === 1 ? "follower" : "followers"}
          </p>
          <div className="mt-5 flex flex-wrap items-start justify-center gap-3 sm:justify-start">
            {tracks.length > 0 && (
              <Button
                icon={<Play size={18} fill="currentColor" />}
                onClick={() => void togglePlay(tracks, { index: 0, source: "artist" })}
              >
                Play
              </Button>
            )}
            <FollowButton id={id} name={name} />
            {session?.userId !== id && (
              <ButtonLink variant="quiet" icon={<Gift size={18} />} to={`/gift/${id}`}>Send a gift</ButtonLink>
            )}
          </div>
        </div>
      </div>
    </header>
  );
}
