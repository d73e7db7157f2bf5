import { createECDH } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import { areKeys, encrypt } from "./encrypt.ts";
import { isServed, PUSH_SERVICES } from "./services.ts";
import { type Push, PushGone, type PushMessage, PushRefused, type PushTarget, PushUnavailable } from "./types.ts";

export interface WebPushConfig {
  /** 32 bytes, from which the installation's VAPID key is made. */
  readonly key: Uint8Array;
  /** Whom a push service may write to: a mailto or https address. */
  readonly subject: string;
  /** Hosts of push services; those of the browsers when left out. */
  readonly services?: readonly string[] | undefined;
  /** The local receiver's address, without a slash at the end; for development and tests. */
  readonly standIn?: string | undefined;
  readonly now: () => number;
}

const TIMEOUT_MS = 10_000;
/** The longest that a service takes is a day (RFC 8292, section 2). */
const TOKEN_MS = 12 * 3_600_000;
/** The order of P-256: a private key is a number from 1 to one less. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** Web Push with VAPID (RFC 8030, 8291, 8292). No redirect is followed: a service's answer leads Orin nowhere. */
export function createWebPush({ key, subject, services = PUSH_SERVICES, standIn, now }: WebPushConfig): Push {
  const { publicKey, jwk } = vapidKey(key);
  const tokens = new Map<string, { readonly token: Promise<string>; readonly until: number }>();

  return {
    publicKey,
    isServed: (endpoint) => isServed(endpoint, { services, standIn }),
    isUsable: areKeys,
    async send(target, message, signal) {
      if (!isServed(target.endpoint, { services, standIn })) throw new PushGone("its push service is not listed");
      const answer = await call(target, message, {
        authorization: `vapid t=${await tokenFor(new URL(target.endpoint).origin)}, k=${publicKey}`,
        ...(signal && { signal }),
      });
      // Its words are not needed.
      await answer.body?.cancel();
      judge(answer.status);
    },
  };

  /** One token serves all messages to a service for hours. */
  function tokenFor(audience: string): Promise<string> {
    const known = tokens.get(audience);
    if (known && known.until > now()) return known.token;
    const expiresAt = now() + TOKEN_MS;
    const token = importJWK(jwk, "ES256").then((signingKey) =>
      new SignJWT({ aud: audience, exp: Math.floor(expiresAt / 1_000), sub: subject })
        .setProtectedHeader({ typ: "JWT", alg: "ES256" }).sign(signingKey)
    );
    if (tokens.size > 1_000) tokens.clear();
    tokens.set(audience, { token, until: expiresAt - TOKEN_MS / 2 });
    return token;
  }
}

async function call(
  { endpoint, keys }: PushTarget,
  { text, ttl, topic, urgency }: PushMessage,
  { authorization, signal }: { readonly authorization: string; readonly signal?: AbortSignal },
): Promise<Response> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(endpoint, {
      method: "POST",
      redirect: "manual",
      signal: signal ? AbortSignal.any([late, signal]) : late,
      headers: {
        authorization,
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ...{ ttl: String(ttl), topic, urgency },
      },
      body: encrypt(text, keys),
    });
  } catch (error) {
    if (error instanceof RangeError) throw new PushRefused(error.message);
    throw new PushUnavailable("the push service does not answer");
  }
}

/** Says what an answer means by an error; returns where the message was taken. */
function judge(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status === 404 || status === 410) throw new PushGone(`answered ${status}`);
  if (status === 429 || status >= 500) throw new PushUnavailable(`answered ${status}`);
  throw new PushRefused(`answered ${status}`);
}

/** The installation's key pair: the same from the same bytes, in every process. */
function vapidKey(key: Uint8Array) {
  const number = BigInt(`0x${Buffer.from(key).toString("hex")}`) % (ORDER - 1n) + 1n;
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(Buffer.from(number.toString(16).padStart(64, "0"), "hex"));
  const point = pair.getPublicKey();
  const text = (bytes: Buffer) => bytes.toString("base64url");
  const [x, y, d] = [text(point.subarray(1, 33)), text(point.subarray(33)), text(pair.getPrivateKey())];
  return { publicKey: text(point), jwk: { kty: "EC", crv: "P-256", x, y, d } };
}
