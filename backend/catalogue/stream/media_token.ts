import { QUALITIES, type Quality } from "../../contract/listening.ts";
import type { Keyring } from "../../store/personal/keyring.ts";
import { Signer } from "../../store/personal/signer.ts";

/** What a media link allows: one track in one quality, for one listener. */
export interface MediaGrant {
  /** A user's id, or `device:<id>` of a visitor. */
  readonly subject: string;
  readonly trackId: string;
  readonly quality: Quality | "download";
  /** Streams are counted by it: all requests with links of one grant are one stream. */
  readonly grantId: string;
  /** Epoch ms. */
  readonly expiresAt: number;
  /** What the listener's device calls itself, where it was said. */
  readonly device?: string | undefined;
  /** How fast the song is heard, times the clock; 1 where nothing was said. */
  readonly speed?: number | undefined;
  /** A copy for offline play. */
  readonly isCopy?: boolean | undefined;
}

export const MEDIA_LINK_MS = 6 * 3_600_000;
const LONGEST = 600;

/** Signs and reads media tokens: base64url of compact JSON. A list of 50 tracks needs 50 of them. */
export class MediaTokens {
  readonly #signer: Signer;

  constructor(keys: Keyring) {
    this.#signer = new Signer(keys, "media links");
  }

  sign(grant: MediaGrant): string {
    const { subject, trackId, quality, grantId, expiresAt, device, speed = 1, isCopy = false } = grant;
    const isPlain = device === undefined && speed === 1 && !isCopy;
    const said = JSON.stringify([
      subject,
      trackId,
      quality,
      grantId,
      expiresAt,
      ...isPlain ? [] : [device ?? "", speed, isCopy],
    ]);
    return this.#signer.sign(Buffer.from(said).toString("base64url"));
  }

  /** The grant of a token that we signed and that has not expired; undefined for anything else. */
  read(token: string, now: number): MediaGrant | undefined {
    const body = token.length > LONGEST ? undefined : this.#signer.read(token);
    if (body === undefined) return undefined;
    const grant = grantOf(Buffer.from(body, "base64url").toString());
    return grant.expiresAt > now ? grant : undefined;
  }
}

/** Only we can have signed it, so it has the shape that `sign` gave it. */
function grantOf(said: string): MediaGrant {
  const [subject, trackId, quality, grantId, expiresAt, device, speed, isCopy] = JSON.parse(said) as Signed;
  return { subject, trackId, quality, grantId, expiresAt, device: device || undefined, speed, isCopy };
}

type Signed = [
  string,
  string,
  MediaGrant["quality"],
  string,
  number,
  device?: string,
  speed?: number,
  isCopy?: boolean,
];

/** Whether a word of an address names a quality. */
export function isQuality(text: string | undefined): text is Quality {
  return QUALITIES.some((quality) => quality === text);
}
