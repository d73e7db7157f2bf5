import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lagosDay } from "./policy.ts";
import { declaredCalls } from "./calls/call.ts";
import { type Disclosure, type DisclosureName, DISCLOSURES, type Personal, type Viewer } from "./privacy.ts";
import { type MarkedPerson, openTestPrivacy, type TestPrivacy } from "../testing/privacy.ts";

/** What one viewer was answered of one person by one call. */
interface Found {
  readonly viewer: Viewer;
  readonly call: string;
  readonly person: MarkedPerson;
  readonly field: Personal;
}

interface Place {
  readonly log: string;
  readonly position: number;
}

let world: TestPrivacy;
let found: Found[];
/** Of each call, the best status that anybody got. */
const statuses = new Map<string, number>();

beforeAll(async () => {
  world = await openTestPrivacy();
  found = await look();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Calls that answer sounds, pictures or nothing in this world; what they could say of people is in their paths. */
const NOT_LOOKED_AT = new Set([
  ...["GET /*", "GET /media/audio/:trackId/:quality", "GET /media/covers/*", "GET /media/pictures/*"],
  ...[
    "GET /media/cards/:kind/:id/:file",
    "GET /media/covers/:owner/:version/:file",
    "GET /media/peaks/:trackId",
    "GET /api/v1/stream/:trackId",
    "GET /api/v1/download/:trackId",
  ],
  ...["GET /api/v1/offline-copy/:trackId", "GET /api/v1/newsletter/confirm", "GET /api/v1/newsletter/leave"],
  "GET /api/v1/mails/stop",
  // Says what /oembed says of a song, where there is sound to play.
  "GET /embed/track/:id",
  // The link came to one's own address: its holder reads about themselves, as with a log-in.
  ...["GET /api/v1/takedowns/links/:token", "GET /api/v1/moderation/links/:token", "GET /api/v1/suspensions/:token"],
  // No account here is linked to another one.
  "GET /api/v1/admin/groups/:id",
  // They answer no more of a listener than the list of their plays; no person here has withdrawn what plays earned.
  ...["GET /api/v1/admin/people/:id/plays/:playId", "GET /api/v1/admin/payments/:id/lots/:transferId/plays"],
  // Answers its own sender alone, and no person here has sent any.
  "GET /api/v1/uploads/:id",
  // No artist here has a release.
  ...["GET /api/v1/releases/:releaseId", "GET /api/v1/upcoming/:releaseId"],
  // A sound, too.
  "GET /api/v1/admin/duplicates/:id/sound/:trackId",
  // Asks the provider, who is not here.
  "GET /api/v1/banks",
]);

/** The paths of calls whose own says too little; all others are asked as they are. */
function pathsOf(call: string): string[] {
  const {
    artist,
    track,
    album,
    comment,
    playlist,
    invitation,
    withdrawal,
    caseHash,
    quiet,
    appeal,
    dispute,
    premiumGift,
    splitInvitation,
    teamInvitation,
    playing,
    duplicate,
    suspensionAppeal,
  } = world.ids;
  const month = lagosDay(world.test.now()).slice(0, 7);
  const known: Record<string, string[]> = {
    "GET /api/v1/tracks/:id": [`/api/v1/tracks/${track}`],
    "GET /api/auth/creators/:id": world.people.map(({ userId }) => `/api/auth/creators/${userId}`),
    "GET /api/v1/albums/:id": [`/api/v1/albums/${album}`],
    "GET /api/v1/playlists/:id": [`/api/v1/playlists/${playlist}`],
    "GET /api/v1/playlist-invitations/:token": [`/api/v1/playlist-invitations/${invitation}`],
    "GET /api/v1/playing/:id": [`/api/v1/playing/${playing}`],
    "GET /api/v1/premium-gifts/claim/:token": [`/api/v1/premium-gifts/claim/${premiumGift}`],
    "GET /api/v1/split-invitations/:token": [`/api/v1/split-invitations/${splitInvitation}`],
    "GET /api/v1/team-invitations/:token": [`/api/v1/team-invitations/${teamInvitation}`],
    "GET /api/v1/split-artists": ["/api/v1/split-artists?q=Kwabs"],
    "GET /share/:handle": ["/share/maestra"],
    "GET /share/:handle/follow": ["/share/maestra/follow"],
    "GET /sitemaps/:kind/:file": [`/sitemaps/artists/${artist}.xml`, `/sitemaps/songs/${track}.xml`],
    "GET /oembed": [`/oembed?url=${world.test.world.deps.config.publicUrl}/track/${track}`],
    "GET /api/v1/radio": [`/api/v1/radio?from=track:${track}`],
    "GET /api/v1/search": ["artist", "track", "album", "playlist"].flatMap((type) =>
      ["Kaya", "Maes", "Zuwe", "Test"].map((q) => `/api/v1/search?q=${q}&type=${type}`)
    ),
    "GET /api/v1/offline-licence": ["/api/v1/offline-licence?deviceId=device-one"],
    "GET /api/v1/is-following/:id": [`/api/v1/is-following/${artist}`],
    "GET /api/v1/comments/:entityType/:entityId": [
      ...[`/api/v1/comments/track/${track}`, `/api/v1/comments/artist/${artist}`],
    ],
    "GET /api/v1/artists/:id/posts": [`/api/v1/artists/${artist}/posts`],
    "GET /api/v1/comments/:id/replies": [`/api/v1/comments/${comment}/replies`],
    "GET /api/v1/admin/users/:id": world.people.map(({ userId }) => `/api/v1/admin/users/${userId}`),
    ...Object.fromEntries(["", "/plays", "/gifts", "/payouts"].map((part) => [
      `GET /api/v1/admin/people/:id${part}`,
      world.people.map(({ userId }) => `/api/v1/admin/people/${userId}${part}`),
    ])),
    "GET /api/v1/admin/payments/:id": [`/api/v1/admin/payments/${withdrawal}`],
    "GET /api/v1/admin/payments/:id/lots": [`/api/v1/admin/payments/${withdrawal}/lots`],
    "GET /api/v1/admin/payments/:id/proof": [`/api/v1/admin/payments/${withdrawal}/proof`],
    "GET /api/v1/admin/payments/:id/outcome": [`/api/v1/admin/payments/${withdrawal}/outcome`],
    "GET /api/v1/admin/payments/:id/case": [`/api/v1/admin/payments/${withdrawal}/case`],
    "GET /api/v1/admin/payments/:id/case/:hash": [`/api/v1/admin/payments/${withdrawal}/case/${caseHash}`],
    "GET /api/v1/admin/audit": ["", `?subject=user:${quiet}`].map((query) => `/api/v1/admin/audit${query}`),
    ...Object.fromEntries(["month", "month/csv"].map((path) => {
      return [`GET /api/v1/royalties/${path}`, [`/api/v1/royalties/${path}?month=${month}`]];
    })),
    "GET /api/v1/admin/duplicates/:id": [`/api/v1/admin/duplicates/${duplicate}`],
    "GET /api/v1/admin/suspension-appeals/:id": [`/api/v1/admin/suspension-appeals/${suspensionAppeal}`],
    "GET /api/v1/admin/appeals/:id": [`/api/v1/admin/appeals/${appeal}`],
    "GET /api/v1/admin/moderation/:kind/:subjectId": [
      ...[["song", track], ["artist", artist], ["comment", comment], ["playlist", playlist]] as const,
    ].map(([kind, id]) => `/api/v1/admin/moderation/${kind}/${id}`),
    "GET /api/v1/admin/disputes/:id": [`/api/v1/admin/disputes/${dispute}`],
    "GET /artists/:id": [`/artists/${artist}`],
  };
  return known[call] ?? [(call.split(" ")[1] ?? "").replace(":trackId", track)];
}

async function look(): Promise<Found[]> {
  const { app } = world.test.world;
  const routes = app.routes.filter(({ method }) => method === "GET").map(({ path }) => `GET ${path}`);
  const all: Found[] = [];
  for (const call of [...new Set([...routes, "GET /artists/:id"])].filter((one) => !NOT_LOOKED_AT.has(one))) {
    for (const path of pathsOf(call)) all.push(...await lookAt(call, path));
  }
  const writes: [string, unknown][] = [
    ...(await Promise.all(pathsOf("GET /api/v1/admin/audit").map(placesAt))).flat().map((
      places,
    ): [string, unknown] => ["/api/v1/admin/audit/open", { places }]),
    ["/api/v1/admin/audit/export", { format: "csv" }],
    ["/api/v1/admin/audit/export", { format: "bundle" }],
  ];
  for (const [path, body] of writes) all.push(...await lookAt(`POST ${path}`, path, body));
  return all;
}

/** Page by page: what people did is older than what this test has looked at. */
async function placesAt(path: string): Promise<Place[][]> {
  const pages: Place[][] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { body } = await world.test.call("GET", next, { token: world.viewers.admin });
    pages.push(body.events.map(({ log, position }: Place) => ({ log, position })));
    next = body.nextCursor && `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(body.nextCursor)}`;
  }
  return pages.filter((places) => places.length > 0);
}

async function lookAt(call: string, path: string, body?: unknown): Promise<Found[]> {
  const { artist, admin, listener } = world.viewers;
  const tokens: [Viewer, string | undefined][] = [
    ...[["everybody", undefined], ["everybody", listener], ["artists", artist], ["admins", admin]] as const,
  ].map(([viewer, token]) => [viewer, token]);
  const all: Found[] = [];
  for (const [viewer, token] of tokens) {
    const [method = ""] = call.split(" ");
    const answer = await world.test.call(method, path, { token, body });
    statuses.set(call, Math.min(answer.status, statuses.get(call) ?? 999));
    const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
    for (const person of world.people.filter((one) => one.token !== token)) {
      for (const [field, marks] of Object.entries(person.marks) as [Personal, string[]][]) {
        if (marks.some((mark) => text.includes(mark))) all.push({ viewer, call, person, field });
      }
    }
  }
  return all;
}

/** Pages that show people, which are no calls. */
const PAGES: Readonly<Record<string, readonly DisclosureName[]>> = Object.fromEntries(
  ["GET /artists/:id", "GET /sitemap.xml", "GET /sitemaps/:kind/:file"].map((name) => [name, ["artistPage"]]),
);

interface DisclosureWithCalls extends Disclosure {
  /** The calls and pages that show it. */
  readonly calls: readonly string[];
}

const LINES: readonly DisclosureWithCalls[] = Object.entries(DISCLOSURES).map(([name, sight]) => ({
  ...sight,
  calls: [
    ...[...declaredCalls()].map(([call, { shows = [] }]) => [call, shows] as const),
    ...Object.entries(PAGES),
  ].flatMap(([call, shows]) => shows.some((one) => one === name) ? [call] : []),
}));

const covers = ({ viewer, of, calls, fields }: DisclosureWithCalls, one: Found) =>
  (viewer === "everybody" || viewer === one.viewer) && one.person.seenAs.includes(of) && calls.includes(one.call) &&
  fields.includes(one.field);
const told = ({ viewer, call, person, field }: Found) =>
  `${viewer} see by ${call} the ${field} of ${person.seenAs.join(", ")}`;

describe("the privacy page's list", () => {
  it("names everything that any call answers about another person", () => {
    const unnamed = found.filter((one) => !LINES.some((sight) => covers(sight, one)));
    expect([...new Set(unnamed.map(told))]).toEqual([]);
  });

  it("claims nothing that no call answers", () => {
    const idle = LINES.flatMap((sight) => {
      const own = found.filter((one) => covers(sight, one));
      const fields = sight.fields.filter((field) => !own.some((one) => one.field === field));
      const calls = sight.calls.filter((call) => sight.fields.length > 0 && !own.some((one) => one.call === call));
      return [...fields, ...calls].map((what) => `${sight.when}: ${what}`);
    });
    expect(idle).toEqual([]);
  });

  it("comes from calls that have answered somebody", () => {
    expect([...statuses].filter(([, status]) => status >= 400)).toEqual([]);
  });
});
