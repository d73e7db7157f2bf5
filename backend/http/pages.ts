import { Hono } from "hono";
import { serveStatic } from "hono/serve-static";
import { type PagePreview, withPreview } from "./page_head.ts";

interface PagesOptions {
  /** The built PWA: index.html, sw.js, manifest, icons and hashed assets. */
  readonly directory: string;
  /** What a shared link to a page shows. */
  preview(page: URL): Promise<PagePreview>;
}

/**
 * Serves the PWA. Hashed assets are immutable; browsers ask for the shell, the worker and the manifest each time. A path
 * without a file ending is a screen and gets the shell. A missing file is a 404, never the shell: HTML in place of a
 * script breaks every page that waits for it. A browser that reads Brotli gets what the build compressed; the server
 * compresses the rest on the way.
 */
export function pages({ directory, preview }: PagesOptions) {
  const file = serveStatic({
    root: directory,
    precompressed: true,
    // Hono's own for Deno opens both the file and its compressed copy, and closes only the one it sends.
    getContent: readFile,
    onFound: (path, c) => {
      c.header(
        "cache-control",
        path.startsWith(`${directory}/assets/`) ? "public, max-age=31536000, immutable" : "no-cache",
      );
      c.header("vary", "accept-encoding");
    },
  });
  return new Hono().get("*", async (c, next) => {
    // The worker asks for the shell's file itself and shows it for every page: it stays as it is.
    if (FILE_ENDING.test(c.req.path)) return BUILT.test(c.req.path) ? await file(c, next) : await next();
    const shell = await readFile(`${directory}/index.html`);
    if (!shell) return await next();
    const [head, shown] = await Promise.all([preloads(directory, c.req.path), preview(new URL(c.req.url))]);
    const page = withPreview(new TextDecoder().decode(shell).replace("</head>", () => `${head}</head>`), shown);
    return c.body(page, 200, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      vary: "accept-encoding",
    });
  });
}

/** `webmanifest` is the longest. What is longer ends a signed link, as of an invitation: `<what it says>.<signature>`. */
const FILE_ENDING = /\.[a-z0-9]{1,11}$/i;

/** How the build names files: the disk refuses longer names and NUL with errors of its own. */
const BUILT = /^[\w./@~-]{1,200}$/;

/** The scripts of a screen on which many come in, as `pwa/first_screens.ts` wrote them down, for the page's head. */
async function preloads(directory: string, path: string): Promise<string> {
  const file = await readFile(`${directory}/first_screens.json`);
  const screens: Record<string, string[]> = file ? JSON.parse(new TextDecoder().decode(file)) : {};
  const screen = screens[path] ?? screens[path.replace(/\/[^/]+$/, "/:id")] ?? [];
  return screen.map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`).join("");
}

async function readFile(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.IsADirectory) return null;
    if (error instanceof Deno.errors.NotADirectory) return null;
    throw error;
  }
}
