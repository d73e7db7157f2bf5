import { MOST_HANDLES } from "../../contract/artist_link.ts";
import { Refusal } from "../../contract/refusal.ts";
import { speaksForOrin } from "../../contract/speaks_for_orin.ts";
import type { ArtistLinkChosen } from "./events.ts";

/** Names that would speak for Orin, without its name. */
const RESERVED = ["admin", "help", "official", "security", "staff", "support", "team"];

interface Choosing {
  readonly handle: string;
  readonly creatorId: string;
  /** Whether it is, letter by letter, another artist's name. */
  readonly isOthersName: boolean;
  /** How many the artist has. */
  readonly count: number;
  /** The one that is shown. */
  readonly shown: string | undefined;
}

/**
 * A handle that is still free; one's own is shown again. Refuses with `handle_taken` or `too_many_handles`. `ownerId`
 * is who has it.
 */
export function decideHandle(ownerId: string | undefined, choosing: Choosing): ArtistLinkChosen[] {
  const { handle, creatorId, isOthersName, count, shown } = choosing;
  if (ownerId === creatorId && shown === handle) return [];
  if (ownerId !== undefined && ownerId !== creatorId) throw taken();
  if (ownerId === undefined) {
    if (RESERVED.includes(handle) || speaksForOrin(handle)) throw taken();
    if (isOthersName) throw new Refusal("handle_taken", "This is another artist's name", { field: "handle" });
    if (count >= MOST_HANDLES) {
      throw new Refusal("too_many_handles", `You can have ${MOST_HANDLES} addresses: choose one of yours`);
    }
  }
  return [{ type: "ArtistLinkChosen", data: { creatorId, handle } }];
}

/** Whose a handle is. */
export function evolveHandle(_before: string | undefined, { data }: ArtistLinkChosen): string | undefined {
  return data.creatorId;
}

function taken(): Refusal {
  return new Refusal("handle_taken", "Someone has this address already", { field: "handle" });
}
