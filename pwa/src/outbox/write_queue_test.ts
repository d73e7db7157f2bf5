import "../../testing/indexed_db.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { FakeDevice, FakeFetch } from "./testing/fake_device.ts";
import type { FakeService } from "./testing/fake_service.ts";
import { ADA, BOLA, givenTab, listen, settle, storedIn, type Tab } from "./testing/given.ts";
import { givenPhone } from "./testing/given_phone.ts";
import { comment, directCall, follow, givenDraft, write } from "./testing/given_writes.ts";
import { problem } from "./testing/problem.ts";

const MINUTE = 60_000;
const ADA_IN = { ...ADA, sessionToken: "session-ada" };
const BOLA_IN = { ...BOLA, sessionToken: "session-bola" };

let device: FakeDevice;
let service: FakeService;
let reach: FakeFetch;
let loseNetwork: () => void;

beforeEach(() => {
  ({ device, service, reach, loseNetwork } = givenPhone({ "token-ada": "ada", "token-bola": "bola" }));
  service.sessions.set("session-ada", "ada").set("session-bola", "bola");
});

/** The network is back. */
async function comeBack(tab: Tab) {
  device.fetch = reach;
  device.online = true;
  device.advance(15 * MINUTE);
  return await settle(tab);
}

const calls = () => service.writes.applied.map(({ call }) => call);

describe("a write without a network", () => {
  it("waits over a restart, is shown, and is sent once", async () => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    loseNetwork();
    const id = await write(tab, follow(true));
    expect((await settle(tab)).writes).toMatchObject([{ id, write: follow(true), state: "waiting", about: "Ayọ̀" }]);
    tab.context.kill();
    const later = await givenTab(device, { reporter: ADA_IN });
    expect((await settle(later)).writes).toHaveLength(1);
    const { writes, sentWrites } = await comeBack(later);
    expect(writes).toEqual([]);
    expect(sentWrites).toMatchObject([{ id, payload: follow(true) }]);
    expect(service.writes.requests).toMatchObject([{ userId: "ada", key: id, call: "POST /api/v1/follow/ayo" }]);
  });

  it("is sent again under its key when the answer was lost", async () => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    device.fetch = async (url, init) => {
      await reach(url, init);
      throw new TypeError("Failed to fetch");
    };
    await write(tab, comment("Once"));
    await settle(tab);
    expect((await comeBack(tab)).writes).toEqual([]);
    expect(new Set(service.writes.requests.map(({ key }) => key)).size).toBe(1);
    expect(service.writes.requests.length).toBeGreaterThan(1);
    expect(service.writes.comments.size).toBe(1);
    expect(service.writes.faults).toEqual([]);
  });

  it("is not sent at all when it is taken back", async () => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    device.online = false;
    await write(tab, follow(true), { before: false });
    await write(tab, follow(false), { before: true });
    expect((await settle(tab)).writes).toEqual([]);
    await comeBack(tab);
    expect(service.writes.requests).toEqual([]);
  });

  it("follows one that may have arrived, so that the last wish wins", async () => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    loseNetwork();
    await write(tab, follow(true), { before: false });
    await settle(tab);
    await write(tab, follow(false), { before: true });
    await comeBack(tab);
    expect(calls()).toEqual(["POST /api/v1/follow/ayo", "DELETE /api/v1/unfollow/ayo"]);
    expect(service.writes.wishes.size).toBe(0);
  });

  it("keeps its place behind what its subject needs first, whatever else is sent", async () => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    const said = comment("First");
    device.fetch = (url, init) => url.endsWith("/comments") ? Promise.resolve(problem(500)) : reach(url, init);
    await write(tab, said);
    await settle(tab);
    await write(tab, { kind: "comment.edit", commentId: said.commentId, content: "Second" });
    await write(tab, follow(true));
    expect((await settle(tab)).writes).toHaveLength(2);
    expect(calls()).toEqual(["POST /api/v1/follow/ayo"]);
    await comeBack(tab);
    expect(service.writes.comments.get(said.commentId)).toEqual({ userId: "ada", content: "Second" });
  });
});

describe("a write and who is logged in", () => {
  it("waits for its own user and is never sent as another", async () => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    loseNetwork();
    await write(tab, follow(true));
    await tab.outbox.setReporter(BOLA_IN);
    expect(await comeBack(tab)).toMatchObject({ writes: [], sentWrites: [], refusedWrites: [], othersWrites: 1 });
    await tab.outbox.setReporter(undefined);
    await comeBack(tab);
    expect(service.writes.requests).toEqual([]);
    await tab.outbox.setReporter(ADA_IN);
    expect((await settle(tab)).writes).toEqual([]);
    expect(service.writes.requests).toMatchObject([{ userId: "ada" }]);
  });

  it("pauses at a 401 until the user has logged in again", async () => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    service.sessions.delete("session-ada");
    device.online = false;
    await write(tab, follow(true));
    await write(tab, comment("Hello"));
    expect((await comeBack(tab)).writes.map(({ state }) => state)).toEqual(["blocked", "blocked"]);
    await comeBack(tab);
    expect(service.writes.requests).toHaveLength(1);
    service.sessions.set("session-ada-2", "ada");
    await tab.outbox.setReporter({ userId: "ada", reportToken: "token-ada-2", sessionToken: "session-ada-2" });
    expect((await settle(tab)).writes).toEqual([]);
    expect(calls()).toHaveLength(2);
  });

  it("leaves no session on the device after a log-out", async () => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    await tab.outbox.setReporter(undefined);
    expect(JSON.stringify(await storedIn("meta"))).not.toContain("session-ada");
  });
});

describe("a write that the service refuses", () => {
  it("moves to the list that the user sees, with the reason and what needed it, until it is put away", async () => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    device.online = false;
    const list = { kind: "playlist.create", playlistId: "p", name: "Morning", trackIds: [] } as const;
    await write(tab, list);
    await write(tab, { kind: "playlist.track", playlistId: "p", trackId: "one", wanted: true });
    service.writes.refused.add("/playlists");
    const { writes, refusedWrites } = await comeBack(tab);
    expect(writes).toEqual([]);
    expect(refusedWrites.map(({ payload, lastError }) => [payload.kind, lastError])).toEqual([
      ["playlist.track", "No"],
      ["playlist.create", "No"],
    ]);
    for (const { id } of refusedWrites) await tab.outbox.writes.forget(id);
    expect((await settle(tab)).refusedWrites).toEqual([]);
    expect(service.writes.requests).toHaveLength(1);
  });

  it.each([408, 409, 425, 429, 500, 502, 503, 504])("only for now (%i) is sent again later", async (status) => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    device.fetch = () => Promise.resolve(problem(status, {}, "conflict"));
    await write(tab, follow(true));
    expect(await settle(tab)).toMatchObject({ writes: [{ state: "waiting" }], refusedWrites: [] });
    expect((await comeBack(tab)).writes).toEqual([]);
  });

  it.each([
    ["the page of a hotspot", () => new Response("<html>Welcome</html>")],
    ["a hotspot's refusal", () => new Response("<html>No</html>", { status: 403 })],
    ["JSON of somebody else", () => Response.json({ ok: true })],
    ["an answer cut short", () => new Response('{"isFollow')],
  ])("is another thing than %s", async (_name, answer) => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    device.fetch = () => Promise.resolve(answer());
    await write(tab, follow(true));
    expect(await settle(tab)).toMatchObject({ writes: [{ state: "waiting" }], refusedWrites: [] });
  });

  it("holds up neither plays nor other writes", async () => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    device.fetch = (url, init) => url.includes("follow") ? Promise.resolve(problem(500)) : reach(url, init);
    await write(tab, follow(true));
    await settle(tab);
    await write(tab, comment("Hello"));
    await listen(tab, device);
    expect(await settle(tab)).toMatchObject({ waiting: 0, earnedSince: 0.2, writes: [{ write: follow(true) }] });
  });
});

describe("a page's own call", () => {
  it("is made once, with nobody else sending the same meanwhile", async () => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    const other = await givenTab(device, { reporter: ADA_IN });
    const draft = givenDraft(follow(true));
    device.fetch = async (url, init) => {
      await other.outbox.flush();
      expect((await settle(other)).writes).toMatchObject([{ state: "sending" }]);
      return reach(url, init);
    };
    expect(await tab.outbox.writes.submit(draft, directCall(tab.context, draft, "session-ada"))).toBe("sent");
    expect(service.writes.requests).toHaveLength(1);
    expect(await settle(tab)).toMatchObject({ writes: [], sentWrites: [{ id: draft.id }] });
  });

  it("without an answer leaves the write to the outbox, under the same key", async () => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    const draft = givenDraft(comment("On a bad line"));
    device.fetch = async (url, init) => {
      await reach(url, init);
      throw new TypeError("Failed to fetch");
    };
    expect(await tab.outbox.writes.submit(draft, directCall(tab.context, draft, "session-ada"))).toBe("waiting");
    await comeBack(tab);
    expect(service.writes.comments.size).toBe(1);
    expect(new Set(service.writes.requests.map(({ key }) => key))).toEqual(new Set([draft.id]));
  });

  it("whose page dies is made good by the next page", async () => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    const draft = givenDraft(follow(true));
    await new Promise<void>((isAsked) => {
      device.fetch = () => {
        isAsked();
        return new Promise(() => {});
      };
      void tab.outbox.writes.submit(draft, directCall(tab.context, draft, "session-ada"));
    });
    tab.context.kill();
    const later = await givenTab(device, { reporter: ADA_IN });
    expect((await comeBack(later)).writes).toEqual([]);
    expect(calls()).toEqual(["POST /api/v1/follow/ayo"]);
  });

  it("that is refused is told to its caller and kept nowhere", async () => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    const draft = givenDraft(follow(true));
    service.writes.refused.add("follow");
    expect(await tab.outbox.writes.submit(draft, directCall(tab.context, draft, "session-ada"))).toBe("refused");
    expect(await settle(tab)).toMatchObject({ writes: [], refusedWrites: [] });
  });

  it("waits its turn when something of its subject was not answered yet", async () => {
    const tab = await givenTab(device, { reporter: ADA_IN });
    loseNetwork();
    await write(tab, follow(true));
    await settle(tab);
    const draft = givenDraft(follow(false));
    expect(await tab.outbox.writes.submit(draft, directCall(tab.context, draft, "session-ada"))).toBe("waiting");
    await comeBack(tab);
    expect(calls()).toEqual(["POST /api/v1/follow/ayo", "DELETE /api/v1/unfollow/ayo"]);
  });
});
