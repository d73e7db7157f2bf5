import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Plugin, type ResolvedConfig } from "vite";

interface ServiceWorkerOptions {
  /** The worker's module. */
  readonly entry: string;
  /** The web app manifest: https://www.w3.org/TR/appmanifest/ */
  readonly manifest: object;
  /** Whether a file of the build, such as `assets/app-1a2b3c.js`, is stored before anybody opens it. */
  isPrecached(file: string): boolean;
  /** Whether it is stored later, when the page has nothing to do. */
  isKeptAhead(file: string): boolean;
}

/**
 * Builds the service worker behind the app, as `sw.js`, with the list of what it stores at once in the place of
 * `self.__WB_MANIFEST`, and of what it stores later in that of `self.__KEPT_AHEAD`. Workbox' own plugin brings 300 packages to do the same.
 */
export function serviceWorker({ entry, manifest, isPrecached, isKeptAhead }: ServiceWorkerOptions): Plugin {
  let app: ResolvedConfig;
  return {
    name: "orin-service-worker",
    apply: "build",
    configResolved(config) {
      app = config;
    },
    transformIndexHtml: () => [{
      tag: "link",
      attrs: { rel: "manifest", href: "/manifest.webmanifest" },
      injectTo: "head",
    }],
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "manifest.webmanifest", source: JSON.stringify(manifest) });
    },
    async closeBundle() {
      const folder = resolve(app.root, app.build.outDir);
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) =>
        path.replaceAll("\\", "/")
      );
      const stored = files.filter(isPrecached).toSorted().map((url) => ({ url, revision: revisionOf(folder, url) }));
      const keptAhead = files.filter(isKeptAhead).toSorted();
      refuseMissingImports(folder, stored.map(({ url }) => url));
      refuseMissingImports(folder, keptAhead, new Set(stored.map(({ url }) => url)));
      await build({
        configFile: false,
        root: app.root,
        logLevel: "warn",
        resolve: { alias: app.resolve.alias },
        define: {
          ...app.define,
          "self.__WB_MANIFEST": JSON.stringify(stored),
          "self.__KEPT_AHEAD": JSON.stringify(keptAhead),
          "self.__FONT": JSON.stringify(fontIn(files)),
        },
        build: {
          target: app.build.target,
          outDir: folder,
          emptyOutDir: false,
          copyPublicDir: false,
          modulePreload: false,
          rolldownOptions: {
            input: entry,
            output: { format: "iife", entryFileNames: "sw.js" },
          },
        },
      });
    },
  };
}

/** A screen whose code is stored opens only where all that it imports is stored, too: here, or among `others`. */
function refuseMissingImports(
  folder: string,
  stored: readonly string[],
  others: ReadonlySet<string> = new Set(),
): void {
  const known = new Set([...stored, ...others]);
  for (const file of stored.filter((name) => name.endsWith(".js"))) {
    const text = readFileSync(join(folder, file), "utf8");
    for (const [, name] of text.matchAll(/(?:import|from)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) {
      if (!known.has(`assets/${name}`)) {
        throw new Error(`${file} is stored for a start without a network, ${name} is not`);
      }
    }
  }
}

/** The app's font, which the worker brings once it is there, and not before. */
function fontIn(files: readonly string[]): string {
  const font = files.find((file) => /^assets\/inter-\w+\.woff2$/.test(file));
  if (font === undefined) throw new Error("The build has no font");
  return `/${font}`;
}

/** The name of an asset says what is in it; any other file is told apart by its bytes. */
function revisionOf(folder: string, file: string): string | null {
  if (file.startsWith("assets/")) return null;
  return createHash("sha256").update(readFileSync(join(folder, file))).digest("hex").slice(0, 32);
}
