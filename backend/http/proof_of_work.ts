import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import type { WorkChallenge } from "../contract/problem.ts";
import type { Keyring } from "../store/personal/keyring.ts";

const LIFE_MS = 10 * 60_000;
/** About a second on a cheap phone; a farm pays it each time. */
const MOST = 50_000;

const Solution = z.object({
  algorithm: z.literal("SHA-256"),
  challenge: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  number: z.int().check(z.nonnegative(), z.maximum(MOST)),
  salt: z.string().check(z.maxLength(200)),
  signature: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

/**
 * Proofs of work by ALTCHA's first protocol: widgets and libraries for it can solve them, and no other service is
 * asked.
 */
export class ProofOfWork {
  readonly #keys: readonly Uint8Array[];

  constructor(keys: Keyring) {
    this.#keys = keys.keys("proofs of work");
  }

  /** `now` in epoch ms. */
  challenge(now: number): WorkChallenge {
    const salt = `${randomBytes(12).toString("hex")}?expires=${Math.floor((now + LIFE_MS) / 1_000)}&`;
    const challenge = hashOf(salt, randomInt(MOST + 1));
    return { algorithm: "SHA-256", challenge, maxnumber: MOST, salt, signature: this.#signatures(challenge)[0] ?? "" };
  }

  /** The challenge that a payload (Base64 of JSON) solves in time; undefined for every other. It may be used once. */
  solved(payload: string, now: number): string | undefined {
    const { data } = z.safeParse(Solution, jsonIn(payload));
    if (!data) return undefined;
    const expires = Number(new URLSearchParams(data.salt.split("?")[1] ?? "").get("expires"));
    if (!(expires * 1_000 > now) || hashOf(data.salt, data.number) !== data.challenge) return undefined;
    const said = Buffer.from(data.signature, "hex");
    const isOwn = this.#signatures(data.challenge).some((own) => timingSafeEqual(said, Buffer.from(own, "hex")));
    return isOwn ? data.challenge : undefined;
  }

  /** By each secret, the newest first. */
  #signatures(challenge: string): string[] {
    return this.#keys.map((key) => createHmac("sha256", key).update(challenge).digest("hex"));
  }
}

function hashOf(salt: string, number: number): string {
  return createHash("sha256").update(`${salt}${number}`).digest("hex");
}

function jsonIn(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, "base64").toString());
  } catch {
    return undefined;
  }
}
