import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setMusic } from "../../catalogue/artist/suspended_music.ts";
import { addPerson, addProfile, type TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { givePremium } from "../../testing/premium.ts";

let test: TestListeners;
let artist: TestPerson;
let fan: TestPerson;
let trackId: string;
beforeAll(async () => {
  test = await openTestListeners();
  const { deps } = test.world;
  artist = await addPerson(deps, { firstName: "Hidayat", lastName: "Bello", role: "creator" });
  await addProfile(deps, { creatorId: artist.userId, name: "Àdùkẹ́ Bright" });
  fan = await test.addPerson("Fola");
  trackId = (await test.addTrack({ ownerId: artist.userId })).trackId;
  for (const { userId } of [artist, fan]) await givePremium(deps, userId);
});
afterAll(() => test[Symbol.asyncDispose]());

const call = (method: string, path: string, person?: TestPerson, body?: unknown) =>
  test.call(method, `/api/v1/${path}`, { token: person?.token, body });

describe("an artist who writes and gathers among listeners", () => {
  it("has the artist's name everywhere, and while it is hidden none: never their own", async () => {
    const { comment } = (await call("POST", "comments", artist, { trackId, content: "Out now" })).body;
    const { _id } = (await call("POST", "playlists", artist, { name: "Together", trackIds: [trackId] })).body;
    const { invitation } = (await call("POST", `playlists/${_id}/invitation`, artist, {})).body;
    await call("POST", `playlist-invitations/${invitation}`, fan);
    await call("POST", `comments/${comment._id}/block`, fan);
    const names = async () => {
      const [comments, invited, list, blocks] = await Promise.all([
        call("GET", `comments/track/${trackId}`),
        call("GET", `playlist-invitations/${invitation}`),
        call("GET", `playlists/${_id}`, fan),
        call("GET", "blocks", fan),
      ]);
      const { firstName, username } = comments.body.comments[0].userId;
      return [firstName, username, invited.body.ownerName, list.body.members[0].name, blocks.body.people[0].name];
    };
    expect([...new Set(await names())]).toEqual(["Àdùkẹ́ Bright"]);
    await setMusic(test.world.deps, { artistId: artist.userId, music: "hidden", metadata: { actor: "system:test" } });
    expect([...new Set(await names())]).toEqual(["Anonymous"]);
    await setMusic(test.world.deps, { artistId: artist.userId, music: "stays", metadata: { actor: "system:test" } });
    expect([...new Set(await names())]).toEqual(["Àdùkẹ́ Bright"]);
  });
});
