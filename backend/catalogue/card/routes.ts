import * as calls from "../../contract/calls/catalogue.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { Id } from "../../contract/requests/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { addressOf } from "../../http/address.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { CARD_KINDS, cardAddress, type SharedCard, sharedCard } from "../track/page_previews.ts";
import { DrawnPictures } from "./drawn_pictures.ts";

/** Cards that are not drawn yet, by address and hour: networks ask for many, from few addresses. */
const PER_HOUR = 600;
/** Who asks has a page to show: after this the plain cover has to do. */
const PATIENCE_MS = 4_000;

const HEADERS = {
  "content-type": "image/jpeg",
  "cache-control": "public, max-age=31536000, immutable",
  "cross-origin-resource-policy": "cross-origin",
};

/** What a cover exists in as WebP, which some programs cannot show; px. */
const COVER = /^\/media\/(covers\/[0-9a-f-]{36}\/[0-9a-f]{16}\/(64|128|256|512))\.jpg$/;

/** Pictures that are drawn when first asked for: cards of shared links, and covers as JPEG. Pages only name them. */
export function cardRoutes(deps: Deps) {
  const pictures = new DrawnPictures();

  const answer = async (c: Context, address: string, make: () => Promise<Uint8Array>) => {
    const kept = pictures.kept(address);
    if (kept) return c.body(kept, 200, HEADERS);
    await takeTurn(deps, { kind: "share card", perHour: PER_HOUR, of: addressOf(deps, c) });
    const drawing = pictures.draw(address, make)?.catch((error) => void deps.log("A picture was not drawn", error));
    const drawn = await within(drawing, PATIENCE_MS);
    return drawn && c.body(drawn, 200, HEADERS);
  };

  return new Routes(deps)
    .serve(calls.mediaCard, async (c) => {
      const card = await askedCard(c, deps);
      if (!card) throw new Refusal("not_found", "Picture not found");
      const address = cardAddress(card);
      // The page said something else a moment ago.
      if (c.req.path !== address) return c.redirect(address, 302);
      const { label, title, line, pictureUrl } = card;
      const drawn = await answer(c, address, async () => {
        return await deps.media.card(
          { label, title, line },
          await pictureBytes(deps, pictureUrl.replace(/^\/media\//, "")),
        );
      });
      if (drawn) return drawn;
      c.header("cache-control", "no-store");
      return c.redirect(pictureUrl || "/icon-512.png", 302);
    })
    .serve(calls.mediaTrackCover, async (c, next) => {
      if (!c.req.path.endsWith(".jpg")) return void await next();
      const [, key = "", side] = COVER.exec(c.req.path) ?? [];
      const stored = `${key}.webp`;
      if (key === "" || !await deps.files.stat(stored)) throw new Refusal("not_found", "Picture not found");
      const drawn = await answer(c, c.req.path, async () => {
        return await deps.media.card(
          { label: "", title: "", line: "", side: Number(side) },
          await pictureBytes(deps, stored),
        );
      });
      if (drawn) return drawn;
      c.header("cache-control", "no-store");
      return c.redirect(`/media/${stored}`, 302);
    });
}

async function pictureBytes({ files }: Pick<Deps, "files">, key: string): Promise<Uint8Array | undefined> {
  const picture = key === "" ? undefined : await files.get(key);
  return picture && await new Response(picture.body).bytes();
}

async function askedCard(c: Context, deps: Deps): Promise<SharedCard | undefined> {
  const kind = CARD_KINDS.find((kind) => kind === c.req.param("kind"));
  const id = Id.safeParse(c.req.param("id"));
  if (!kind || !id.success || !/^[0-9a-f]{16}\.jpg$/.test(c.req.param("file") ?? "")) return undefined;
  return await sharedCard(deps, kind, id.data);
}

/** The promise's value, if it comes in time; what it does goes on. */
async function within<Value>(promise: Promise<Value> | undefined, ms: number): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => timer = setTimeout(() => resolve(undefined), ms));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
