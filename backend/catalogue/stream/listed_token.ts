import { createCipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { derivedId } from "../../store/log/ids.ts";
import type { Keyring, Secret } from "../../store/personal/keyring.ts";
import { MEDIA_LINK_MS, type MediaGrant } from "./media_token.ts";

const HOUR_MS = 3_600_000;
const MOST_KEYS = 10_000;
const BLOCK_HEX = 32;

/** Whose list it is. */
export interface ListCaller {
  readonly subject: string;
  readonly now: number;
  /** What the listener's device calls itself. */
  readonly device?: string | undefined;
}

/** A track of a list, in the quality that the caller gets. */
export interface ListedTrack {
  readonly trackId: string;
  readonly quality: MediaGrant["quality"];
}

/**
 * Tokens of the addresses in lists: `caller.signature`, or `caller.kid.signature`, each for one track in one quality. An
 * HMAC makes a key for the caller, the hour and the quality; a track's id is one block of AES under it, so one call signs
 * a whole list. The same all through an hour; good until six hours after its end.
 */
export class ListedTokens {
  readonly #keys = new Map<string, Uint8Array>();

  constructor(readonly keys: Keyring) {}

  /** In the order of the tracks. */
  sign({ subject, device, now }: ListCaller, tracks: readonly ListedTrack[]): string[] {
    const { newest, first } = this.keys;
    const hour = Math.floor(now / HOUR_MS);
    const caller = Buffer.from(JSON.stringify([subject, hour, device])).toString("base64url");
    const named = newest.kid === first ? caller : `${caller}.${newest.kid}`;
    const signed = new Map<ListedTrack, string>();
    for (const [quality, own] of Map.groupBy(tracks, (track) => track.quality)) {
      const signatures = this.#signatures(newest, `${quality} ${caller}`, own.map(({ trackId }) => trackId));
      own.forEach((track, at) => signed.set(track, `${named}.${signatures[at]}`));
    }
    return tracks.map((track) => signed.get(track) ?? "");
  }

  /** What a token that we signed for this track and quality allows; undefined for anything else, and once it is over. */
  read(token: string, { trackId, quality, now }: ListedTrack & { readonly now: number }): MediaGrant | undefined {
    const parts = token.split(".");
    const [caller = "", signature = ""] = [parts[0], parts.at(-1)];
    if (parts.length < 2 || parts.length > 3 || signature.length !== BLOCK_HEX) return undefined;
    const secret = this.keys.named(parts.length === 3 ? parts[1] : undefined);
    if (!secret) return undefined;
    const [expected = ""] = this.#signatures(secret, `${quality} ${caller}`, [trackId]);
    const [one, other] = [Buffer.from(signature), Buffer.from(expected)];
    if (one.length !== other.length || !timingSafeEqual(one, other)) return undefined;
    // Only we can have signed it.
    const [subject, hour, device] = JSON.parse(Buffer.from(caller, "base64url").toString()) as [
      string,
      number,
      string?,
    ];
    const expiresAt = (hour + 1) * HOUR_MS + MEDIA_LINK_MS;
    if (expiresAt <= now) return undefined;
    // One grant an hour, so that loading a list again begins no new stream.
    const word = ["listed", subject, hour, ...typeof device === "string" ? [device] : []].join(" ");
    const grantId = quality === "download" ? trackId : derivedId(trackId, word);
    return { subject, trackId, quality, grantId, expiresAt, device: device ?? undefined };
  }

  #signatures(secret: Secret, name: string, trackIds: readonly string[]): string[] {
    const blocks = Buffer.from(trackIds.join("").replaceAll("-", ""), "hex");
    const cipher = createCipheriv("aes-256-ecb", this.#key(secret, name), null).setAutoPadding(false);
    const signed = cipher.update(blocks).toString("hex");
    cipher.final();
    return trackIds.map((_, at) => signed.slice(at * BLOCK_HEX, (at + 1) * BLOCK_HEX));
  }

  #key(secret: Secret, name: string): Uint8Array {
    const id = `${secret.kid} ${name}`;
    const known = this.#keys.get(id);
    if (known) return known;
    const key = new Uint8Array(createHmac("sha256", this.keys.derive(secret, "listed links")).update(name).digest());
    if (this.#keys.size >= MOST_KEYS) this.#keys.clear();
    this.#keys.set(id, key);
    return key;
  }
}
