import { ledgerAccounts } from "../backend/ledger/accounts.ts";
import type { Projection } from "../backend/store/projection.ts";
import { albums } from "./albums.ts";
import { commentLikes } from "./comment_likes.ts";
import { comments } from "./comments.ts";
import { creators } from "./creators.ts";
import { credit } from "./credit.ts";
import { extraPlays } from "./extra_plays.ts";
import { follows } from "./follows.ts";
import { hearts } from "./hearts.ts";
import { playlists } from "./playlists.ts";
import { gifts } from "./gifts.ts";
import { plays } from "./plays.ts";
import { policies } from "./policies.ts";
import { reconciliations } from "./reconciliations.ts";
import { renditions } from "./renditions.ts";
import { search } from "./search.ts";
import { subscriptions } from "./subscriptions.ts";
import { trackAudience } from "./track_audience.ts";
import { trackDays } from "./track_days.ts";
import { tracks } from "./tracks.ts";
import { users } from "./users.ts";
import { withdrawals } from "./withdrawals.ts";

/** Every projection of the service, in the order in which their tables are made. */
export const projections: readonly Projection[] = [
  ledgerAccounts,
  policies,
  users,
  subscriptions,
  plays,
  credit,
  extraPlays,
  creators,
  follows,
  comments,
  commentLikes,
  hearts,
  playlists,
  renditions,
  tracks,
  albums,
  search,
  trackDays,
  trackAudience,
  withdrawals,
  gifts,
  reconciliations,
];
