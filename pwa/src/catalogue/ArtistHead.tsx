import type { CreatorProfile } from "@contract/catalogue.ts";
import { Flag, Gift, ImageOff, MapPin, Radio } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { formatCount, formatFullCount, plural } from "../lib/format.ts";
import { useSession } from "../lib/session.ts";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Cover } from "../ui/Cover.tsx";
import { Menu } from "../ui/Menu.tsx";
import { useIsFollowing } from "./follow_api.ts";
import { FollowButton } from "./FollowButton.tsx";
import { ListButtons } from "./ListButtons.tsx";
import { startRadio } from "./radio.ts";

interface ArtistHeadProps {
  artist: CreatorProfile;
  /** Where plays that begin here come from. */
  source: string;
}

/** Picture, name, place, counts; play all and follow. */
export function ArtistHead({ artist, source }: ArtistHeadProps) {
  const { _id: id, name, profilePicture, placeholder, trackCount, tracks } = artist;
  const session = useSession();
  const { data: following } = useIsFollowing(id);
  const followers = following?.followerCount ?? artist.followerCount;
  const place = [artist.city, artist.stateProvince, artist.country].filter(Boolean).join(", ");
  return (
    <header className="@container relative isolate -mx-4 -mt-6 mb-5 overflow-hidden px-4 pt-5 pb-4 md:-mx-8 md:-mt-8 md:px-8 md:pt-12">
      <AdireCloth
        seed={id}
        repeat={120}
        className="-z-10 text-dye opacity-50 mask-[linear-gradient(to_bottom,black,transparent)] in-data-[theme=light]:opacity-20"
      />
      {/* With large letters there is no room beside the picture. */}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 @max-[17rem]:grid-cols-1 @min-[36rem]:gap-x-7">
        <div className="@min-[36rem]:row-span-2">
          <Cover
            src={profilePicture.url}
            seed={id}
            size="11rem"
            placeholder={placeholder}
            priority
            className="w-24 rounded-full shadow-float ring-4 ring-canvas @min-[36rem]:w-44"
          />
        </div>
        <div className="@min-[36rem]:self-end">
          <h1 className="text-2xl leading-tight font-extrabold wrap-anywhere @min-[36rem]:text-4xl">{name}</h1>
          {place && (
            <p className="mt-1.5 flex items-center gap-1.5 text-sm text-ink-soft @min-[36rem]:text-base">
              <MapPin aria-hidden="true" size={16} className="shrink-0" />
              {place}
            </p>
          )}
          <p className="mt-1 text-sm text-ink-soft @min-[36rem]:text-base">
            {plural(trackCount, "track")} · <span title={formatFullCount(followers)}>{formatCount(followers)}</span>
            {" "}
            {followers === 1 ? "follower" : "followers"}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-1 gap-y-2 @max-[36rem]:col-span-full @min-[36rem]:col-start-2 @min-[36rem]:self-start">
          {tracks.length > 0 && <ListButtons tracks={tracks} source={source} playLabel="Play" />}
          <FollowButton id={id} name={name} />
          <ArtistMenu artist={artist} isOwn={session?.userId === id} />
          {session?.userId !== id && (
            <ButtonLink
              variant="quiet"
              className="@min-[36rem]:ml-1 @max-[36rem]:px-[13px]"
              aria-label="Send a gift"
              icon={<Gift size={18} />}
              to={`/gift/${id}`}
            >
              <span className="@max-[36rem]:hidden">Send a gift</span>
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  );
}

function ArtistMenu(
  { artist: { _id: id, name, tracks, profilePicture }, isOwn }: { artist: CreatorProfile; isOwn: boolean },
) {
  const navigate = useNavigate();
  const report = (kind: "artist" | "picture") => () => void navigate(`/report/${kind}/${id}`);
  const start = () => void startRadio({ kind: "artist", id, name });
  const items = [
    ...tracks.length > 0 ? [{ label: "Start Radio", icon: <Radio size={18} />, onSelect: start }] : [],
    ...isOwn ? [] : [{ label: "Report artist", icon: <Flag size={18} />, onSelect: report("artist") }],
    ...isOwn || profilePicture.url === ""
      ? []
      : [{ label: "Report picture", icon: <ImageOff size={18} />, onSelect: report("picture") }],
  ];
  return items.length === 0 ? null : <Menu label={`More for ${name}`} items={items} />;
}
