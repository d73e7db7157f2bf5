import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { decrypt } from "./decrypt.ts";
import { encrypt } from "./encrypt.ts";
import { createPush, createPushReceiver } from "./mod.ts";
import type { PushReceiver } from "./receiver.ts";
import { isServed, PUSH_SERVICES } from "./services.ts";
import { type Push, type PushMessage, PushRefused, PushUnavailable } from "./types.ts";

let receiver: PushReceiver;
let server: Deno.HttpServer<Deno.NetAddr>;
let push: Push;
const NOW = Date.UTC(2026, 5, 1, 12);
const MESSAGE: PushMessage = { text: "Ọjọ́ 🎶", ttl: 60, topic: "one", urgency: "normal" };

beforeAll(() => {
  server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request): Promise<Response> => receiver.answer(request),
  );
  receiver = createPushReceiver(`http://127.0.0.1:${server.addr.port}/push`);
  const key = new Uint8Array(32).fill(7);
  push = createPush({
    ...{ key, subject: "mailto:help@orin.example", services: PUSH_SERVICES },
    ...{ standIn: receiver.address, now: () => NOW },
  });
});
beforeEach(() => void (receiver.fails = []));
afterAll(() => server.shutdown());

it("encrypts and opens the example of RFC 8291, appendix A", () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
  const text = "When I grow up, I want to be a watermelon";
  const auth = "BTBZMqHH6r4Tts7J_aSIgg";
  const body = encrypt(text, {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth,
  }, {
    privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
  });
  expect(Buffer.from(body).toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
  expect(decrypt(body, { privateKey: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", auth })).toBe(text);
});

it("a message reaches the device once a topic, signed and encrypted", async () => {
  const device = receiver.subscribe();
  await push.send(device, MESSAGE);
  await push.send(device, { ...MESSAGE, text: "again" });
  expect(receiver.requests).toHaveLength(2);
  expect(receiver.shown(device.id)).toMatchObject([{ text: "again", ttl: 60, topic: "one", urgency: "normal" }]);
  const other = createPush({
    key: new Uint8Array(32),
    subject: "",
    services: [],
    standIn: receiver.address,
    now: () => 0,
  });
  expect(other.publicKey).not.toBe(push.publicKey);
  expect(push.isUsable(device.keys)).toBe(true);
  const off = Buffer.from(device.keys.p256dh, "base64url");
  off[40] = (off[40] ?? 0) ^ 1;
  expect(push.isUsable({ ...device.keys, p256dh: off.toString("base64url") })).toBe(false);
  expect(push.isUsable({ ...device.keys, auth: "short" })).toBe(false);
});

it.each([
  [404, "PushGone"],
  [410, "PushGone"],
  [400, "PushRefused"],
  [413, "PushRefused"],
  // A redirect leads nowhere.
  [307, "PushRefused"],
  [429, "PushUnavailable"],
  [500, "PushUnavailable"],
])("an answer of %i is %s", async (status, name) => {
  const device = receiver.subscribe();
  receiver.fails = [status];
  const before = receiver.requests.length;
  await expect(push.send(device, MESSAGE)).rejects.toMatchObject({ name });
  expect(receiver.requests).toHaveLength(before);
});

it("a device that left is gone, a silent service is tried again, and a long text is refused", async () => {
  const device = receiver.subscribe();
  receiver.unsubscribe(device.id);
  await expect(push.send(device, MESSAGE)).rejects.toMatchObject({ name: "PushGone" });
  const silent = createPush({
    ...{ key: new Uint8Array(32).fill(1), subject: "mailto:a@b.example", services: [] },
    ...{ standIn: "http://127.0.0.1:9/push", now: () => NOW },
  });
  await expect(silent.send({ ...device, endpoint: "http://127.0.0.1:9/push/x" }, MESSAGE)).rejects.toThrow(
    PushUnavailable,
  );
  const long = { ...MESSAGE, text: "x".repeat(3_001) };
  await expect(push.send(receiver.subscribe(), long)).rejects.toThrow(PushRefused);
});

it.each([
  ["https://fcm.googleapis.com/fcm/send/abc", true],
  ["https://updates.push.services.mozilla.com/wpush/v2/x", true],
  ["https://db5p.notify.windows.com/w/?token=x", true],
  ["https://web.push.apple.com/Q", true],
  ["http://fcm.googleapis.com/fcm/send/abc", false],
  ["https://fcm.googleapis.com:8443/x", false],
  ["https://fcm.googleapis.com:443/x", false],
  ["https://fcm.googleapis.com.evil.example/x", false],
  ["https://evilfcm.googleapis.com/x", false],
  ["https://fcm.googleapis.com@127.0.0.1/x", false],
  ["https://user:word@fcm.googleapis.com/x", false],
  ["https://fcm.googleapis.com/x#y", false],
  ["https://fcm.googleapis.com./x", false],
  ["https://FCM.googleapis.com/x", false],
  ["https://fcm.googleapis.com\\@127.0.0.1/x", false],
  ["https://.notify.windows.com/x", false],
  ["https://notify.windows.com/x", false],
  ["https://evil-notify.windows.com/x", false],
  ["https://127.0.0.1/x", false],
  ["https://[::1]/x", false],
  ["https://169.254.169.254/latest/meta-data", false],
  ["file:///etc/passwd", false],
  ["data:text/plain,x", false],
  ["", false],
])("whether %s is called: %s", (endpoint, expected) => {
  expect(isServed(endpoint, { services: PUSH_SERVICES })).toBe(expected);
});

it("only what lies under the stand-in's address is called beside the services", () => {
  const standIn = "http://localhost:8000/dev/push";
  expect(isServed(`${standIn}/abc`, { services: [], standIn })).toBe(true);
  for (
    const other of ["http://localhost:8000/dev/pushed", `${standIn}/../../api/x`, "http://localhost:8001/dev/push/x"]
  ) {
    expect(isServed(other, { services: [], standIn })).toBe(false);
  }
});
