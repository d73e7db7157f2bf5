import type { Keyring } from "../../store/personal/keyring.ts";
import { newId } from "../../contract/ids.ts";
import type { Quality } from "../../contract/listening.ts";
import { type ListCaller, ListedTokens, type ListedTrack } from "./listed_token.ts";
import { MEDIA_LINK_MS, type MediaGrant, MediaTokens } from "./media_token.ts";

interface LinkOptions extends ListCaller {
  readonly trackId: string;
}

const MOST_KNOWN = 20_000;

/** What a stream is asked for as. */
interface Granted extends Pick<MediaGrant, "speed" | "isCopy"> {
  readonly quality: Quality;
  readonly grantId?: string | undefined;
}

/** The addresses under which a listener gets a track's bytes. They are relative: any name of the service will do. */
export class MediaLinks {
  readonly #tokens: MediaTokens;
  readonly #listed: ListedTokens;
  readonly #known = new Map<string, MediaGrant>();

  constructor(keys: Keyring) {
    this.#tokens = new MediaTokens(keys);
    this.#listed = new ListedTokens(keys);
  }

  /**
   * For a list, in its order: the same addresses all through an hour, so that a browser finds what it has already loaded,
   * and one grant, so that loading a list again begins no new stream. A download works where no header can be sent.
   */
  listed(caller: ListCaller, tracks: readonly ListedTrack[]): string[] {
    const tokens = this.#listed.sign(caller, tracks);
    return tracks.map((track, at) => addressOf(track, tokens[at] ?? ""));
  }

  /** For one stream; under an earlier grant where it continues that one. */
  granted(
    { subject, trackId, now, device }: LinkOptions,
    { quality, grantId = newId(now), speed, isCopy }: Granted,
  ): { url: string; expiresAt: number } {
    const expiresAt = now + MEDIA_LINK_MS;
    return { url: this.#audio({ subject, trackId, quality, grantId, expiresAt, device, speed, isCopy }), expiresAt };
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
      .map((token) => this.#grantOf(token, { trackId, quality, now }))
      .find((grant) => grant?.trackId === trackId && grant.quality === quality);
  }

  /** A song is asked for part by part: a token that was found right is known while it is used. */
  #grantOf(token: string, asked: ListedTrack & { readonly now: number }): MediaGrant | undefined {
    const name = `${asked.trackId} ${asked.quality} ${token}`;
    const known = this.#known.get(name);
    if (known) return known.expiresAt > asked.now ? known : undefined;
    const grant = this.#listed.read(token, asked) ?? this.#tokens.read(token, asked.now);
    if (!grant) return undefined;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size >= MOST_KNOWN) this.#known.delete(oldest);
    this.#known.set(name, grant);
    return grant;
  }

  #audio(grant: MediaGrant): string {
    return addressOf(grant, this.#tokens.sign(grant));
  }
}

function addressOf({ trackId, quality }: ListedTrack, token: string): string {
  const path = quality === "download" ? `/api/v1/download/${trackId}` : `/media/audio/${trackId}/${quality}`;
  return `${path}?token=${token}`;
}
