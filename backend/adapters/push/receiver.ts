import { createECDH, randomBytes } from "node:crypto";
import { decodeJwt, importJWK, jwtVerify } from "jose";
import { decrypt, type DeviceKeys } from "./decrypt.ts";
import type { DevPush, PushTarget, ReceivedPush } from "./types.ts";

const MOST_KEPT = 500;
const MOST_BYTES = 4_096;

/**
 * A push service (RFC 8030) with the devices behind it, in memory: it checks VAPID, takes messages, replaces by topic
 * what was not fetched, and opens them with the devices' keys. `address` is where it is reached, without a slash.
 */
export class PushReceiver implements DevPush {
  readonly #devices = new Map<string, DeviceKeys>();
  readonly #gone = new Set<string>();
  readonly #waiting = new Map<string, ReceivedPush>();
  /** All requests that came, those that replaced another one, too. */
  readonly requests: ReceivedPush[] = [];
  /** The status that the next requests are answered, for tests. */
  fails: number[] = [];

  constructor(readonly address: string) {}

  /** Subscribes a made-up device. */
  subscribe(): PushTarget & { readonly id: string } {
    const id = randomBytes(16).toString("base64url");
    const pair = createECDH("prime256v1");
    const p256dh = pair.generateKeys("base64url");
    const auth = randomBytes(16).toString("base64url");
    this.#devices.set(id, { privateKey: pair.getPrivateKey("base64url"), auth });
    return { id, endpoint: `${this.address}/${id}`, keys: { p256dh, auth } };
  }

  /** The device is not there any more. */
  unsubscribe(id: string): void {
    this.#devices.delete(id);
    this.#gone.add(id);
  }

  /** What the devices have been shown: of one topic the last one. The newest first. */
  shown(id?: string): ReceivedPush[] {
    return [...this.#waiting.values()].filter((push) => id === undefined || push.subscription === id).reverse();
  }

  /** Answers a request for `<address>/<id>`. */
  async answer(request: Request): Promise<Response> {
    const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
    const body = new Uint8Array(await request.arrayBuffer());
    const fails = this.fails.shift();
    if (fails !== undefined) return new Response(null, { status: fails, headers: { location: this.address } });
    if (request.method !== "POST") return new Response(null, { status: 405 });
    if (!await isSigned(request)) return new Response(null, { status: 401 });
    const keys = this.#devices.get(id);
    if (!keys) return new Response(null, { status: this.#gone.has(id) ? 410 : 404 });
    if (body.length > MOST_BYTES) return new Response(null, { status: 413 });
    const ttl = Number(request.headers.get("ttl"));
    if (!request.headers.has("ttl") || request.headers.get("content-encoding") !== "aes128gcm") {
      return new Response(null, { status: 400 });
    }
    const [topic, urgency] = [request.headers.get("topic") ?? "", request.headers.get("urgency") ?? "normal"];
    const push = { subscription: id, topic, ttl, urgency, text: decrypt(body, keys), at: Date.now() };
    this.requests.push(push);
    const key = topic === "" ? randomBytes(8).toString("hex") : `${id} ${topic}`;
    this.#waiting.delete(key);
    this.#waiting.set(key, push);
    for (const old of this.#waiting.keys()) {
      if (this.#waiting.size <= MOST_KEPT) break;
      this.#waiting.delete(old);
    }
    if (this.requests.length > MOST_KEPT) this.requests.shift();
    return new Response(null, {
      status: 201,
      headers: { location: `${this.address}/message/${this.requests.length}` },
    });
  }
}

/** Whether the sender has signed for this service (RFC 8292). */
async function isSigned(request: Request): Promise<boolean> {
  const [, token = "", key = ""] = request.headers.get("authorization")?.match(/^vapid t=([\w.-]+), ?k=([\w-]+)$/) ??
    [];
  const point = Buffer.from(key, "base64url");
  if (point.length !== 65) return false;
  const text = (bytes: Buffer) => bytes.toString("base64url");
  try {
    const jwk = { kty: "EC", crv: "P-256", x: text(point.subarray(1, 33)), y: text(point.subarray(33)) };
    // Tests hold the clock still: whether it has expired is not this service's to say.
    const { aud } = decodeJwt(token);
    await jwtVerify(token, await importJWK(jwk, "ES256"), { currentDate: new Date(0) });
    return aud === new URL(request.url).origin;
  } catch {
    return false;
  }
}
