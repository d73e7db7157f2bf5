/** What is shared, and its words. */
export interface Shared {
  text: string;
  /** Absolute address. */
  url: string;
  /** The song that other sites can embed. */
  track?: SharedTrack;
}

export interface SharedTrack {
  _id: string;
  title: string;
  artist: string;
}

export interface ShareTarget {
  name: "Facebook" | "Twitter" | "WhatsApp" | "Telegram";
  href: string;
}

/** A track's words, as documented, and the link to its page. */
export function sharedTrack(track: SharedTrack): Shared {
  const { _id, title, artist } = track;
  return {
    track,
    text: `Check out "${title}" by ${artist}`,
    url: new URL(`/track/${encodeURIComponent(_id)}`, location.origin).href,
  };
}

/** The addresses at which the networks take a share. */
export function shareTargets({ text, url }: Shared): readonly ShareTarget[] {
  // Not URLSearchParams: some of them show its "+" instead of a space.
  const query = (fields: Record<string, string>) =>
    Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  return [
    { name: "WhatsApp", href: `https://wa.me/?${query({ text: `${text} ${url}` })}` },
    { name: "Facebook", href: `https://www.facebook.com/sharer/sharer.php?${query({ u: url, quote: text })}` },
    { name: "Twitter", href: `https://twitter.com/intent/tweet?${query({ text, url })}` },
    { name: "Telegram", href: `https://t.me/share/url?${query({ url, text })}` },
  ];
}

/** Copies a text; false where the browser does not allow it. */
export function copyText(text: string): Promise<boolean> {
  // Absent on pages without HTTPS.
  const copied = navigator.clipboard?.writeText(text) ?? Promise.reject();
  return copied.then(() => true, () => false);
}
