import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Refusal } from "../../contract/refusal.ts";
import { addProfile, addTrack, type TestPerson } from "../../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { MOST_SOURCES } from "../../contract/artist_link.ts";
import { decideHandle } from "./state.ts";

let test: TestWallet;
let artist: TestPerson;
beforeAll(async () => {
  test = await openTestWallet();
  artist = await creator("Àdùkẹ́ Bright");
});
afterAll(() => test[Symbol.asyncDispose]());

async function creator(name: string): Promise<TestPerson> {
  const person = await test.person({ role: "creator" });
  await addProfile(test.world.deps, { creatorId: person.userId, name, bio: "<script>alert(1)</script>" });
  await test.world.settle();
  return person;
}

const choose = (who: TestPerson, handle: string) => test.call(who, "PUT", "/api/v1/artist-link", { body: { handle } });
const open = async (path: string, browser = "Mozilla/5.0 (Linux; Android 12)") =>
  await test.world.app.request(path, { headers: { "user-agent": browser } });

describe("decideHandle()", () => {
  type Choosing = Parameters<typeof decideHandle>[1];
  const own: Choosing = { handle: "ada", creatorId: "ada", isOthersName: false, count: 0, shown: undefined };
  it.each<[string, string | undefined, Partial<Choosing>, string | number]>([
    ["gives one that is free", undefined, {}, 1],
    ["shows an old one again", "ada", { shown: "ada-two", count: 5 }, 1],
    ["changes nothing for the one that is shown", "ada", { shown: "ada" }, 0],
    ["refuses somebody else's", "bola", {}, "handle_taken"],
    ["refuses another artist's name", undefined, { isOthersName: true }, "handle_taken"],
    ["refuses a name that speaks for Orin", undefined, { handle: "support" }, "handle_taken"],
    ["refuses too many", undefined, { count: 5 }, "too_many_handles"],
  ])("%s", (_what, ownerId, changes, expected) => {
    const run = () => {
      try {
        return decideHandle(ownerId, { ...own, ...changes }).length;
      } catch (error) {
        return error instanceof Refusal ? error.code : String(error);
      }
    };
    expect(run()).toBe(expected);
  });
});

describe("an artist's link page", () => {
  it("has all songs and no script, is shown to robots and counted for people, by the source in the link", async () => {
    const { trackId } = await addTrack(test.world.deps, { ownerId: artist.userId });
    await test.world.settle();
    expect((await choose(artist, "Adunke-Bright ")).body).toMatchObject({ handle: "adunke-bright", opened: 0 });
    const page = await open("/share/Adunke-Bright?from=poster");
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain(`/track/${trackId}?from=link`);
    expect(html).toContain("/share/Adunke-Bright/follow?from=poster");
    expect(html).toContain("&lt;script&gt;");
    // What search machines read is data.
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json">)/);
    expect(html).toContain('property="og:image"');
    await open("/share/adunke-bright", "WhatsApp/2.23");
    const follow = await open("/share/adunke-bright/follow?from=poster");
    expect([follow.status, follow.headers.get("location")]).toEqual([302, `/artists/${artist.userId}?from=link`]);
    await open("/share/adunke-bright?from=%3Cb%3E");
    const { body } = await test.call(artist, "GET", "/api/v1/artist-link");
    expect(body).toMatchObject({ opened: 2, follows: 1 });
    expect(body.sources).toEqual(expect.arrayContaining([
      { source: "poster", opened: 1, follows: 1 },
      { source: "", opened: 1, follows: 0 },
    ]));
  });

  it("keeps old addresses, and made-up sources are one", async () => {
    const star = await creator("Tolu Star");
    await choose(star, "tolu-one");
    await choose(star, "tolu-two");
    expect((await open("/share/tolu-one")).status).toBe(200);
    for (let index = 0; index < MOST_SOURCES + 3; index++) await open(`/share/tolu-two?from=x${index}`);
    const { body } = await test.call(star, "GET", "/api/v1/artist-link");
    expect(body).toMatchObject({ handle: "tolu-two", handles: ["tolu-two", "tolu-one"] });
    expect(body.sources[0]).toEqual({ source: "other", opened: 4, follows: 0 });
    expect((await open("/share/nobody-here")).status).toBe(302);
  });

  it("is nobody else's: neither the address nor another artist's name", async () => {
    const thief = await creator("Zee Ɗanjuma");
    for (const handle of ["adunke-bright", "aduke-bright", "adukebright", "orin", "orin-support", "a", "-ab", "ab c"]) {
      expect((await choose(thief, handle)).status, handle).toBeGreaterThanOrEqual(400);
    }
    expect((await choose(thief, "zeedanjuma")).status).toBe(200);
  });
});
