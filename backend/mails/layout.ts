import { escapedHtml } from "../contract/html.ts";
import { VERSION } from "../contract/version.ts";

/** One part of a mail, in the order of reading: a paragraph, the one-time code, or the thing to press. */
export type Block = string | { code: string } | { label: string; url: string };

type Letter = {
  subject: string;
  /** What a phone shows beside the subject. */
  preview: string;
  heading: string;
  blocks: Block[];
  /** How to get no more of such mails. */
  stop?: { label: string; url: string };
  /** Orin's address, without a slash at the end. */
  publicUrl: string;
};

// The colours of the product's day and night: indigo dye, undyed cloth, marigold.
const DAY = {
  canvas: "#faf4e6",
  surface: "#fffcf4",
  ink: "#1b1b40",
  soft: "#474672",
  link: "#343aa6",
  line: "#e3d8bf",
};
const NIGHT = {
  canvas: "#0f1023",
  surface: "#17193a",
  ink: "#f7f0e1",
  soft: "#c5c2dc",
  link: "#b3bcff",
  line: "#2c2f5c",
};
const DYE = { ground: "#2f348f", ink: "#fff9ea", marigold: "#f4b23f", onMarigold: "#1a1533" };
/** A mail that a person sends on tells which Orin wrote it. */
const FOOT = `Orin ${VERSION}, music that pays you back`;
const SANS = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

/** The mail as plain text. */
export function renderText({ heading, blocks, stop, publicUrl }: Letter): string {
  const parts = blocks.map((block) => {
    if (typeof block === "string") return block;
    return "code" in block ? `    ${block.code}` : `${block.label}: ${block.url}`;
  });
  const end = stop ? [`${stop.label}: ${stop.url}`] : [];
  return [heading, ...parts, ...end, `${FOOT}\n${publicUrl}`].join("\n\n") + "\n";
}

/**
 * The mail as HTML without pictures, scripts or anything fetched. Colours are inline, because many mail programs drop
 * style sheets; those that keep them turn it dark. Code and button keep one look in both, so forced inversion is harmless.
 */
export function renderHtml({ subject, preview, heading, blocks, stop, publicUrl }: Letter): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${escapedHtml(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .canvas { background: ${NIGHT.canvas} !important; }
  .surface { background: ${NIGHT.surface} !important; border-color: ${NIGHT.line} !important; }
  .ink { color: ${NIGHT.ink} !important; }
  .soft { color: ${NIGHT.soft} !important; }
  .link { color: ${NIGHT.link} !important; }
}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:${DAY.canvas}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapedHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;${SANS}">
<tr><td style="background:${DYE.ground};border-radius:20px 20px 0 0;padding:24px 32px">${renderMast()}</td></tr>
<tr><td class="surface" style="background:${DAY.surface};border:1px solid ${DAY.line};border-top:0;border-radius:0 0 20px 20px;padding:32px">
<h1 class="ink" style="margin:0 0 20px;font-size:24px;line-height:1.25;color:${DAY.ink}">${escapedHtml(heading)}</h1>
${blocks.map(renderBlock).join("\n")}
</td></tr>
<tr><td class="soft" align="center" style="padding:20px 32px;font-size:13px;line-height:1.6;color:${DAY.soft}">
${FOOT}<br>
<a class="link" href="${escapedHtml(publicUrl)}" target="_blank" style="color:${DAY.link}">${
    escapedHtml(hostOf(publicUrl))
  }</a>${stop ? renderStop(stop) : ""}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function renderStop({ label, url }: { label: string; url: string }): string {
  return `<br>\n<a class="link" href="${escapedHtml(url)}" target="_blank" style="color:${DAY.link}">${
    escapedHtml(label)
  }</a>`;
}

/** The name, and a row of resist-dyed diamonds. */
function renderMast(): string {
  return `<span style="font-size:26px;font-weight:700;letter-spacing:.5px;color:${DYE.ink}">Orin</span>` +
    `<div aria-hidden="true" style="margin-top:8px;font-size:11px;line-height:1;letter-spacing:7px;color:${DYE.marigold}">` +
    `&#9670;&#9671;&#9670;&#9671;&#9670;&#9671;&#9670;</div>`;
}

function renderBlock(block: Block): string {
  if (typeof block === "string") {
    return `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.6;color:${DAY.ink}">${
      escapedHtml(block)
    }</p>`;
  }
  return "code" in block ? renderCode(block.code) : renderButton(block.label, block.url);
}

function renderCode(code: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">` +
    `<tr><td align="center" style="background:${DYE.ground};border-radius:16px;padding:22px 12px 22px 24px;` +
    `font-family:ui-monospace,Menlo,Consolas,monospace;font-size:42px;line-height:1.1;font-weight:700;` +
    `letter-spacing:12px;color:${DYE.ink}">${escapedHtml(code)}</td></tr></table>`;
}

function renderButton(label: string, url: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">` +
    `<tr><td style="background:${DYE.marigold};border-radius:999px">` +
    `<a href="${escapedHtml(url)}" target="_blank" style="display:inline-block;padding:14px 28px;font-size:16px;` +
    `font-weight:700;text-decoration:none;color:${DYE.onMarigold}">${escapedHtml(label)}</a></td></tr></table>`;
}

function hostOf(publicUrl: string): string {
  return publicUrl.replace(/^https?:\/\//, "");
}
