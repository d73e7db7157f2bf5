/**
 * What keeps a song from everybody but its artist and admins: it waits for its release, is another's recording, was hidden
 * by a moderator, its artist is suspended, or someone claims the rights to it.
 */
export const HOLDS = ["draft", "duplicate", "moderation", "suspension", "takedown"] as const;

export type Hold = typeof HOLDS[number];
