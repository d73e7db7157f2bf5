import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Plugin, type ResolvedConfig } from "vite";
import { callNames } from "./call_names.ts";
import { markShapes } from "./src/ui/mark.ts";

const source = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

/**
 * Builds the player for other sites as one small page of its own, with its script and styles in it: `embed.html`, which
 * the service fills with a song (`backend/http/framed_page.ts`). Nothing of the app is loaded there.
 */
export function embedPage(): Plugin {
  let app: ResolvedConfig;
  return {
    name: "orin-embed-page",
    apply: "build",
    configResolved(config) {
      app = config;
    },
    async closeBundle() {
      const script = await scriptOf(app);
      const page = source("./src/embed/embed.html")
        .replaceAll("<!-- mark -->", () => markShapes({ ring: "currentColor", seed: "var(--marigold)" }))
        .replace("<!-- styles -->", () => `<style>${source("./src/embed/embed.css")}</style>`)
        .replace("<!-- script -->", () => `<script>${script}</script>`);
      writeFileSync(join(resolve(app.root, app.build.outDir), "embed.html"), page);
    },
  };
}

/** As text that can stand inside a page. */
async function scriptOf(app: ResolvedConfig): Promise<string> {
  const built = await build({
    configFile: false,
    plugins: [callNames()],
    root: app.root,
    logLevel: "warn",
    resolve: { alias: app.resolve.alias },
    build: {
      target: app.build.target,
      write: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(app.root, "src/embed/main.ts"),
        output: { format: "iife", entryFileNames: "embed.js" },
      },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => "output" in one ? one.output : []);
  const code = outputs.flatMap((one) => one.type === "chunk" ? [one.code] : []);
  if (code.length !== 1) throw new Error(`The embedded player is ${code.length} scripts, not one`);
  return code.join("").trim().replaceAll("</script", "<\\/script");
}
