import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Theme = Record<string, string>;

const GROUNDS = ["canvas", "surface", "raised", "sunken"];
const TEXTS = ["ink", "ink-soft", "ink-faint", "accent", "link", "success", "danger", "info"];
const CONTROLS = ["line-strong", "primary", "focus"];

/** Text in use on something other than a ground: [text, what it is on]. */
const PAIRS = [
  ["on-primary", "primary"],
  ["on-primary", "primary-strong"],
  ["on-dye", "dye"],
  ["on-danger", "danger-fill"],
  ["on-danger", "danger-strong"],
  ["canvas", "ink"],
  ["success", "success-soft"],
  ["danger", "danger-soft"],
  ["info", "info-soft"],
  ["ink", "success-soft"],
  ["ink", "danger-soft"],
  ["ink", "info-soft"],
] as const;

/** Grounds with a tint of ink over them: chips, hovered rows, the search field. Text there is ink or ink-soft. */
const TINTS = [0.06, 0.08, 0.1, 0.14];

describe.each(themes())("the %s palette", (_name, theme) => {
  it.each(TEXTS)("shows %s on every ground at 4.5:1 at least", (text) => {
    for (const ground of GROUNDS) {
      expect(contrast(theme, text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(CONTROLS)("shows the edge of controls (%s) on every ground at 3:1 at least", (edge) => {
    for (const ground of GROUNDS) {
      expect(contrast(theme, edge, ground), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(PAIRS)(
    "shows %s on %s at 4.5:1 at least",
    (text, ground) => expect(contrast(theme, text, ground)).toBeGreaterThanOrEqual(4.5),
  );

  it("keeps text readable on tinted grounds", () => {
    for (const ground of GROUNDS) {
      for (const tint of TINTS) {
        const tinted = mix(colour(theme, "ink"), colour(theme, ground), tint);
        for (const text of ["ink", "ink-soft"]) {
          expect(ratio(colour(theme, text), tinted), `${text} on ${ground} + ${tint}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });
});

type Rgb = [number, number, number];

/** The two blocks of palette.css: night, then day, which says every colour anew. */
function themes(): [string, Theme][] {
  const css = readFileSync("pwa/src/ui/palette.css", "utf8");
  const blocks = [...css.matchAll(/\{([^{}]*)\}/g)].map(([, body = ""]) =>
    Object.fromEntries(
      [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = "", hex = ""]) => [name, hex]),
    )
  );
  return [["night", blocks[0] ?? {}], ["day", blocks[1] ?? {}]];
}

function colour(theme: Theme, name: string): Rgb {
  const hex = theme[name];
  if (!hex) throw new Error(`The palette has no ${name}`);
  const at = (index: number) => parseInt(hex.slice(index, index + 2), 16);
  return [at(1), at(3), at(5)];
}

function contrast(theme: Theme, a: string, b: string): number {
  return ratio(colour(theme, a), colour(theme, b));
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function ratio(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function mix(over: Rgb, under: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => over[index] * share + under[index] * (1 - share);
  return [at(0), at(1), at(2)];
}
