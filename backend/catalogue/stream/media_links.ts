import type { Keyring } from "../../store/personal/keyring.ts";
import { newId } from "../../contract/ids.ts";
import type { Quality } from "../../contract/listening.ts";
import { derivedId } from "../../store/log/ids.ts";
import { MEDIA_LINK_MS, type MediaGrant, MediaTokens } from "./media_token.ts";

const HOUR_MS = 3_600_000;

interface LinkOptions {
  readonly subject: string;
  readonly trackId: string;
  readonly now: number;
  /** What the listener's device calls itself. */
  readonly device?: string | undefined;
}

/** What a stream is asked for as. */
interface Granted extends Pick<MediaGrant, "speed" | "isCopy"> {
  readonly quality: Quality;
  readonly grantId?: string | undefined;
}

/** The addresses under which a listener gets a track's bytes. They are relative: any name of the service will do. */
export class MediaLinks {
  readonly #tokens: MediaTokens;

  constructor(keys: Keyring) {
    this.#tokens = new MediaTokens(keys);
  }

  /**
   * For lists: the same address all through an hour, so that a browser finds what it has already loaded, and one
   * grant, so that loading a list again begins no new stream.
   */
  listed({ subject, trackId, now, device }: LinkOptions, quality: Quality): string {
    const hour = Math.floor(now / HOUR_MS);
    const grantId = derivedId(trackId, ["listed", subject, hour, ...device === undefined ? [] : [device]].join(" "));
    const expiresAt = (hour + 1) * HOUR_MS + MEDIA_LINK_MS;
    return this.#audio({ subject, trackId, quality, grantId, expiresAt, device });
  }

  /** For one stream; under an earlier grant where it continues that one. */
  granted(
    { subject, trackId, now, device }: LinkOptions,
    { quality, grantId = newId(now), speed, isCopy }: Granted,
  ): { url: string; expiresAt: number } {
    const expiresAt = now + MEDIA_LINK_MS;
    return { url: this.#audio({ subject, trackId, quality, grantId, expiresAt, device, speed, isCopy }), expiresAt };
  }

  /** A download that works where no header can be sent: a plain link on a page. */
  download({ subject, trackId, now }: LinkOptions): string {
    const expiresAt = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS + MEDIA_LINK_MS;
    const grant: MediaGrant = { subject, trackId, quality: "download", grantId: trackId, expiresAt };
    return `/api/v1/download/${trackId}?token=${this.#tokens.sign(grant)}`;
  }

  /**
   * The grant among the request's `token` parameters that is for this track and quality. Others are passed over:
   * clients append their session's token, some of them with a second question mark.
   */
  grantAmong(
    said: readonly string[],
    { trackId, quality, now }: { trackId: string; quality: MediaGrant["quality"]; now: number },
  ): MediaGrant | undefined {
    return said.flatMap((text) => text.split("?token="))
      .map((token) => this.#tokens.read(token, now))
      .find((grant) => grant?.trackId === trackId && grant.quality === quality);
  }

  #audio(grant: MediaGrant): string {
    return `/media/audio/${grant.trackId}/${grant.quality}?token=${this.#tokens.sign(grant)}`;
  }
}
