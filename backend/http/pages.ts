import { Hono } from "hono";
import { type PagePreview, withPreview } from "./page_head.ts";

interface PagesOptions {
  /** The built PWA: index.html, sw.js, manifest, icons and hashed assets. */
  readonly directory: string;
  /** What a shared link to a page shows. */
  preview(page: URL): Promise<PagePreview>;
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  webmanifest: "application/manifest+json",
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  ico: "image/x-icon",
  txt: "text/plain; charset=utf-8",
  woff2: "font/woff2",
};

/**
 * Serves the PWA. Hashed assets are immutable; the shell, the worker and the manifest are asked for anew each time. A
 * path without a file ending is a screen and gets the shell; a missing file is a 404, never the shell: a script that
 * is answered with HTML breaks every page that waits for it. What the build compressed is sent so to browsers that can
 * read it; the server compresses the rest on the way.
 */
export function pages({ directory, preview }: PagesOptions) {
  return new Hono().get("*", async (c, next) => {
    const path = decodedPath(c.req.path);
    if (path === undefined) return await next();
    const file = /\.[a-z0-9]+$/i.test(path) ? path : "/index.html";
    // The worker asks for the file itself and shows it for every page: it stays as it is.
    const isPage = file !== path;
    const small = !isPage && acceptsBrotli(c.req.header("accept-encoding"))
      ? await readFile(`${directory}${file}.br`)
      : undefined;
    const bytes = small ?? await readFile(`${directory}${file}`);
    if (!bytes) return await next();
    const body = isPage ? withPreview(new TextDecoder().decode(bytes), await preview(new URL(c.req.url))) : bytes;
    return c.body(body, 200, {
      "content-type": TYPES[file.split(".").at(-1) ?? ""] ?? "application/octet-stream",
      "cache-control": file.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      vary: "accept-encoding",
      ...(small && { "content-encoding": "br" }),
    });
  });
}

/** RFC 9110, section 12.5.3: `br` is named and not ruled out by a weight of 0. */
function acceptsBrotli(acceptEncoding = ""): boolean {
  return acceptEncoding.split(",").some((coding) => /^\s*br\s*(;\s*q=(?!0(\.0{0,3})?\s*$).*)?$/i.test(coding));
}

/** The path, when it stays inside the directory. */
function decodedPath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    return /(^|\/)\.|\\|\0/.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}

async function readFile(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.IsADirectory) return undefined;
    if (error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}
