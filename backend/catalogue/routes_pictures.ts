import { Hono } from "hono";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { sendFile } from "./send_file.ts";

const KEY = /^\/media\/((?:covers|pictures)\/[0-9a-f-]{36}\/[0-9a-f]{16}\/(?:64|128|160|256|512)\.(?:avif|webp))$/;
const HEADERS = { "cache-control": "public, max-age=31536000, immutable" };

/** Covers and artists' pictures, for everyone. A new picture has a new address. */
export function pictureRoutes(deps: Deps) {
  return new Hono().on("GET", ["/media/covers/*", "/media/pictures/*"], async (c) => {
    const key = KEY.exec(c.req.path)?.[1];
    const file = key === undefined ? undefined : await findPicture(deps, key);
    const sent = file && await sendFile(c, deps.files, { key: file.key, bytes: file.bytes, headers: HEADERS });
    if (!sent) throw new Refusal("not_found", "Picture not found");
    return sent;
  });
}

/** Pictures from before there were 160 pixels have the next size instead. */
async function findPicture({ files }: Deps, key: string) {
  return await files.stat(key) ?? await files.stat(key.replace("/160.", "/256."));
}
