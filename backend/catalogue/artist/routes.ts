import * as calls from "../../contract/calls/artists.ts";
import { fullName } from "../../contract/full_name.ts";
import { Routes } from "../../http/routes.ts";
import { findCreator, findOwnCreator } from "../../../projections/catalogue/creators.ts";
import { followerCounts } from "../../../projections/social/follows.ts";
import { playsOf } from "../../../projections/catalogue/track_days.ts";
import { listTracks } from "../../../projections/catalogue/tracks.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { openPerson, openPersonOf } from "../../accounts/account/reads.ts";
import type { CreatorEarnings } from "../../contract/earnings.ts";
import type { CreatorSeries, OwnCreatorProfile } from "../../contract/creator.ts";
import { Id } from "../../contract/requests/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { type Cell, csvOf } from "../../http/csv.ts";
import { metadataOf } from "../../http/request_id.ts";
import { publicJson, written } from "../../http/etag.ts";
import { everyones } from "../everyones.ts";
import { trackList } from "../track/reads.ts";
import { ownPage, saveCreatorProfile } from "./change_profile.ts";
import { creatorCard, creatorProfile, earningsOfCreator, seriesOf, statsOf } from "./reads.ts";

const MOST_TRACKS = 100;

/** Artists: the list, and one with their music. */
export function creatorRoutes(deps: Deps) {
  const { sql } = deps.store;

  return new Routes(deps)
    .serve(calls.listArtists, async (c) => {
      const { limit, cursor } = c.req.valid("query");
      const artists = await (await everyones(deps)).artistList({ limit, cursor }, (rows, followers) => (
        written(rows.map((row) => creatorCard(row, followers.get(row.creatorId) ?? 0)))
      ));
      // The documented answer is a plain array, so a header carries the next page's cursor.
      const last = artists.answer.length === limit ? artists.answer.at(-1) : undefined;
      if (last) c.header("x-next-cursor", last._id);
      return publicJson(c, artists);
    })
    .serve(calls.getArtist, async (c) => {
      const id = Id.safeParse(c.req.param("id"));
      const row = id.success ? await findCreator(sql, id.data) : undefined;
      if (!row) throw new Refusal("not_found", "Artist not found");
      const [followers, person, { tracks }] = await Promise.all([
        followerCounts(sql, [row.creatorId]),
        row.isNamePublic || row.isContactPublic ? openPersonOf(deps, row.creatorId) : undefined,
        listTracks(sql, { limit: MOST_TRACKS, ownerId: row.creatorId }),
      ]);
      const { quality } = c.req.valid("query");
      const [answers, plays] = await Promise.all([
        trackList(c, deps, { session: c.var.session, quality }).of(tracks),
        playsOf(sql, tracks.map(({ trackId }) => trackId)),
      ]);
      const followerCount = followers.get(row.creatorId) ?? 0;
      const counted = answers.map((track) => ({ ...track, plays: plays.get(track._id) ?? 0 }));
      return c.json(creatorProfile(row, { followerCount, tracks: counted, person }), 200);
    });
}

/** What creators see of how their music is heard, and their own page. */
export function creatorAreaRoutes(deps: Deps) {
  return new Routes(deps)
    // Both readings of the documents.
    .serve(calls.shortCreatorStats, async (c) => c.json(await statsOf(deps, c.var.session.userId), 200))
    .serve(calls.creatorStats, async (c) => c.json(await statsOf(deps, c.var.session.userId), 200))
    .serve(calls.creatorEarnings, async (c) => {
      const { userId, acting } = c.var.session;
      const { account, ...earned } = await earningsOfCreator(deps, userId);
      // Only the artist sees what they spend and have.
      return c.json((acting ? earned : { ...earned, account }) satisfies CreatorEarnings, 200);
    })
    .serve(calls.statsSeries, async (c) => {
      return c.json(await seriesOf(deps, c.var.session.userId, c.req.valid("query")), 200);
    })
    .serve(calls.statsSeriesCsv, async (c) => {
      const series = await seriesOf(deps, c.var.session.userId, c.req.valid("query"));
      c.header("content-type", "text/csv; charset=utf-8");
      c.header("content-disposition", `attachment; filename="orin-plays-${series.from}-${series.to}.csv"`);
      return c.body(csvOf(tableOf(series)), 200);
    })
    .include(creatorProfileRoutes(deps));
}

const HEADINGS = [
  "From",
  "Track",
  "Gross plays",
  "Filtered plays",
  "Verified plays",
  "Listeners",
  "Credited seconds",
  "Reported seconds",
  "Error of listeners",
  "Counted listeners",
  "Error of counted listeners",
];

/** The points in time, then the tracks; a row says which of both it is. */
function tableOf({ points, tracks, from }: CreatorSeries): Cell[][] {
  const numbers = (
    { plays, listeners, seconds, grossSeconds, ...people }: Omit<CreatorSeries["points"][number], "start">,
  ) => [
    ...[plays.gross, plays.filtered, plays.verified, listeners, seconds, grossSeconds],
    ...[people.listenersError, people.countedListeners, people.countedListenersError],
  ];
  return [
    HEADINGS,
    ...points.map((point) => [point.start, "All tracks", ...numbers(point)]),
    ...tracks.map((track) => [from, track.title, ...numbers(track)]),
  ];
}

const NO_LINKS = { twitterHandle: "", instagramHandle: "", linkedinProfile: "", facebookProfile: "" };

/** A creator's own page and account. */
function creatorProfileRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.ownCreatorProfile, async (c) => {
      const profile = await profileOf(deps, c.var.session.userId);
      return c.json(c.var.session.acting ? forTeam(profile) : profile, 200);
    })
    .serve(calls.changeCreatorProfile, async (c) => {
      const { userId } = c.var.session;
      const changed = { userId, update: c.req.valid("json"), metadata: metadataOf(c, userId) };
      await deps.store.catchUp(["creators", "search"], { positions: await saveCreatorProfile(deps, changed) });
      return c.json({ ...await profileOf(deps, userId), message: "Profile updated successfully" }, 200);
    });
}

/** What a team sees of its artist's account: the page, and nothing of the person behind it. */
function forTeam(profile: OwnCreatorProfile): OwnCreatorProfile {
  const nothing = { firstName: "", lastName: "", email: "", phone: "", address: "", zipPostalCode: "" };
  return { ...profile, ...nothing, isAdmin: false };
}

async function profileOf(deps: Deps, userId: string): Promise<OwnCreatorProfile> {
  const { sql } = deps.store;
  const [user, page, { zipPostalCode, ...name }] = await Promise.all([
    findUser(sql, userId),
    findOwnCreator(sql, userId),
    ownPage(deps, userId),
  ]);
  const person = user && await openPerson(deps.personal, sql, user);
  if (!user || !person) throw new Refusal("session_ended", "Authentication required. Please login again.");
  const { firstName, lastName, email, phone, address } = person;
  return {
    ...{ success: true, id: userId, firstName, lastName, email, phone, address, zipPostalCode },
    artistName: page?.name ?? fullName(name),
    profilePicture: { url: page?.pictureUrl ?? "" },
    role: user.role,
    isAdmin: user.isAdmin,
    createdAt: new Date(user.createdAt).toISOString(),
    bio: page?.bio ?? "",
    city: page?.city ?? "",
    stateProvince: page?.stateProvince ?? "",
    country: page?.country ?? "",
    ...(page?.social ?? NO_LINKS),
    isContactPublic: page?.isContactPublic ?? false,
    isNamePublic: page?.isNamePublic ?? false,
  };
}
