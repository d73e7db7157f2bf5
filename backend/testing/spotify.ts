import { Hono } from "hono";
import { createCatalogue } from "../adapters/catalogue/mod.ts";
import { wavOf } from "./uploads.ts";

const SECONDS = 4;

interface Behaviour {
  search?(asked: number): Response | undefined | Promise<Response>;
  expiresIn?: number;
  /** Whether its one track has a preview. */
  hasPreview?: boolean;
}

/** A server of our own that honours Spotify's documented contract, with one track. */
export class TestSpotify {
  tokens = 0;
  searches: URL[] = [];
  now = 1_000_000;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor({ search, expiresIn = 3600, hasPreview = false }: Behaviour = {}) {
    const app = new Hono().post("/api/token", async (c) => {
      const form = await c.req.parseBody();
      const isOurs = c.req.header("authorization") === `Basic ${btoa("id:secret")}`;
      if (!isOurs || form["grant_type"] !== "client_credentials") return c.json({ error: "invalid_client" }, 400);
      return c.json({ access_token: `token-${++this.tokens}`, token_type: "Bearer", expires_in: expiresIn });
    }).get("/v1/search", async (c) => {
      this.searches.push(new URL(c.req.url));
      const special = await search?.(this.searches.length);
      if (special) return special;
      if (c.req.header("authorization") !== `Bearer token-${this.tokens}`) {
        return c.json({ error: { status: 401 } }, 401);
      }
      const preview = hasPreview ? { preview_url: `${this.url}/preview.wav` } : {};
      return c.json({ tracks: page([{ ...this.#track(), ...preview }]), playlists: page([null]) });
    }).get("/preview.wav", () => new Response(wavOf(SECONDS), { headers: { "content-type": "audio/wav" } }));
    this.#server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.fetch);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  open(clientSecret = "secret", { timeoutMs = 30_000 } = {}) {
    return createCatalogue({
      ...{ kind: "spotify", clientId: "id", clientSecret, baseUrl: this.url },
      ...{ now: () => this.now, timeoutMs },
    });
  }

  async [Symbol.asyncDispose]() {
    await this.#server.shutdown();
  }

  #track() {
    const images = [{ url: `${this.url}/cover.jpg`, width: 640, height: 640 }];
    return {
      ...{ id: "t1", name: "Last Last", artists: [{ id: "a1", name: "Burna Boy" }], duration_ms: 172_000 },
      album: { id: "b1", name: "Love, Damini", images },
      ...{ type: "track", uri: "spotify:track:t1", external_urls: { spotify: "https://s/t1" }, is_playable: true },
    };
  }
}

function page(items: unknown[]) {
  return { href: "h", limit: 10, next: null, offset: 0, previous: null, total: 1, items };
}
