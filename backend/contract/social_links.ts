const HANDLE = /^[A-Za-z0-9_.-]{1,60}$/;
const PATH = /^[\w.%/-]{1,150}$/;

/** Where each field of a creator's profile leads, and by which names the place is known. */
const PLACES = {
  twitterHandle: { base: "https://x.com/", hosts: ["x.com", "twitter.com"], path: HANDLE },
  instagramHandle: { base: "https://www.instagram.com/", hosts: ["instagram.com"], path: HANDLE },
  linkedinProfile: { base: "https://www.linkedin.com/in/", hosts: ["linkedin.com"], path: PATH },
  facebookProfile: { base: "https://www.facebook.com/", hosts: ["facebook.com", "fb.com"], path: PATH },
} as const;
export type SocialField = keyof typeof PLACES;
export const SOCIAL_FIELDS = ["twitterHandle", "instagramHandle", "linkedinProfile", "facebookProfile"] as const;

/**
 * What someone typed (`@name`, `name`, or the page's address) in the form it is kept: a name, or the path of a longer
 * address. Undefined when it leads anywhere else than to the place of the field.
 */
export function socialName(field: SocialField, typed: string): string | undefined {
  const text = typed.trim();
  if (text === "") return "";
  const { hosts, path } = PLACES[field];
  const name = isAddress(text) ? nameInAddress(text, hosts) : text.replace(/^@/, "");
  return name !== undefined && path.test(name) && !name.includes("..") ? name : undefined;
}

/** The addresses of those that are not empty. */
export function socialUrls(
  links: Readonly<Record<SocialField, string>>,
): Partial<Record<"twitter" | "instagram" | "linkedin" | "facebook", string>> {
  return Object.fromEntries(SOCIAL_FIELDS.flatMap((field) => {
    const name = links[field];
    return name === "" ? [] : [[field.replace(/Handle|Profile/, ""), addressOf(field, name)]];
  }));
}

function addressOf(field: SocialField, name: string): string {
  const { base } = PLACES[field];
  // LinkedIn has pages of people and of companies; a path says which.
  return name.includes("/") ? `${new URL(base).origin}/${name}` : base + name;
}

/** A host comes before its first slash. A stored path, such as "in/ada", has none: it comes back as it was given. */
function isAddress(text: string): boolean {
  const [host = "", ...rest] = text.split("/");
  return rest.length > 0 && (host === "" || /[.:]/.test(host));
}

function nameInAddress(text: string, hosts: readonly string[]): string | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname, pathname } = new URL(address);
  const isThere = hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return isThere ? pathname.replace(/^\/|\/$/g, "") : undefined;
}
