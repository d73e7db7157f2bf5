import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Where most people come in: the screens' paths as `router.tsx` writes them, and their modules. */
const SCREENS: Readonly<Record<string, string>> = {
  "/": path("./src/shell/Home.tsx"),
  "/songs": path("./src/shell/StreamAndEarn.tsx"),
  "/artists/:id": path("./src/shell/ArtistPage.tsx"),
  "/track/:id": path("./src/shell/TrackPage.tsx"),
  "/playlists/:id": path("./src/catalogue/playlist/PlaylistPage.tsx"),
  "/release/:id": path("./src/catalogue/release/UpcomingPage.tsx"),
  "/music-details": path("./src/catalogue/album/MusicDetails.tsx"),
};

/** What comes in turn on the first visit, by where it begins: a first screen, then the player and what goes with it. */
const TURNS = [
  { name: "first", begins: [SCREENS["/"], SCREENS["/songs"]] },
  {
    name: "next",
    begins: [
      ...["player/app_player.ts", "shell/Overlay.tsx", "shell/Footer.tsx", "outbox/outbox.ts", "data/query_keep.ts"],
      ...["catalogue/discover/Spotlight.tsx", "catalogue/discover/Week.tsx"],
    ].map((module) => path(`./src/${module}`)),
  },
];

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

let turns: Map<string, string> | undefined;

/** The turn in which a module comes: the name of its file. Null for a module of no turn. */
export function turnOf(id: string, modules: Modules): string | null {
  // One build has one graph.
  turns ??= turnsIn(modules);
  return turns.get(id) ?? null;
}

/** Of all modules that the turns import, and of those that these import. */
function turnsIn(modules: Modules): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, begins } of TURNS) {
    const reached = new Set(begins);
    for (const id of reached) {
      if (id === undefined) continue;
      if (!found.has(id)) found.set(id, name);
      for (const next of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
    }
  }
  return found;
}

/**
 * Writes `first_screens.json`: the scripts of each first screen beside those of every page, by the screen's path. The
 * service names them in the page (`backend/http/pages.ts`), so that they come beside the app and not after it.
 */
export function firstScreens(): Plugin {
  return {
    name: "orin-first-screens",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const withImports = (fileNames: readonly string[]) => {
        const files = new Set(fileNames);
        for (const name of files) {
          for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) files.add(next);
        }
        return files;
      };
      const everywhere = withImports(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
      const scripts = Object.entries(SCREENS).map(([screen, module]) => {
        const own = chunks.filter(({ moduleIds }) => moduleIds.includes(module)).map(({ fileName }) => fileName);
        return [screen, [...withImports(own)].filter((name) => !everywhere.has(name))];
      });
      this.emitFile({
        type: "asset",
        fileName: "first_screens.json",
        source: JSON.stringify(Object.fromEntries(scripts)),
      });
    },
  };
}
