import { useQuery } from "@tanstack/react-query";
import { Flag, Gift, ImageOff, MapPin, Radio } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router-dom";
import type { CreatorProfile } from "@contract/catalogue.ts";
import { artistQuery } from "../data/catalogue.ts";
import { formatCount, formatFullCount, plural } from "../lib/format.ts";
import { useSession } from "../lib/session.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { useTitle } from "../lib/use_title.ts";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { ArtistFailure } from "../ui/ArtistFailure.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Cover } from "../ui/Cover.tsx";
import { Menu } from "../ui/Menu.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { FollowButton, useIsFollowing } from "./FollowButton.tsx";
import { ListButtons } from "./ListButtons.tsx";
import { NumberedTracks } from "./NumberedTracks.tsx";
import { PlaysUsedUp } from "./PlaysUsedUp.tsx";
import { startRadio } from "./radio.ts";

/** `/artists/:id`: an artist and the songs, with `comments` below. */
export function ArtistProfile({ comments }: { comments?: ReactNode }) {
  const { id = "" } = useParams();
  const artist = useQuery(artistQuery(id));
  const savedAt = useSavedAt(artist);
  useTitle(artist.data?.name);
  const shown = useDeferredValue(artist.data);
  if (shown && shown._id === artist.data?._id) return <Profile artist={shown} savedAt={savedAt} comments={comments} />;
  if (!artist.isError) return <Skeleton shape="rows" label="Loading artist profile..." />;
  return <ArtistFailure error={artist.error} isFetching={artist.isFetching} onRetry={() => void artist.refetch()} />;
}

interface ProfileProps {
  artist: CreatorProfile;
  savedAt: number | undefined;
  comments: ReactNode;
}

function Profile({ artist, savedAt, comments }: ProfileProps) {
  // The page with all an artist's links leads here, too, and so does its Follow.
  const source = useSearchParams()[0].get("from") === "link" ? "link" : "artist";
  return (
    <>
      <ArtistHead artist={artist} source={source} />
      <SavedNote what="profile" savedAt={savedAt} />
      <div className="@container">
        <div className="grid items-start gap-x-10 gap-y-8 @min-[44rem]:grid-cols-[minmax(0,1fr)_20rem]">
          <section aria-labelledby="tracks" className="min-w-0">
            <h2 id="tracks" className="mb-3 text-xl">Tracks</h2>
            {artist.tracks.length === 0
              ? <p className="text-ink-soft">No tracks available from this artist yet.</p>
              : <NumberedTracks tracks={artist.tracks} source={source} />}
          </section>
          <ArtistBio artist={artist} />
        </div>
      </div>
      {comments && <div className="mt-12">{comments}</div>}
      <PlaysUsedUp />
    </>
  );
}

interface ArtistHeadProps {
  artist: CreatorProfile;
  /** Where plays that begin here come from. */
  source: string;
}

/** Picture, name, place, counts; play all and follow. */
function ArtistHead({ artist, source }: ArtistHeadProps) {
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

const SHORT_BIO = 150;

/** Who the artist is and, where made public, how to reach them. */
function ArtistBio({ artist: { name, fullName, bio, email, phone, social } }: { artist: CreatorProfile }) {
  const person = fullName === name ? "" : fullName;
  return (
    <section aria-labelledby="about" className="rounded-xl border border-line bg-surface p-5">
      <h2 id="about" className="mb-2 text-lg">About</h2>
      <Bio text={bio.trim()} />
      {(person || email || phone) && (
        <ul className="mt-4 flex flex-col gap-1 text-sm">
          {person && <li className="font-semibold">{person}</li>}
          {email && (
            <li>
              <a href={`mailto:${email}`} className="font-semibold text-accent hover:underline">{email}</a>
            </li>
          )}
          {phone && (
            <li>
              <a href={`tel:${phone.replaceAll(" ", "")}`} className="font-semibold text-accent hover:underline">
                {phone}
              </a>
            </li>
          )}
        </ul>
      )}
      <SocialLinks social={social} />
    </section>
  );
}

const PLACES = { twitter: "X", instagram: "Instagram", linkedin: "LinkedIn", facebook: "Facebook" } as const;

/** The artist's pages elsewhere; the service has held each address to its place. */
function SocialLinks({ social = {} }: Pick<CreatorProfile, "social">) {
  const links = (["instagram", "twitter", "facebook", "linkedin"] as const).flatMap((place) => {
    const address = social[place];
    return address?.startsWith("https://") ? [{ address, name: PLACES[place] }] : [];
  });
  if (links.length === 0) return null;
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {links.map(({ address, name }) => (
        <li key={name}>
          <a
            href={address}
            target="_blank"
            rel="noreferrer nofollow"
            className="finger inline-block min-h-6 min-w-6 font-semibold text-accent hover:underline"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Bio({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > SHORT_BIO;
  if (text === "") return <p className="text-ink-soft">No bio available for this artist.</p>;
  return (
    <>
      <p className="whitespace-pre-line text-ink-soft">
        {isLong && !isOpen ? `${shortened(text)}…` : text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 min-h-9 text-sm font-semibold text-accent hover:underline"
        >
          {isOpen ? "Read Less" : "Read More"}
        </button>
      )}
    </>
  );
}

/** Up to the last space that fits; a text without one is cut within its word. */
function shortened(text: string): string {
  const space = text.lastIndexOf(" ", SHORT_BIO);
  return text.slice(0, space > 0 ? space : SHORT_BIO);
}
