import * as z from "zod/mini";
import { HANDLE } from "../artist_link.ts";

/** `PUT /api/v1/artist-link` */
export const ArtistLinkRequest = z.object({
  handle: z.string("Choose a name for your page").check(
    z.trim(),
    z.toLowerCase(),
    z.regex(HANDLE, "3 to 30 letters, digits or hyphens, without a hyphen at the ends"),
  ),
});

/** In the address of the page and of its Follow: what is no source is none. */
export const LinkQuery = z.object({ from: z._default(z.string(), "") });
