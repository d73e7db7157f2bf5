import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { ACTING_HEADER, type TeamRight } from "../contract/memberships.ts";
import { mountedRoutes } from "../http/route_facts.ts";
import { addProfile, type TestPerson } from "../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";

/** Every call of the creator's area, by what it asks of a member who acts for an artist. `owner`: no member at all. */
const RIGHTS: Readonly<Record<TeamRight, readonly string[]>> = {
  read: [
    "GET /api/c1/s",
    "GET /api/v1/artist-link",
    "GET /api/v1/creator-earnings",
    "GET /api/v1/creator-profile",
    "GET /api/v1/creator-stats",
    "GET /api/v1/creator-stats/compared",
    "GET /api/v1/creator-stats/insights",
    "GET /api/v1/creator-stats/moments/:trackId",
    "GET /api/v1/creator-stats/playlists/:trackId",
    "GET /api/v1/creator-stats/series",
    "GET /api/v1/creator-stats/series.csv",
    "GET /api/v1/creator-stats/songs",
    "GET /api/v1/gifts/received",
    "GET /api/v1/gifts/thanks",
    "GET /api/v1/my-duplicates",
    "GET /api/v1/my-tracks",
    "GET /api/v1/posts",
    "GET /api/v1/releases",
    "GET /api/v1/releases/:releaseId",
    "GET /api/v1/royalties",
    "GET /api/v1/royalties/csv",
    "GET /api/v1/royalties/month",
    "GET /api/v1/royalties/month/csv",
    "GET /api/v1/team",
    "GET /api/v1/tracks/:trackId/credits/own",
    "GET /api/v1/tracks/:trackId/lyrics/source",
  ],
  edit: [
    "DELETE /api/v1/posts/:id",
    "DELETE /api/v1/releases/:releaseId",
    "DELETE /api/v1/releases/:releaseId/date",
    "DELETE /api/v1/tracks/:trackId/features/:artistId",
    "DELETE /api/v1/tracks/:trackId/lyrics",
    "DELETE /api/v1/uploads/:id",
    "GET /api/v1/comment-rules",
    "GET /api/v1/held-comments",
    "GET /api/v1/uploads",
    "GET /api/v1/uploads/:id",
    "PATCH /api/v1/uploads/:id",
    "POST /api/v1/gifts/:id/thanks",
    "POST /api/v1/gifts/thanks",
    "POST /api/v1/held-comments/:id/refuse",
    "POST /api/v1/held-comments/:id/release",
    "POST /api/v1/my-duplicates/:id",
    "POST /api/v1/posts",
    "POST /api/v1/releases",
    "POST /api/v1/releases/:releaseId/publish",
    "POST /api/v1/releases/:releaseId/upc",
    "POST /api/v1/releases/:releaseId/withdraw",
    "POST /api/v1/tracks/:trackId/features",
    "POST /api/v1/tracks/:trackId/isrc",
    "POST /api/v1/tracks/:trackId/recording",
    "POST /api/v1/upload",
    "POST /api/v1/uploads",
    "PUT /api/v1/artist-link",
    "PUT /api/v1/my-tracks",
    "PUT /api/v1/releases/:releaseId",
    "PUT /api/v1/releases/:releaseId/cover",
    "PUT /api/v1/releases/:releaseId/date",
    "PUT /api/v1/releases/:releaseId/order",
    "PUT /api/v1/tracks/:id",
    "PUT /api/v1/tracks/:trackId/credits",
    "PUT /api/v1/tracks/:trackId/lyrics",
  ],
  manage: [
    "DELETE /api/v1/team/invitations/:invitationId",
    "DELETE /api/v1/team/members/:memberId",
    "DELETE /api/v1/tracks/:id",
    "GET /api/v1/team/activity",
    "GET /api/v1/team/activity/csv",
    "POST /api/v1/team/invitations",
    "PUT /api/v1/comment-rules",
    "PUT /api/v1/features/:trackId",
    "PUT /api/v1/releases/:releaseId/declaration",
    "PUT /api/v1/team/members/:memberId",
  ],
  // Money, what it is divided by, the account, and the person behind it.
  owner: [
    "DELETE /api/v1/shares/:trackId",
    "DELETE /api/v1/tracks/:trackId/split/proposals/:proposalId",
    "GET /api/v1/gifts/payouts",
    "GET /api/v1/shares",
    "GET /api/v1/split-artists",
    "GET /api/v1/tracks/:trackId/split",
    "POST /api/v1/split-disputes/:id/offers",
    "POST /api/v1/tracks/:trackId/split/disputes",
    "PUT /api/v1/change-password",
    "PUT /api/v1/tracks/:trackId/split",
    "PUT /api/v1/update-profile",
  ],
};

let test: TestListeners;
let artist: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  test = await openTestListeners();
  artist = await test.addArtist("Adire Kings");
  stranger = await test.member("creator");
  await addProfile(test.world.deps, { creatorId: stranger.userId, name: "Stranger" });
});
afterAll(() => test[Symbol.asyncDispose]());

const mounted = () => mountedRoutes(test.world.app.routes).filter(({ path }) => path.startsWith("/api/"));

describe("every call of the creator's area", () => {
  it("names what it asks of a member, and this list says the same", () => {
    const named = Object.groupBy(mounted().filter(({ right }) => right !== undefined), ({ right = "owner" }) => right);
    for (const right of ["read", "edit", "manage", "owner"] as const) {
      expect(named[right]?.map(({ name }) => name).toSorted(), right).toEqual(RIGHTS[right].toSorted());
    }
    expect(mounted().filter(({ caller, right }) => caller === "creator" && right === undefined)).toEqual([]);
  });
});

describe("a call for an artist", () => {
  const headers = { [ACTING_HEADER]: "" };
  const asked = async (for_: string, token: string) => {
    const answers = new Map<string, string>();
    for (const { name, method, path, caller } of mounted()) {
      if (caller === undefined) continue;
      const target = path.replace(/:[a-zA-Z]+/g, newId());
      const answer = await test.call(method, target, { token, headers: { ...headers, [ACTING_HEADER]: for_ } });
      answers.set(name, `${answer.status} ${answer.body?.code ?? ""}`);
    }
    return answers;
  };

  it("of a stranger is refused everywhere, and nobody's own account is taken for the artist's", async () => {
    const rights = new Map(mounted().map(({ name, right }) => [name, right]));
    for (const said of [artist.userId, newId(), "not an id"]) {
      for (const [name, answer] of await asked(said, stranger.token)) {
        const expected = rights.get(name) === undefined ? "403 team_forbidden" : "403 not_in_team";
        expect(`${name}: ${answer}`).toBe(`${name}: ${expected}`);
      }
    }
  });
});
