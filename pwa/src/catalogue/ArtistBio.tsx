import type { CreatorProfile } from "@contract/catalogue.ts";
import { useState } from "react";

const SHORT_BIO = 150;

/** Who the artist is and, where made public, how to reach them. */
export function ArtistBio({ artist: { name, fullName, bio, email, phone, social } }: { artist: CreatorProfile }) {
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
