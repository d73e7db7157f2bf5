import { decideProfile } from "./state.ts";
import type { StoredPicture } from "../track/events.ts";
import { artists } from "./artists.ts";

interface SetCreatorPicture {
  readonly creatorId: string;
  /** Left out: the picture is taken away. */
  readonly picture?: StoredPicture | undefined;
}

/** Changes only the picture in an artist's profile; people who are not artists have none. */
export const setCreatorPicture = artists.handler("setCreatorPicture", {
  id: ({ creatorId }: SetCreatorPicture) => creatorId,
  decide(artist, { picture }) {
    if (!artist) return [];
    const { picture: _before, ...profile } = artist;
    return decideProfile(artist, { ...profile, ...(picture && { picture }) });
  },
  result: ({ events }) => ({ changed: events.length > 0 }),
});
