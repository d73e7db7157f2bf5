import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/**
 * A page without scripts and anything fetched. `formTargets` are the origins a form may end at: browsers apply that rule
 * to the redirect after it, too.
 */
export function page(
  c: Context,
  { title, body, formTargets = [], status = 200 }: PageParts,
): Response | Promise<Response> {
  c.header("content-security-policy", `${POLICY}; form-action 'self' ${formTargets.join(" ")}`);
  c.header("referrer-policy", "no-referrer");
  c.header("cache-control", "no-store");
  c.status(status);
  return c.html(html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="robots" content="noindex">
        <title>${title}</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body>
    ${body}
      </body>
    </html>
  `);
}

type PageParts = { title: string; body: Markup; formTargets?: string[]; status?: 200 | 404 };

/** Kobo as the pages show them. */
export function naira(kobo: number): string {
  return `₦${(kobo / 100).toLocaleString("en-NG", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const STYLE = `
:root { color-scheme: light dark; --canvas: #faf4e6; --surface: #fffcf4; --ink: #1b1b40; --soft: #474672; --line: #e3d8bf;
  --dye: #2f348f; --on-dye: #fff9ea; --marigold: #f4b23f; --on-marigold: #1a1533; --focus: #2f348f; --bad: #a3213a; --good: #1d6b45; }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #0f1023; --surface: #17193a; --ink: #f7f0e1; --soft: #c5c2dc; --line: #2c2f5c; --dye: #3a40b4;
    --focus: #ffd27a; --bad: #ff9aa8; --good: #7fd8a8; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px 64px; background: var(--canvas); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1080px; margin: 0 auto; }
main.narrow { max-width: 440px; }
h1 { margin: 0 0 16px; font-size: 26px; line-height: 1.2; }
h2 { margin: 0 0 12px; font-size: 18px; }
p { margin: 0 0 12px; }
.card > :last-child { margin-bottom: 0; }
.soft { color: var(--soft); }
.small { font-size: 14px; }
.note { margin: 0 0 20px; padding: 10px 14px; border-radius: 12px; border: 1px dashed var(--marigold); font-size: 14px; }
.card { margin: 0 0 20px; padding: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 20px; }
.mast { margin: -20px -20px 20px; padding: 18px 20px; border-radius: 19px 19px 0 0; background: var(--dye); color: var(--on-dye); }
.mast b { font-size: 18px; }
.mast div { color: var(--marigold); font-size: 10px; letter-spacing: 6px; }
.sum { font-size: 38px; line-height: 1.1; font-weight: 700; margin: 4px 0 12px; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 0 20px; font-size: 14px; }
dt { color: var(--soft); } dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
fieldset { margin: 0 0 16px; padding: 0; border: 0; }
legend { padding: 0; font-size: 14px; color: var(--soft); margin-bottom: 6px; }
label { display: inline-flex; align-items: center; gap: 8px; min-height: 44px; margin-right: 16px; }
input, select, button { font: inherit; color: inherit; }
input[type=text], input[type=number], select { min-height: 44px; padding: 0 12px; border: 1px solid var(--soft); border-radius: 12px; background: var(--canvas); max-width: 100%; }
input[type=radio], input[type=checkbox] { width: 20px; height: 20px; accent-color: var(--dye); }
button { min-height: 44px; padding: 0 18px; border: 1px solid var(--soft); border-radius: 999px; background: none; font-weight: 600; cursor: pointer; }
button.main { width: 100%; min-height: 52px; border: 0; background: var(--marigold); color: var(--on-marigold); font-size: 17px; }
.stack { display: grid; gap: 10px; }
.row { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; }
.grid { display: grid; gap: 20px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); align-items: start; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th, td { padding: 8px 16px 8px 0; text-align: left; border-top: 1px solid var(--line); vertical-align: middle; }
th { color: var(--soft); font-weight: 500; border: 0; }
td.number { padding-right: 24px; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code { font: 13px ui-monospace, monospace; overflow-wrap: anywhere; }
td code { display: inline-block; min-width: 16ch; }
.bad { color: var(--bad); } .good { color: var(--good); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;
