import { element, escaped, path } from "./svg.ts";

/**
 * Capitals drawn as single strokes on a grid six high, so that titles look the same on every machine: servers have no
 * fonts, and few fonts have Yoruba's, Igbo's and Hausa's letters.
 */
const LETTERS: Record<string, readonly [width: number, strokes: string]> = {
  A: [4.2, "M0 6L2.1 0L4.2 6M0.8 3.9H3.4"],
  B: [3.4, "M0 0V6H1.9A1.5 1.55 0 0 0 1.9 2.9H0M0 0H1.7A1.4 1.45 0 0 1 1.7 2.9"],
  C: [3.9, "M3.9 1A2.2 3 0 1 0 3.9 5"],
  D: [3.9, "M0 0V6H1.1A2.8 3 0 0 0 1.1 0Z"],
  E: [3, "M3 0H0V6H3M0 2.9H2.5"],
  F: [2.9, "M2.9 0H0V6M0 2.9H2.4"],
  G: [4.1, "M3.9 1A2.2 3 0 1 0 4.1 4.6V3.3H2.5"],
  H: [3.8, "M0 0V6M3.8 0V6M0 2.9H3.8"],
  I: [0, "M0 0V6"],
  J: [2.4, "M2.4 0V4.5A1.2 1.5 0 0 1 0 4.5"],
  K: [3.6, "M0 0V6M3.5 0L0 3.4M1.2 2.3L3.6 6"],
  L: [2.9, "M0 0V6H2.9"],
  M: [4.8, "M0 6V0L2.4 3.8L4.8 0V6"],
  N: [3.9, "M0 6V0L3.9 6V0"],
  O: [4.4, "M2.2 0A2.2 3 0 0 1 2.2 6A2.2 3 0 0 1 2.2 0Z"],
  P: [3.2, "M0 6V0H1.7A1.5 1.65 0 0 1 1.7 3.3H0"],
  Q: [4.4, "M2.2 0A2.2 3 0 0 1 2.2 6A2.2 3 0 0 1 2.2 0ZM2.7 4.4L4.3 6.2"],
  R: [3.5, "M0 6V0H1.8A1.5 1.65 0 0 1 1.8 3.3H0M1.5 3.3L3.5 6"],
  S: [3.4, "M3.2 1A1.6 1.5 0 0 0 0.2 1.6C0.2 3.3 3.4 2.7 3.4 4.4A1.7 1.6 0 0 1 0 4.9"],
  T: [4, "M0 0H4M2 0V6"],
  U: [3.8, "M0 0V4.1A1.9 1.9 0 0 0 3.8 4.1V0"],
  V: [4.2, "M0 0L2.1 6L4.2 0"],
  W: [6, "M0 0L1.5 6L3 1.2L4.5 6L6 0"],
  X: [3.8, "M0 0L3.8 6M3.8 0L0 6"],
  Y: [4, "M0 0L2 3L4 0M2 3V6"],
  Z: [3.5, "M0 0H3.5L0 6H3.5"],
  Ɗ: [4.4, "M-0.3 1.3A0.9 1.2 0 0 1 0.6 0V6H1.6A2.8 3 0 0 0 1.6 0H0.6"],
  "&": [4, "M4 6L1 1.9A1.2 1.15 0 1 1 2.7 1.7C2.2 2.5 0.2 3 0.2 4.5A1.6 1.5 0 0 0 3.6 3.9"],
  "-": [2, "M0 3H2"],
  "'": [0, "M0 0V1.2"],
};

/** Marks over and under a letter, from its middle. */
const MARKS: Record<string, string> = {
  "\u0300": "M-0.9 -2L0.3 -1.1",
  "\u0301": "M0.9 -2L-0.3 -1.1",
  "\u0303": "M-1.1 -1.2C-0.6 -2 -0.3 -1.9 0 -1.6S0.7 -1.2 1.1 -1.9",
  "\u0323": "M0 7.3V7.35",
};

const SPACE = 2.4;
const GAP = 1.5;

interface Lettering {
  /** Height of a capital in pixels. */
  size: number;
  weight: number;
  colour: string;
  anchor?: "start" | "middle";
}

/** One line of text with its baseline at y = 0. */
export function letter(text: string, { size, weight, colour, anchor = "start" }: Lettering): string {
  const scale = size / 6;
  const from = anchor === "middle" ? -widthOf(text, size) / 2 : 0;
  const strokes = strokesOf(text).map(({ at, strokes }) =>
    path(strokes, { transform: `translate(${at.toFixed(2)} 0)` })
  ).join("");
  return element("g", {
    transform: `translate(${from.toFixed(2)} ${-size}) scale(${scale.toFixed(4)})`,
    fill: "none",
    stroke: colour,
    "stroke-width": weight.toFixed(2),
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "aria-label": escaped(text).replaceAll('"', "&quot;"),
  }, strokes);
}

/** How wide a text is drawn at a size, in the units of the picture. */
export function widthOf(text: string, size: number): number {
  const letters = strokesOf(text);
  const last = letters.at(-1);
  return last ? (last.at + last.width) * size / 6 : 0;
}

/** Breaks a text into lines no wider than `width`. */
export function wrapped(text: string, size: number, width: number): string[] {
  return text.split(" ").reduce<string[]>((lines, word) => {
    const longer = [lines.at(-1), word].filter(Boolean).join(" ");
    return lines.length > 0 && widthOf(longer, size) <= width ? [...lines.slice(0, -1), longer] : [...lines, word];
  }, []);
}

interface Stroke {
  at: number;
  width: number;
  strokes: string;
}

function strokesOf(text: string): Stroke[] {
  let at = 0;
  let base: Stroke | undefined;
  return [...text.toUpperCase().normalize("NFD")].flatMap((sign) => {
    const mark = MARKS[sign];
    if (mark && base) return [{ at: base.at + base.width / 2, width: base.width / 2, strokes: mark }];
    const [width, strokes] = LETTERS[sign] ?? [SPACE - GAP, ""];
    base = { at, width, strokes };
    at += width + GAP;
    return strokes === "" ? [] : [base];
  });
}
