import * as z from "zod/mini";
import { MAX_SPLIT_REASON, MOST_COLLABORATORS_OF_TRACK, WHOLE } from "../splits.ts";
import { isPlainLines } from "../text.ts";
import { Email } from "./accounts.ts";
import { Id } from "./ids.ts";

const basisPoints = z.number("Enter a share").check(
  z.int("Shares have at most two decimals"),
  z.minimum(0, "Shares are at least 0 %"),
  z.maximum(WHOLE, "Shares are at most 100 %"),
);
const words = z.string("Please say why").check(
  z.trim(),
  z.normalize("NFC"),
  z.minLength(1, "Please say why"),
  z.maxLength(MAX_SPLIT_REASON, `At most ${MAX_SPLIT_REASON} characters`),
  z.refine(isPlainLines, "There are characters that cannot be shown"),
);

/** A creator by the id of their account, any other person by their address. */
const Collaborator = z.object({
  creatorId: z.optional(Id),
  email: z.optional(Email),
  basisPoints,
}).check(
  z.refine(({ creatorId, email }) => (creatorId === undefined) !== (email === undefined), {
    error: "Name an artist or an email address",
    path: ["email"],
  }),
);

/** `PUT /api/v1/tracks/:trackId/split`: all shares that the owner wants. `version` is that of the form. */
export const SplitRequest = z.object({
  version: z.number().check(z.int(), z.minimum(0)),
  ownBasisPoints: basisPoints,
  shares: z.array(Collaborator).check(z.maxLength(MOST_COLLABORATORS_OF_TRACK)),
});
export type SplitRequest = z.infer<typeof SplitRequest>;
export type SplitInput = z.input<typeof SplitRequest>;

/** `GET /api/v1/split-artists` */
export const SplitArtistsQuery = z.object({ q: z._default(z.string().check(z.trim(), z.maxLength(100)), "") });

/** `POST /api/v1/split-invitations/:token` */
export const SplitAnswerRequest = z.object({ answer: z.enum(["accepted", "declined"], "Please accept or decline") });

/** `POST /api/v1/tracks/:trackId/split/disputes`: of one's own share, or of a collaborator's where one owns the song. */
export const SplitDisputeRequest = z.object({ creatorId: Id, reason: words });

/** `POST /api/v1/split-disputes/:id/offers`: what the collaborator should have of what is held, in basis points. */
export const SplitOfferRequest = z.object({ basisPoints });

/**
 * `POST /api/v1/admin/split-disputes/:id/settle`: proposes what the collaborator gets of what is held, and their share
 * from then on; left out, the share stays, and ends with nothing of what is held.
 */
export const SplitSettleRequest = z.object({ basisPoints, shareBasisPoints: z.optional(basisPoints), note: words });
export type SplitSettleInput = z.input<typeof SplitSettleRequest>;
