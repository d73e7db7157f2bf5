import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../app.ts";
import { newId } from "../contract/ids.ts";
import { callerOf } from "../testing/call.ts";
import type { TestPerson } from "../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";
import { givePremium } from "../testing/premium.ts";

let test: TestListeners;
let artist: TestPerson;
let other: TestPerson;
let person: TestPerson;
let songs: string[];
beforeAll(async () => {
  test = await openTestListeners();
  [artist, other, person] = [
    await test.addArtist("Bisi Ade"),
    await test.addArtist("Kola Ray"),
    await test.addPerson("Tunde"),
  ];
  await givePremium(test.world.deps, person.userId);
  songs = [];
  for (let number = 0; number < 3; number++) {
    songs.push((await test.addTrack({ ownerId: artist.userId, title: `Song ${number}` })).trackId);
  }
});
afterAll(() => test[Symbol.asyncDispose]());

const song = (index: number) => songs[index] ?? "";

interface Write {
  method: string;
  path: string;
  body?: unknown;
}

/** Sends it as a phone does that waits for no answer: with the key that it has had from the beginning. */
function send({ method, path, body }: Write, key?: string, by = person) {
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  return test.call(method, `/api/v1/${path}`, { token: by.token, body, headers });
}

async function givenComment(content = "First words"): Promise<string> {
  return (await send({ method: "POST", path: "comments", body: { trackId: song(0), content } })).body.comment._id;
}

async function givenList(): Promise<string> {
  const body = { name: "Morning", trackIds: [song(0), song(1)] };
  return (await send({ method: "POST", path: "playlists", body })).body._id;
}

const wordsOf = async (commentId: string) => {
  const { comments } = (await send({ method: "GET", path: `comments/track/${song(0)}?limit=50` })).body;
  return comments.find((comment: { _id: string }) => comment._id === commentId)?.content;
};
const listOf = async (id: string) => (await send({ method: "GET", path: `playlists/${id}` })).body;

describe("a write that arrives again after a newer one was answered changes nothing", () => {
  it("follow", async () => {
    const key = newId();
    const follow = { method: "POST", path: `follow/${artist.userId}` };
    expect((await send(follow, key)).body).toEqual({ isFollowing: true, followerCount: 1 });
    await send({ method: "DELETE", path: `unfollow/${artist.userId}` }, newId());
    expect(await send(follow, key)).toMatchObject({ status: 200, body: { isFollowing: true, followerCount: 0 } });
    expect((await send({ method: "GET", path: `is-following/${artist.userId}` })).body.isFollowing).toBe(false);
  });

  it("heart", async () => {
    const key = newId();
    const heart = { method: "PUT", path: `hearts/track/${song(0)}` };
    await send(heart, key);
    await send({ ...heart, method: "DELETE" }, newId());
    expect(await send(heart, key)).toMatchObject({ status: 200, body: { hearted: true } });
    expect((await send({ method: "GET", path: "hearts" })).body.trackIds).toEqual([]);
  });

  it("like", async () => {
    const path = `comments/like/${await givenComment()}`;
    const key = newId();
    await send({ method: "POST", path, body: { liked: true } }, key);
    await send({ method: "POST", path, body: { liked: false } }, newId());
    expect((await send({ method: "POST", path, body: { liked: true } }, key)).body).toEqual({
      liked: true,
      likeCount: 0,
    });
  });

  it("an edit of a comment", async () => {
    const commentId = await givenComment();
    const edit = (content: string) => ({ method: "PUT", path: `comments/${commentId}`, body: { content } });
    const [same, second] = [newId(), newId()];
    await send(edit("First words"), same);
    await send(edit("Second words"), second);
    await send(edit("Third words"), newId());
    expect((await send(edit("Second words"), second)).status).toBe(200);
    expect((await send(edit("First words"), same)).status).toBe(200);
    expect(await wordsOf(commentId)).toBe("Third words");
  });

  it("the deletion of a comment", async () => {
    const deletion = { method: "DELETE", path: `comments/${await givenComment()}` };
    const key = newId();
    expect((await send(deletion, key)).status).toBe(200);
    expect((await send(deletion, key)).status).toBe(200);
    expect((await send(deletion, newId())).status).toBe(404);
  });

  it("a track in the list that everybody has", async () => {
    const key = newId();
    const add = { method: "POST", path: "playlist/add", body: { trackId: song(0) } };
    await send(add, key);
    await send({ method: "DELETE", path: `playlist/remove/${song(0)}` }, newId());
    expect((await send(add, key)).status).toBe(200);
    expect((await send({ method: "GET", path: "playlist" })).body.tracks).toEqual([]);
  });

  it("name, order and tracks of a named list", async () => {
    const id = await givenList();
    const path = `playlists/${id}`;
    const [change, renamed, added] = [newId(), newId(), newId()];
    const both = { method: "PUT", path, body: { name: "Evening", trackIds: [song(1), song(0)] } };
    const add = { method: "PUT", path: `${path}/tracks/${song(2)}` };
    await send(both, change);
    await send({ method: "PUT", path, body: { name: "Morning" } }, renamed);
    await send({ method: "PUT", path, body: { trackIds: [song(0), song(1)] } }, newId());
    await send(add, added);
    await send({ ...add, method: "DELETE" }, newId());
    for (const [write, key] of [[both, change], [add, added]] as const) {
      expect((await send(write, key)).status).toBe(200);
    }
    const list = await listOf(id);
    expect(list.name).toBe("Morning");
    expect(list.tracks.map((track: { _id: string }) => track._id)).toEqual([song(0), song(1)]);
    const deletion = newId();
    expect((await send({ method: "DELETE", path }, deletion)).status).toBe(200);
    expect((await send({ method: "DELETE", path }, deletion)).status).toBe(200);
  });
});

describe("a key that was used for something else is refused", () => {
  it("whatever it was used for", async () => {
    const commentId = await givenComment();
    const id = await givenList();
    const pairs: [Write, Write][] = [
      [{ method: "POST", path: `follow/${artist.userId}` }, { method: "POST", path: `follow/${other.userId}` }],
      [{ method: "POST", path: `follow/${artist.userId}` }, { method: "DELETE", path: `unfollow/${artist.userId}` }],
      [{ method: "PUT", path: `hearts/track/${song(1)}` }, { method: "DELETE", path: `hearts/track/${song(1)}` }],
      [
        { method: "POST", path: `comments/like/${commentId}`, body: { liked: true } },
        { method: "POST", path: `comments/like/${commentId}`, body: { liked: false } },
      ],
      [
        { method: "PUT", path: `comments/${commentId}`, body: { content: "One" } },
        { method: "PUT", path: `comments/${commentId}`, body: { content: "Two" } },
      ],
      [
        { method: "POST", path: "playlist/add", body: { trackId: song(0) } },
        { method: "POST", path: "playlist/add", body: { trackId: song(1) } },
      ],
      [
        { method: "PUT", path: `playlists/${id}`, body: { name: "One" } },
        { method: "PUT", path: `playlists/${id}`, body: { trackIds: [song(1), song(0)] } },
      ],
      [
        { method: "PUT", path: `playlists/${id}/tracks/${song(2)}` },
        { method: "DELETE", path: `playlists/${id}/tracks/${song(2)}` },
      ],
    ];
    for (const [first, second] of pairs) {
      const key = newId();
      expect({ first, status: (await send(first, key)).status }).toEqual({ first, status: 200 });
      expect(await send(second, key)).toMatchObject({ status: 422, body: { code: "key_reused" } });
    }
    expect((await send({ method: "POST", path: `follow/${artist.userId}` }, "x".repeat(256))).status).toBe(400);
  });
});

describe("presses that undo each other", () => {
  it("share one bound, and come back with time", async () => {
    const config = { ...test.world.deps.config, env: "production" as const, publicUrl: "https://orin.example" };
    const call = callerOf(createApp({ ...test.world.deps, config }, { isReady: () => true, pagesDirectory: "" }));
    const fan = await test.addPerson("Script");
    await givePremium(test.world.deps, fan.userId);
    const list = (await send({ method: "POST", path: "playlists", body: { name: "Mine" } }, newId(), fan)).body._id;
    const commentId = await givenComment();
    const presses: Write[] = [
      { method: "POST", path: `follow/${artist.userId}` },
      { method: "PUT", path: `hearts/track/${song(0)}` },
      { method: "PUT", path: `playlists/${list}/tracks/${song(2)}` },
      { method: "POST", path: `comments/like/${commentId}`, body: { liked: true } },
    ];
    const statuses = async () => {
      const answers: number[] = [];
      for (const { method, path, body } of presses) {
        answers.push((await call(method, `/api/v1/${path}`, { token: fan.token, body })).status);
      }
      return answers;
    };
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    // As 5,000 presses would have done.
    await test.world.deps.store.sql`update rates set level = burst where burst = 5000`;
    expect(await statuses()).toEqual([429, 429, 429, 429]);
    test.pass(5 * 60_000);
    expect(new Set(await statuses())).not.toContain(429);
  });
});

describe("a comment whose id the phone chose", () => {
  const post = (commentId: string, content: string, by = person) =>
    send({ method: "POST", path: "comments", body: { trackId: song(0), content, commentId } }, newId(), by);

  it("stands under that id, once", async () => {
    const commentId = newId();
    expect((await post(commentId, "From a bus")).body.comment).toMatchObject({ _id: commentId, content: "From a bus" });
    expect((await post(commentId, "From a bus")).body.comment._id).toBe(commentId);
    expect(await wordsOf(commentId)).toBe("From a bus");
  });

  it("cannot take the id of somebody else's, nor one that was deleted", async () => {
    const commentId = newId();
    await post(commentId, "Mine");
    expect((await post(commentId, "Also mine?", other)).status).toBe(404);
    await send({ method: "DELETE", path: `comments/${commentId}` });
    expect((await post(commentId, "Back again")).status).toBe(404);
    expect((await post("9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d", "Not a time id")).status).toBe(400);
    expect(await wordsOf(commentId)).toBeUndefined();
  });
});
