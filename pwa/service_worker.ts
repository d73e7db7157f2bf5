import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin, PluginOption } from "vite";
import { type ManifestOptions, VitePWA } from "vite-plugin-pwa";
import { callNames } from "./call_names.ts";

interface ServiceWorkerOptions {
  readonly manifest: Partial<ManifestOptions>;
  /** Patterns of the files that a start without a network needs. */
  readonly stored: string[];
  /** Whether one of these, such as `assets/app-1a2b3c.js`, is not worth storing. */
  isOnlineOnly(file: string): boolean;
  /** Whether one of these is stored later, when the page has nothing to do. */
  isKeptAhead(file: string): boolean;
}

/** Builds `src/sw.ts` as `sw.js` behind the app, with the list of what it stores, and writes the web app manifest. */
export function serviceWorker({ manifest, stored, isOnlineOnly, isKeptAhead }: ServiceWorkerOptions): PluginOption {
  const later = laterFiles(isKeptAhead);
  return VitePWA({
    strategies: "injectManifest",
    srcDir: "src",
    filename: "sw.ts",
    registerType: "prompt",
    // `shell/update.ts` registers it.
    injectRegister: false,
    manifest,
    includeManifestIcons: false,
    injectManifest: {
      rollupFormat: "iife",
      globPatterns: stored,
      manifestTransforms: [(entries) => {
        const kept = entries.filter(({ url }) => !isOnlineOnly(url) && !isKeptAhead(url));
        later.refuseMissingImports(kept.map(({ url }) => url));
        return { manifest: kept };
      }],
      buildPlugins: { vite: [callNames(), later.plugin] },
    },
  });
}

/** What Workbox has no list for: the worker's `self.__KEPT_AHEAD`, stored later, and `self.__FONT`, the app's font. */
function laterFiles(isKeptAhead: (file: string) => boolean) {
  let folder = "";
  let keptAhead: string[] = [];
  const plugin: Plugin = {
    name: "orin-later-files",
    config({ root = ".", build }) {
      folder = resolve(root, build?.outDir ?? "dist");
      const assets = readdirSync(join(folder, "assets")).map((name) => `assets/${name}`);
      keptAhead = assets.filter(isKeptAhead).toSorted();
      return {
        define: {
          "self.__KEPT_AHEAD": JSON.stringify(keptAhead),
          "self.__FONT": JSON.stringify(fontIn(assets)),
        },
      };
    },
  };
  /** A screen whose code is stored opens only where all that it imports is stored, too. */
  const refuseMissingImports = (precached: readonly string[]) => {
    refuseMissing(folder, { stored: precached, known: new Set(precached) });
    refuseMissing(folder, { stored: keptAhead, known: new Set([...precached, ...keptAhead]) });
  };
  return { plugin, refuseMissingImports };
}

function refuseMissing(folder: string, files: { stored: readonly string[]; known: ReadonlySet<string> }): void {
  for (const file of files.stored.filter((name) => name.endsWith(".js"))) {
    const text = readFileSync(join(folder, file), "utf8");
    for (const [, name] of text.matchAll(/(?:import|from)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) {
      if (!files.known.has(`assets/${name}`)) {
        throw new Error(`${file} is stored for a start without a network, ${name} is not`);
      }
    }
  }
}

/** The app's font, which the worker brings once it is there, and not before. */
function fontIn(assets: readonly string[]): string {
  const font = assets.find((file) => /^assets\/inter-\w+\.woff2$/.test(file));
  if (font === undefined) throw new Error("The build has no font");
  return `/${font}`;
}
