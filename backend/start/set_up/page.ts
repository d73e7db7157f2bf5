import { join } from "node:path";
import { VERSION } from "../../contract/version.ts";
import { PALETTE } from "../page_style.ts";
import type { SetUp } from "./progress.ts";

const ICON = join(import.meta.dirname ?? "", "../../../pwa/public/favicon.svg");
/** Seconds until it is worth asking again. */
const AGAIN_S = 2;
/** Tells the page's script that this answer is not the app's. */
const MARK = "x-orin-set-up";

/** How far a start is. */
type State = Pick<SetUp, "percent" | "doing" | "isLong">;

const FIRST_START =
  " The first start downloads and prepares everything, and takes a few minutes; later ones take seconds.";

/** What every path answers until the app does: 503, for people a page that looks again by itself. */
export function setUpAnswer(request: Request, { percent, doing, isLong }: State): Response {
  const isPage = request.headers.get("accept")?.includes("text/html") ?? false;
  const text = `Orin is being set up: ${percent} %`;
  const headers = {
    "content-type": `text/${isPage ? "html" : "plain"}; charset=utf-8`,
    "cache-control": "no-store",
    "retry-after": String(AGAIN_S),
    "x-content-type-options": "nosniff",
    "x-orin-version": VERSION,
    [MARK]: JSON.stringify({ percent, doing }),
    ...isPage && { "content-security-policy": POLICY },
  };
  return new Response(isPage ? page({ text, percent, doing, isLong }) : `${text}\n`, { status: 503, headers });
}

/** It brings its own style, script and picture: there may be no built app. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; " +
  "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function page({ text, percent, doing, isLong }: State & { readonly text: string }): string {
  const icon = iconIfThere();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<noscript><meta http-equiv="refresh" content="${AGAIN_S}"></noscript>
<style>${STYLE}</style>
</head>
<body>
<main>
  <div class="sign" aria-hidden="true">${icon}</div>
  <h1 id="text">${text}</h1>
  <progress id="bar" max="100" value="${percent}" aria-labelledby="text"></progress>
  <p id="doing" role="status">${doing}</p>
  <p class="hint" id="hint">This page opens Orin by itself.${isLong ? FIRST_START : ""}</p>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** An image has the built app's alone. */
function iconIfThere(): string {
  try {
    return Deno.readTextFileSync(ICON);
  } catch {
    return "";
  }
}

const STYLE = `${PALETTE}
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 24px; background: var(--canvas);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 420px; text-align: center; }
.sign svg { display: block; width: 88px; height: 88px; margin: 0 auto 28px; }
h1 { margin: 0; font-size: 24px; line-height: 1.25; font-variant-numeric: tabular-nums; }
progress { appearance: none; display: block; width: 100%; height: 8px; margin: 24px 0 12px; border: 0; border-radius: 999px;
  background: var(--line); overflow: hidden; }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { border-radius: 999px; background: var(--marigold); transition: width 600ms; }
progress::-moz-progress-bar { border-radius: 999px; background: var(--marigold); }
p { margin: 0; color: var(--soft); }
#doing { min-height: 1.5em; color: var(--ink); }
.hint { margin-top: 28px; font-size: 14px; }
@media (prefers-reduced-motion: reduce) { progress::-webkit-progress-value { transition: none; } }
`;

/** Asks each second; what is not this page is the app. */
const SCRIPT = `
const show = (id, text) => { const node = document.getElementById(id); if (node.textContent !== text) node.textContent = text; };
const hint = document.getElementById("hint").textContent;
let failures = 0;
const look = async () => {
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/plain" }, cache: "no-store" });
    const said = answer.headers.get("${MARK}");
    if (said === null) return location.reload();
    failures = 0;
    const { percent, doing } = JSON.parse(said);
    document.title = "Orin is being set up: " + percent + " %";
    show("text", document.title);
    show("doing", doing);
    show("hint", hint);
    document.getElementById("bar").value = percent;
  } catch {
    if (++failures === 5) {
      show("doing", "Orin does not answer");
      show("hint", "It may have been stopped: the terminal in which it was started says why. This page goes on as soon as Orin answers.");
    }
  }
  setTimeout(look, 1000);
};
setTimeout(look, 1000);
`;
