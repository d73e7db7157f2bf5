import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { WELCOME } from "./src/catalogue/welcome_words.ts";
import { markShapes } from "./src/ui/mark.ts";

const FONT = "src/ui/fonts/inter.woff2";

const source = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

/**
 * Lets index.html paint before any script or style sheet came: theme, colours and frame are written into it, from the
 * very files the app uses, and the style sheet moves behind the shell, where it blocks nothing above it. The service
 * allows the scripts in the page by their hashes (`backend/http/security_headers.ts`), so they stay as they are to the byte.
 */
export function staticShell(): Plugin {
  const font = readFileSync(new URL(`./${FONT}`, import.meta.url));
  const fontFile = `assets/inter-${createHash("sha256").update(font).digest("hex").slice(0, 8)}.woff2`;
  let fontUrl = `/${FONT}`;
  return {
    name: "orin-static-shell",
    configResolved({ command }) {
      if (command === "build") fontUrl = `/${fontFile}`;
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: fontFile, source: font });
    },
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const styles = minify(source("./src/ui/palette.css") + source("./src/shell/frame.css")) + fontFace(fontUrl);
        const scripts = ["./theme.js", "./ask_early.js"].map((file) => `<script>${source(file)}</script>`).join("");
        const mark = markShapes({ ring: "var(--ink)", seed: "var(--marigold)" });
        return lateStyles(html)
          .replace("<!-- first scripts -->", () => scripts)
          .replace("<!-- critical styles -->", () => `<style>${styles}</style>`)
          .replaceAll("<!-- mark -->", () => mark)
          .replace("<!-- welcome -->", () => `<h1>${WELCOME.title}</h1><p>${WELCOME.text}</p>`);
      },
    },
  };
}

/**
 * Only pages that the worker serves ask for it (theme.js). Optional: where it has not come within a tenth of a second a
 * page stays as it is, so that no text is ever moved or hidden by it.
 */
function fontFace(url: string): string {
  return `@font-face{font-family:Inter;src:url(${url}) format("woff2");font-weight:400 800;font-display:optional}`;
}

function lateStyles(html: string): string {
  const links = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const preloads = links.map((link) => link.replace('rel="stylesheet"', 'rel="preload" as="style"'));
  const without = links.reduce((text, link, index) => text.replace(link, preloads[index] ?? ""), html);
  return without.replace("</body>", `${links.join("")}</body>`);
}

function minify(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\s+/g, " ").replace(/ ?([{};,>]) ?|(:) /g, "$1$2").replaceAll(
    ";}",
    "}",
  )
    .trim();
}
