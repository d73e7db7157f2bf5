import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { follows } from "../../projections/social/follows.ts";
import { hashPassword } from "../accounts/login/passwords.ts";
import { followCreator } from "../social/follow/follow.ts";
import { createPush, createPushReceiver } from "../adapters/push/mod.ts";
import type { PushReceiver } from "../adapters/push/receiver.ts";
import type { Push } from "../adapters/push/types.ts";
import type { Notice, NoticeList, NotificationSettings, PushPayload } from "../contract/notifications.ts";
import type { CommentAnswer } from "../contract/social.ts";
import { newId } from "../contract/ids.ts";
import { send } from "../testing/call.ts";
import { addPerson, addRendition, addUpload } from "../testing/people_fixtures.ts";
import { addCreator } from "../testing/catalogue.ts";
import { openWorld, type World } from "../testing/world.ts";
import { notificationReactors } from "./reactions.ts";
import { askForStreaks } from "./send.ts";

const NOON = Date.UTC(2026, 5, 1, 11);
const HOUR_MS = 3_600_000;
let now = NOON;
let world: World;
let receiver: PushReceiver;
let server: Deno.HttpServer<Deno.NetAddr>;
/** What goes wrong on the way of the next pushes. */
let broken: (() => void)[] = [];

beforeAll(async () => {
  server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request): Promise<Response> => receiver.answer(request),
  );
  receiver = createPushReceiver(`http://127.0.0.1:${server.addr.port}/push`);
  const real = createPush({
    ...{ key: new Uint8Array(32).fill(3), subject: "mailto:help@orin.example" },
    ...{ standIn: receiver.address, now: () => now },
  });
  const push: Push = {
    ...real,
    async send(...message) {
      await real.send(...message);
      broken.shift()?.();
    },
  };
  world = await openWorld({ now: () => now, push });
});
beforeEach(() => {
  now += 48 * HOUR_MS;
  now = now - (now - NOON) % (24 * HOUR_MS);
  broken = [];
  receiver.fails = [];
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await server.shutdown();
});

interface Someone {
  readonly userId: string;
  readonly token: string;
}

const call = async <Answer>(method: string, path: string, { token }: Someone, body?: unknown) => {
  const answer = await send(world.app, method, { path, token, ...(body !== undefined && { body }) });
  return { status: answer.status, body: await answer.json() as Answer };
};
const person = () => addPerson(world.deps, { role: "listener" });
const list = async (of: Someone, query = "") =>
  (await call<NoticeList>("GET", `/api/v1/notifications${query}`, of)).body;
const unread = async (of: Someone) =>
  (await call<{ unread: number }>("GET", "/api/v1/notifications/count", of)).body.unread;
const choose = (of: Someone, change: unknown) =>
  call<NotificationSettings & { message?: string }>("PUT", "/api/v1/notifications/settings", of, change);
const follow = (one: Someone, creatorId: string) =>
  world.deps.store.execute(followCreator, { followerId: one.userId, creatorId }, {
    logs: ["social"],
    metadata: { actor: `user:${one.userId}` },
  });
const subscribe = async (of: Someone, device = receiver.subscribe()) => {
  const { status } = await call("PUT", "/api/v1/push-subscription", of, device);
  expect(status).toBe(200);
  return device;
};
const shown = (device: { id: string }) => receiver.shown(device.id).map(({ text }) => JSON.parse(text) as PushPayload);
const requests = (device: { id: string }) => receiver.requests.filter(({ subscription }) => subscription === device.id);
const publish = async (ownerId: string, title = "Carry Me Go") => {
  now += 1_000;
  const track = await addUpload(world.deps, { ownerId, title });
  await addRendition(world.deps, { trackId: track.trackId, quality: "normal", bytes: 1_000 });
  return track;
};
const release = async (ownerId: string, title?: string) => {
  const track = await publish(ownerId, title);
  await world.settle();
  return track;
};
const comment = async (author: Someone, trackId: string, replyTo?: string) => {
  const said = { trackId, content: "Sweet!", ...(replyTo !== undefined && { replyTo }) };
  const { status, body } = await call<CommentAnswer>("POST", "/api/v1/comments", author, said);
  expect(status).toBe(201);
  await world.settle();
  return body.comment._id;
};
const kinds = (notifications: readonly Notice[]) => notifications.map(({ kind }) => kind);

it("a release reaches the list and the devices of who follows, and nobody else", async () => {
  const [ada, bola] = [await person(), await person()];
  const artist = await addCreator(world.deps, "Tega Waffi");
  await follow(ada, artist);
  const [phone, laptop, others] = [await subscribe(ada), await subscribe(ada), await subscribe(bola)];
  const track = await release(artist);
  const { notifications, unread: count } = await list(ada);
  expect(notifications).toMatchObject([
    {
      kind: "release",
      title: "New from Tega Waffi",
      body: "“Carry Me Go”",
      path: `/track/${track.trackId}`,
      isRead: false,
    },
  ]);
  expect(count).toBe(1);
  expect(await list(bola)).toEqual({ notifications: [], unread: 0, nextCursor: null });
  const payload = { title: "New from Tega Waffi", path: `/track/${track.trackId}`, to: ada.userId };
  expect([shown(phone), shown(laptop), shown(others)]).toMatchObject([[payload], [payload], []]);

  // A second song of the day takes the place of the first on the screen, and in the list.
  await release(artist, "Second");
  expect(shown(phone)).toMatchObject([{ title: "New music from Tega Waffi", body: "2 new songs" }]);
  expect(requests(phone)).toHaveLength(2);
  expect((await list(ada)).notifications).toMatchObject([{ body: "2 new songs", path: `/artists/${artist}` }]);
  // Who follows later has missed it.
  now += 1;
  await follow(bola, artist);
  expect(await unread(bola)).toBe(0);
});

it("a release to many followers goes out page by page, each in a job of its own", async () => {
  const [ada, artist] = [await person(), await addCreator(world.deps, "Loved")];
  await follow(ada, artist);
  const device = await subscribe(ada);
  const many = Array.from({ length: 1_200 }, () => {
    const data = { followerId: newId(), creatorId: artist };
    return { type: "UserFollowed" as const, data, stream: `follow/${data.followerId}/${artist}`, recordedAt: now };
  });
  await world.deps.store.sql.begin((tx) => follows.apply(tx, many as never));
  const track = await release(artist);
  expect(shown(device)).toMatchObject([{ path: `/track/${track.trackId}` }]);
  expect(requests(device)).toHaveLength(1);
  const [event] = await world.deps.store.readStream("social", `track/${track.trackId}`).then((events) =>
    events.filter(({ type }) => type === "TrackPublished")
  );
  const [pages] = await world.deps.store.sql`
    select count(*)::int as jobs from jobs where kind = 'notice_release' and key like ${`${event?.eventId}%`}`;
  expect(pages).toEqual({ jobs: 3 });
});

it("everything is told once: when reactions run again, and beside each other in two processes", async () => {
  const [ada, artist] = [await person(), await addCreator(world.deps, "Once")];
  await follow(ada, artist);
  const device = await subscribe(ada);
  await release(artist);
  const [event] = await world.deps.store.sql<{ position: number }[]>`
    select position from events where type = 'TrackPublished' order by position desc limit 1`;
  const recorded =
    (await world.deps.store.readLog("social", { after: (event?.position ?? 1) - 1, upTo: event?.position ?? 0 }))[0];
  const other = world.another();
  const reactors = [...notificationReactors(world.deps), ...notificationReactors(other.deps)]
    .filter(({ on }) => on.includes("TrackPublished"));
  await Promise.all(reactors.map((reactor) => recorded && reactor.react(recorded)));
  await world.settle();
  expect(requests(device)).toHaveLength(1);
  expect(await unread(ada)).toBe(1);
});

it("a reply is told once to whom it answers, and to the artist if that is another", async () => {
  const [ada, bola, artist] = [await person(), await person(), await addPerson(world.deps, { role: "creator" })];
  const { trackId } = await publish(artist.userId, "Sweet Mother");
  const first = await comment(ada, trackId);
  now += 1_000;
  const device = await subscribe(ada);
  const reply = await comment(bola, trackId, first);
  const told = {
    title: "A reply to your comment",
    body: "On “Sweet Mother”",
    path: `/track/${trackId}#thread-${first}`,
  };
  expect((await list(ada)).notifications).toMatchObject([{ kind: "comment", ...told }]);
  expect(shown(device)).toMatchObject([{ title: told.title, path: told.path }]);
  expect((await list(artist)).notifications.map(({ title }) => title)).toEqual(["Amaka commented", "Amaka commented"]);
  // The artist answers in the thread, and is answered: one reply each, and nothing of one's own words.
  now += 1_000;
  const answer = await comment(artist, trackId, reply);
  expect((await list(bola)).notifications).toMatchObject([told]);
  expect(await unread(ada)).toBe(1);
  now += 1_000;
  await comment(bola, trackId, answer);
  await comment(bola, trackId, reply);
  expect((await list(artist)).notifications.map(({ title }) => title)).toEqual([
    ...["Amaka commented", "A reply to your comment", "Amaka commented", "Amaka commented"],
  ]);
  expect(requests(device)).toHaveLength(1);
  await call("DELETE", `/api/v1/comments/${reply}`, bola);
  await world.settle();
  expect((await list(ada)).notifications).toEqual([]);
});

it("a process that dies between sending and noting sends again what the push service takes for the same", async () => {
  const [ada, artist] = [await person(), await addCreator(world.deps, "Crash")];
  await follow(ada, artist);
  const device = await subscribe(ada);
  broken = [() => {
    throw new Error("the process died");
  }];
  await release(artist);
  now += 60_000;
  await world.settle();
  expect(requests(device)).toHaveLength(2);
  const [first, second] = requests(device);
  expect(first?.topic).toBe(second?.topic);
  expect(first?.text).toBe(second?.text);
  expect(shown(device)).toHaveLength(1);
});

it("nothing old is pushed: not from before the device was there, and not when a reaction comes a day late", async () => {
  const [ada, artist] = [await person(), await addCreator(world.deps, "Late")];
  await follow(ada, artist);
  await publish(artist);
  now += 1;
  const device = await subscribe(ada);
  await world.settle();
  expect(requests(device)).toHaveLength(0);
  // A log that is followed from its beginning a day later.
  now += 24 * HOUR_MS;
  const before = receiver.requests.length;
  for (const reactor of notificationReactors(world.deps).filter(({ logs }) => logs.includes("social"))) {
    for (const event of await world.deps.store.readLog("social", { after: 0, upTo: 100_000 })) {
      if (reactor.on.includes(event.type)) await reactor.react(event);
    }
  }
  await world.settle();
  expect(receiver.requests).toHaveLength(before);
  expect((await list(ada)).notifications).toHaveLength(1);
});

it("a browser belongs to who is logged in: the next person gets none of the first one's, nor after a log-out", async () => {
  const [ada, bola] = [await person(), await person()];
  const artist = await addCreator(world.deps, "Shared");
  await follow(ada, artist);
  const device = await subscribe(ada);
  await subscribe(bola, device);
  await release(artist);
  expect(requests(device)).toHaveLength(0);
  const own = await subscribe(ada);
  await subscribe(ada, own);
  await release(artist);
  expect(requests(own)).toHaveLength(1);
  await call("POST", "/api/auth/logout", ada);
  await release(artist);
  expect(requests(own)).toHaveLength(1);
  const rows = await world.deps.store.sql`select 1 from push_subscriptions where user_id = ${ada.userId}`;
  expect(rows).toHaveLength(0);
});

it("a subscription that is gone is forgotten, and one that cannot be reached is tried again", async () => {
  const [ada, artist] = [await person(), await addCreator(world.deps, "Gone")];
  await follow(ada, artist);
  const [gone, busy] = [await subscribe(ada), await subscribe(ada)];
  receiver.unsubscribe(gone.id);
  await release(artist);
  expect(requests(busy)).toHaveLength(1);
  const settings = (await call<NotificationSettings>("GET", "/api/v1/notifications/settings", ada)).body;
  expect(settings.push).toMatchObject({ devices: 1 });
  receiver.fails = [503];
  await release(artist);
  expect(requests(busy)).toHaveLength(1);
  now += 60_000;
  await world.settle();
  expect(requests(busy)).toHaveLength(2);
});

it.each([
  ["a redirect's address", { endpoint: "https://fcm.googleapis.com.evil.example/x" }],
  ["this machine", { endpoint: "http://127.0.0.1:9/x" }],
  ["the cloud's metadata", { endpoint: "http://169.254.169.254/latest" }],
  ["a name and a password", { endpoint: "https://fcm.googleapis.com:x@10.0.0.1/" }],
  ["no address", { endpoint: "push" }],
  ["keys that are no point", { keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) } }],
  ["short keys", { keys: { p256dh: "AA", auth: "AA" } }],
  ["a long address", { endpoint: `https://fcm.googleapis.com/${"x".repeat(2_000)}` }],
])("a subscription with %s is refused, and never called", async (_what, wrong) => {
  const ada = await person();
  const { status } = await call("PUT", "/api/v1/push-subscription", ada, { ...receiver.subscribe(), ...wrong });
  expect(status).toBe(400);
  expect((await call<NotificationSettings>("GET", "/api/v1/notifications/settings", ada)).body.push.devices).toBe(0);
});

it("quiet hours hold pushes back until they end, and a switch that is off meanwhile holds them for good", async () => {
  const [ada, artist] = [await person(), await addCreator(world.deps, "Night")];
  await follow(ada, artist);
  const device = await subscribe(ada);
  now += 11 * HOUR_MS;
  await release(artist);
  expect(requests(device)).toHaveLength(0);
  now += 7 * HOUR_MS;
  await world.settle();
  expect(requests(device)).toHaveLength(0);
  now += HOUR_MS;
  await world.settle();
  expect(requests(device)).toHaveLength(1);
  now += 15 * HOUR_MS;
  await release(artist);
  await choose(ada, { switches: { release: { push: false } } });
  now += 12 * HOUR_MS;
  await world.settle();
  expect(requests(device)).toHaveLength(1);
  expect(await unread(ada)).toBe(2);
  await choose(ada, { switches: { release: { app: false } } });
  expect(await list(ada)).toMatchObject({ notifications: [], unread: 0 });
});

it("what a stranger can cause rings nobody at night: an invitation into a team waits for the morning", async () => {
  const [ada, artist] = [await person(), await addPerson(world.deps, { role: "creator" })];
  const device = await subscribe(ada);
  now += 11 * HOUR_MS;
  const asked = await call("POST", "/api/v1/team/invitations", artist, { email: ada.email, role: "analyst" });
  expect(asked.status).toBe(201);
  await world.settle();
  expect(requests(device)).toHaveLength(0);
  now += 8 * HOUR_MS;
  await world.settle();
  expect(shown(device)).toMatchObject([{ path: "/team" }]);
});

it("a comment reaches the artist, by mail only where they want it, and what is read stays read everywhere", async () => {
  const [artist, fan] = [await addPerson(world.deps, { role: "creator" }), await person()];
  const track = await release(artist.userId, "Coal City");
  await comment(fan, track.trackId);
  const mails = () => world.outbox.newest(100).filter(({ subject }) => subject === "A new comment").length;
  expect(mails()).toBe(0);
  expect((await choose(artist, { switches: { comment: { mail: true } } })).body.switches.comment.mail).toBe(true);
  await comment(fan, track.trackId);
  await comment(artist, track.trackId);
  expect(mails()).toBe(1);
  const { notifications } = await list(artist);
  expect(notifications.map(({ body }) => body)).toEqual(Array(2).fill("On “Coal City”"));
  expect(notifications[0]?.title).toMatch(/ commented$/);
  expect(new Set(notifications.map(({ alike }) => alike)).size).toBe(1);
  const first = notifications[0]?.id;
  const read = (body: unknown) => call<{ unread: number }>("POST", "/api/v1/notifications/read", artist, body);
  expect((await read({ ids: [first] })).body.unread).toBe(1);
  expect((await read({ ids: [first] })).body.unread).toBe(1);
  expect((await list(artist)).notifications.map(({ isRead }) => isRead)).toEqual([true, false]);
  expect((await read({ upTo: new Date(now).toISOString() })).body.unread).toBe(0);
  // An older phone that comes back makes nothing unread, and none can read what is still to come.
  expect((await read({ upTo: new Date(NOON).toISOString() })).body.unread).toBe(0);
  await read({ upTo: "2099-01-01T00:00:00.000Z" });
  now += 1_000;
  await comment(fan, track.trackId);
  expect(await unread(artist)).toBe(1);
  const pages = [await list(artist, "?limit=2")];
  pages.push(await list(artist, `?limit=2&cursor=${pages[0]?.nextCursor}`));
  expect(pages.map((page) => page.notifications.length)).toEqual([2, 1]);
  expect(pages[1]?.nextCursor).toBeNull();
});

it("with one mail a day comments come together in the morning, once", async () => {
  const [artist, fan] = [await addPerson(world.deps, { role: "creator" }), await person()];
  const track = await release(artist.userId, "Digest");
  await choose(artist, { switches: { comment: { mail: true } }, mails: "daily" });
  now += 1_000;
  await comment(fan, track.trackId);
  now += 1_000;
  await comment(fan, track.trackId);
  const digests = () => world.outbox.newest(100).filter(({ subject }) => subject === "Your day on Orin");
  expect(digests()).toHaveLength(0);
  now += 21 * HOUR_MS;
  await world.settle();
  expect(digests()).toHaveLength(1);
  expect(digests()[0]?.text.match(/Someone wrote about “Digest”/g)).toHaveLength(2);
  now += 24 * HOUR_MS;
  await world.settle();
  expect(digests()).toHaveLength(1);
});

it("a log-in on a new browser is told by mail, too, and one on a known browser is not", async () => {
  const password = "Ilu-ayan-2026!";
  const ada = await addPerson(world.deps, { passwordHash: await hashPassword(password) });
  const logIn = async (cookie?: string) => {
    const body = { email: ada.email, password };
    const headers = { "user-agent": "Chrome/130.0", ...(cookie !== undefined && { cookie }) };
    const answer = await send(world.app, "POST", { path: "/api/auth/login", body, headers });
    expect(answer.status).toBe(200);
    await world.settle();
    return answer.headers.getSetCookie().map((one) => one.split(";")[0]).join("; ");
  };
  const told = () =>
    world.outbox.newest(200).filter(({ to, subject }) => to === ada.email && /new device/.test(subject));
  const cookie = await logIn();
  await logIn(cookie);
  expect(told()).toHaveLength(0);
  await logIn();
  expect(told()).toHaveLength(1);
  expect((await list(ada)).notifications).toMatchObject([{ kind: "security", title: "A new device logged in" }]);
});

it("bad choices and marks get words, and change nothing", async () => {
  const ada = await person();
  for (
    const change of [
      { quiet: { from: "25:00" } },
      { quiet: { zone: "Mars/Base" } },
      { switches: { release: { fax: true } } },
      { switches: { security: { mail: false } } },
      { mails: "hourly" },
      [],
    ]
  ) expect((await choose(ada, change)).status).toBe(400);
  for (const read of [{}, { upTo: "now" }, { ids: [] }, { ids: ["x".repeat(65)] }, { ids: ["a'b"] }]) {
    expect((await call("POST", "/api/v1/notifications/read", ada, read)).status).toBe(400);
  }
  expect((await call("GET", "/api/v1/notifications?cursor=drop", ada)).status).toBe(400);
  expect((await send(world.app, "GET", { path: "/api/v1/notifications" })).status).toBe(401);
});

it("a streak reminds only who asked and has one, once a day", async () => {
  const ada = await person();
  await choose(ada, { switches: { streak: { push: true, app: true } } });
  const device = await subscribe(ada);
  const day = new Date(now).toISOString().slice(0, 10);
  await askForStreaks(world.deps, { day });
  await askForStreaks(world.deps, { day });
  now += 8 * HOUR_MS;
  await world.settle();
  expect(requests(device)).toHaveLength(0);
  expect(kinds((await list(ada)).notifications)).toEqual([]);
});

it("a person who is erased leaves no device, mark or choice behind", async () => {
  const ada = await person();
  await subscribe(ada);
  await choose(ada, { mails: "daily" });
  await call("POST", "/api/v1/notifications/read", ada, { ids: [newId()] });
  const { forgetPerson } = await import("../person_data/erase.ts");
  await forgetPerson(world.deps, ada.userId);
  const [left] = await world.deps.store.sql`
    select (select count(*)::int from push_subscriptions where user_id = ${ada.userId})
      + (select count(*)::int from notification_reads where user_id = ${ada.userId}) as rows`;
  expect(left).toEqual({ rows: 0 });
});
