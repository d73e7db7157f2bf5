export const RELEASE_KINDS = ["single", "ep", "album"] as const;
export type ReleaseKind = typeof RELEASE_KINDS[number];

/** How people read a kind: by itself, within a sentence, and at the beginning of one. */
export const RELEASE_KIND_WORDS: Readonly<
  Record<ReleaseKind, { readonly label: string; readonly noun: string; readonly one: string }>
> = {
  single: { label: "Single", noun: "single", one: "A single" },
  ep: { label: "EP", noun: "EP", one: "An EP" },
  album: { label: "Album", noun: "album", one: "An album" },
};
