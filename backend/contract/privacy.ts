/** Personal things that answers can hold, and what the privacy page calls them. */
export const PERSONAL_WORDS = {
  id: "the number of your account",
  firstName: "your first name",
  lastName: "your last name",
  artistName: "your artist name",
  picture: "your picture",
  email: "your email",
  phone: "your phone number",
  address: "your address",
  city: "your city",
  bio: "your bio",
  comment: "your words",
  message: "your message",
  playlist: "the playlist's name and description",
  zip: "your postal code",
  account: "the number and the owner's name of your bank account",
  time: "the time",
} as const;
export type Personal = keyof typeof PERSONAL_WORDS;

/** Who looks. Artists and admins see what everybody sees, too. */
export const VIEWERS = {
  everybody: "Everyone, even without an account",
  artists: "The artist you play, follow or give to",
  admins: "Orin's admins",
} as const;
export type Viewer = keyof typeof VIEWERS;

/** Of whom something is seen. Who does several things is seen in all of these ways. */
export type SeenAs =
  | "account"
  | "commenter"
  | "playlist owner"
  | "premium giver"
  | "artist"
  | "artist with public contacts"
  | "artist with public name"
  | "hidden listener"
  | "named listener"
  | "anonymous giver"
  | "named giver"
  | "sharing artist"
  | "artist with a team"
  | "team member"
  | "withdrawer";

/** One line of the privacy page: what one kind of viewer sees of somebody, and by which calls. */
export interface Sight {
  readonly viewer: Viewer;
  readonly of: SeenAs;
  /** How the line begins. */
  readonly when: string;
  readonly fields: readonly Personal[];
  /** What is seen beside the fields. */
  readonly also?: readonly string[];
  /** A sentence at the end. */
  readonly note?: string;
  readonly calls: readonly string[];
}

const STATS = ["GET /api/c1/s", "GET /api/v1/creator-stats"];
const COMMENTS = ["GET /api/v1/comments/:entityType/:entityId", "GET /api/v1/comments/:id/replies"];
const NEWS = "GET /api/v1/notifications";
const GIFTS = ["GET /api/v1/gifts/received", "GET /api/v1/gifts/payouts", "GET /api/v1/me/export", NEWS];
const PUBLIC_PERSON = ["GET /api/auth/creators/:id", "GET /api/v1/top-artists"];
const DISPUTES = ["GET /api/v1/admin/disputes", "GET /api/v1/admin/disputes/:id"];
const PAYMENT = [
  "GET /api/v1/admin/payments/:id",
  "GET /api/v1/admin/payments/:id/case",
  "GET /api/v1/admin/payments/:id/case/:hash",
];

/**
 * What the service answers about other people than the caller: all of it. The privacy page renders this list, and
 * `privacy_test.ts` beside it holds it against what every call answers, in both directions.
 */
export const SIGHTS: readonly Sight[] = [
  {
    ...{ viewer: "everybody", of: "commenter", when: "You comment" },
    fields: ["firstName", "picture", "id", "comment", "time"],
    calls: COMMENTS,
  },
  {
    ...{ viewer: "everybody", of: "named listener", when: "You like a comment, with “Show my name to artists” on" },
    fields: ["id"],
    note: "With it off, you only count as a number.",
    calls: COMMENTS,
  },
  {
    ...{ viewer: "everybody", of: "playlist owner", when: "You make a playlist public" },
    fields: ["playlist", "time"],
    also: ["its songs"],
    note: "Nothing of you, unless you are an artist: then your artist name.",
    calls: ["GET /api/v1/playlists/:id", "GET /api/v1/search"],
  },
  {
    ...{
      viewer: "everybody",
      of: "playlist owner",
      when: "You send a link that lets people add songs to your playlist",
    },
    fields: ["firstName", "playlist"],
    also: ["covers of its songs"],
    note: "Only those who have the link. Those who add songs to one playlist see each other's first names.",
    calls: ["GET /api/v1/playlist-invitations/:token"],
  },
  {
    ...{ viewer: "everybody", of: "premium giver", when: "You give Premium" },
    fields: ["firstName"],
    note: "Only those who have the link, in the email with it, too. You never see which account used it.",
    calls: ["GET /api/v1/premium-gifts/claim/:token"],
  },
  {
    ...{ viewer: "everybody", of: "artist", when: "You are an artist: your page and your songs" },
    fields: ["artistName", "picture", "bio", "city", "id"],
    also: ["your state", "your country", "your links", "counts"],
    calls: [
      ...["GET /api/auth/creators", "GET /api/auth/creators/:id", "GET /api/v1/albums", "GET /api/v1/albums/:id"],
      ...["GET /api/v1/tracks", "GET /api/v1/tracks/:id", "GET /api/v1/tracks/admin-uploads", "GET /api/v1/search"],
      ...[
        "GET /api/v1/home",
        "GET /api/v1/radio",
        "GET /api/v1/playing",
        "GET /api/v1/playing/:id",
        "GET /api/v1/top-artists",
        "GET /api/v1/playlists/:id",
        "GET /api/v1/admin/tracks",
        "GET /api/v1/admin/tracks/csv",
        "GET /api/v1/stats",
        "GET /artists/:id",
        "GET /share/:handle",
        "GET /oembed",
        "GET /sitemap.xml",
        "GET /sitemaps/:kind/:file",
      ],
      ...DISPUTES,
    ],
  },
  {
    ...{ viewer: "everybody", of: "sharing artist", when: "You send a link that shares a song's income" },
    fields: ["artistName"],
    also: ["the song", "the share"],
    note: "Only those who have the link.",
    calls: ["GET /api/v1/split-invitations/:token"],
  },
  {
    ...{ viewer: "everybody", of: "artist with a team", when: "You are an artist, and ask someone into your team" },
    fields: ["artistName", "picture", "id"],
    also: ["the role"],
    note: "Only those who have the link. Who is in your team, your team alone sees.",
    calls: ["GET /api/v1/team-invitations/:token"],
  },
  {
    ...{ viewer: "artists", of: "team member", when: "You work in an artist's team" },
    fields: ["id", "firstName", "lastName", "time"],
    also: ["your role", "what you have done for the artist"],
    note: "The whole team sees your name and role; what you have done, the artist and managers see.",
    calls: ["GET /api/v1/team", "GET /api/v1/team/activity", "GET /api/v1/team/activity/csv"],
  },
  {
    ...{ viewer: "artists", of: "sharing artist", when: "You are an artist, and share a song's income" },
    fields: ["artistName", "picture", "id", "message", "time"],
    also: ["the shares of the song that you have together"],
    note: "Artists find each other by name. Why you dispute a share, the other side reads.",
    calls: [
      "GET /api/v1/split-artists",
      "GET /api/v1/tracks/:trackId/split",
      "GET /api/v1/shares",
      "GET /api/v1/me/export",
      NEWS,
    ],
  },
  {
    ...{ viewer: "admins", of: "sharing artist", when: "You dispute a share of a song" },
    fields: ["artistName", "id", "message", "time"],
    also: ["the song", "the share", "what is held"],
    calls: ["GET /api/v1/admin/split-disputes"],
  },
  {
    ...{
      viewer: "everybody",
      of: "artist with public contacts",
      when: "You are an artist and show your email and phone",
    },
    fields: ["email", "phone"],
    calls: PUBLIC_PERSON,
  },
  {
    ...{ viewer: "everybody", of: "artist with public name", when: "You are an artist and show your full name" },
    fields: ["firstName", "lastName"],
    calls: PUBLIC_PERSON,
  },
  {
    ...{ viewer: "artists", of: "hidden listener", when: "You play or follow, with “Show my name to artists” off" },
    fields: [],
    also: ["“A listener”", "the song", "the day"],
    calls: STATS,
  },
  {
    ...{ viewer: "artists", of: "hidden listener", when: "You play their songs: among all their listeners" },
    fields: [],
    also: [
      "how many are in which state, by the addresses of profiles or the networks of log-ins",
      "how many are of which age, of those who told it",
      "which parts of a song they hear",
    ],
    note: "Only in groups of five people or more, rounded, of whole months or quarter years: never who they are.",
    calls: [
      "GET /api/v1/creator-stats/insights",
      "GET /api/v1/creator-stats/songs",
      "GET /api/v1/creator-stats/moments/:trackId",
    ],
  },
  {
    ...{ viewer: "artists", of: "named listener", when: "You play or follow, with “Show my name to artists” on" },
    fields: ["firstName", "picture", "id", "time"],
    also: ["the song"],
    calls: STATS,
  },
  {
    ...{ viewer: "artists", of: "commenter", when: "You comment on them or their songs: among their news, too" },
    fields: ["firstName", "picture", "id", "comment", "time"],
    calls: [...STATS, NEWS],
  },
  {
    ...{ viewer: "artists", of: "anonymous giver", when: "You give anonymously" },
    fields: ["message", "time"],
    also: ["“Anonymous”", "the amount"],
    calls: GIFTS,
  },
  {
    ...{ viewer: "artists", of: "named giver", when: "You give with your name" },
    fields: ["firstName", "message", "time"],
    also: ["the amount"],
    calls: GIFTS,
  },
  {
    ...{ viewer: "admins", of: "account", when: "You have an account" },
    fields: ["firstName", "lastName", "email", "phone", "address", "id"],
    also: ["when you joined", "your role"],
    calls: [
      ...["GET /api/v1/admin/users", "GET /api/v1/admin/users/:id", "GET /api/v1/stats"],
      ...["GET /api/v1/pending-payments", "GET /api/v1/admin/payments", ...PAYMENT],
      "GET /api/v1/admin/people/:id",
    ],
  },
  {
    ...{ viewer: "admins", of: "account", when: "Something about you waits for a decision of an admin" },
    fields: ["firstName", "lastName", "artistName", "playlist", "time"],
    also: ["what it is", "the amount"],
    calls: ["GET /api/v1/admin/work"],
  },
  {
    ...{ viewer: "admins", of: "account", when: "You give or get a gift" },
    fields: ["firstName", "lastName", "id", "time"],
    also: ["the amount"],
    note: "Opening it is recorded.",
    calls: ["GET /api/v1/admin/people/:id/gifts", "GET /api/v1/admin/payments/:id/lots"],
  },
  {
    ...{ viewer: "admins", of: "account", when: "Your bank asks back what you paid by card" },
    fields: ["firstName", "lastName", "id", "time"],
    also: ["the amount", "how many plays and devices you have"],
    note: "Opening it is recorded.",
    calls: DISPUTES,
  },
  {
    ...{ viewer: "admins", of: "account", when: "They look into an account" },
    fields: ["time"],
    also: ["your plays", "your devices and sessions", "your Available Balance", "notes of admins"],
    calls: ["GET /api/v1/admin/people/:id", "GET /api/v1/admin/people/:id/plays"],
  },
  {
    ...{ viewer: "admins", of: "account", when: "You pay for Premium" },
    fields: ["firstName", "lastName", "id", "time"],
    also: ["the amount"],
    calls: ["GET /api/v1/stats"],
  },
  {
    ...{ viewer: "admins", of: "withdrawer", when: "You withdraw" },
    fields: ["account"],
    also: ["the amount", "your listening by song, day and device"],
    note: "It shows real listening from cheating.",
    calls: ["GET /api/v1/pending-payments", ...PAYMENT],
  },
  {
    ...{ viewer: "admins", of: "artist", when: "A song of yours sounds like one of another artist" },
    fields: ["artistName", "id"],
    also: ["both songs, and when they were uploaded"],
    calls: ["GET /api/v1/admin/duplicates", "GET /api/v1/admin/duplicates/:id"],
  },
  {
    ...{ viewer: "admins", of: "account", when: "You write to us about your earnings" },
    fields: ["message", "id", "time"],
    also: ["what we hold or took back", "the accounts that yours is linked with"],
    note: "Opening your message is recorded.",
    calls: ["GET /api/v1/admin/appeals", "GET /api/v1/admin/appeals/:id"],
  },
  {
    ...{ viewer: "admins", of: "account", when: "Something of yours is reported or claimed, or you appeal" },
    fields: ["firstName", "lastName", "artistName", "picture", "comment", "playlist", "message", "id", "time"],
    also: ["what people say about it, and what we decide"],
    note: "Opening it is recorded. Who reports is named to nobody.",
    calls: ["GET /api/v1/admin/moderation", "GET /api/v1/admin/moderation/:kind/:subjectId"],
  },
  {
    ...{ viewer: "admins", of: "account", when: "We suspend your account, and you appeal" },
    fields: ["firstName", "lastName", "message", "id", "time"],
    also: ["why we did, and what we answered"],
    note: "Opening your message is recorded. Another admin than the one who decided answers.",
    calls: ["GET /api/v1/admin/suspension-appeals", "GET /api/v1/admin/suspension-appeals/:id"],
  },
  {
    ...{ viewer: "admins", of: "account", when: "They try out a rule against cheating on listening of the past" },
    fields: ["id"],
    also: ["how much you listened and were paid"],
    note: "Ten accounts at most. Nothing is decided by it.",
    calls: ["GET /api/v1/admin/rules/:rule/trial"],
  },
  {
    ...{ viewer: "admins", of: "account", when: "You do anything: the record of everything that happened" },
    fields: ["id", "time", "picture", "artistName", "bio", "city", "playlist"],
    calls: [
      "GET /api/v1/admin/audit",
      "POST /api/v1/admin/audit/export",
      "POST /api/v1/admin/audit/open",
      "GET /api/v1/admin/books/bundle",
      "GET /api/v1/admin/payments/:id/proof",
    ],
  },
  {
    ...{ viewer: "admins", of: "account", when: "They look into that record" },
    fields: ["firstName", "lastName"],
    note: "Looking is recorded, with the names that were shown.",
    calls: ["GET /api/v1/admin/audit", "POST /api/v1/admin/audit/export"],
  },
  {
    ...{ viewer: "admins", of: "account", when: "They open sealed parts of the record, which is recorded, too" },
    fields: [
      ...["firstName", "lastName", "email", "phone", "address", "comment", "message", "account"] as const,
    ],
    calls: ["POST /api/v1/admin/audit/open"],
  },
];
