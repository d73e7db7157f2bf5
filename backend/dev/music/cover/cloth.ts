import type { Palette } from "./palette.ts";
import { element, escaped } from "./svg.ts";

/** Makes a drawing look dyed: lines that were painted by hand, a vat that took unevenly, threads. */
export function cloth(spec: { seed: number; colours: Palette; title: string }, drawing: string, text: string): string {
  const { seed, colours, title } = spec;
  const ground = element("rect", { width: 512, height: 512, fill: colours.ground });
  return element(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: "0 0 512 512", width: 512, height: 512 },
    (title ? element("title", {}, escaped(title)) : "") +
      element("defs", {}, filters(seed % 1000, colours)) +
      ground +
      element("rect", { width: 512, height: 512, filter: "url(#vat)" }) +
      element("g", { filter: "url(#hand)" }, drawing) +
      element("rect", { width: 512, height: 512, filter: "url(#thread)" }) +
      text,
  );
}

function filters(seed: number, { ground, pale }: Palette): string {
  const area = { x: "0", y: "0", width: "100%", height: "100%" };
  const hand = element(
    "filter",
    { id: "hand", x: "-5%", y: "-5%", width: "110%", height: "110%" },
    element("feTurbulence", { type: "fractalNoise", baseFrequency: "0.018", numOctaves: 2, seed, result: "shake" }) +
      element("feDisplacementMap", {
        in: "SourceGraphic",
        in2: "shake",
        scale: 9,
        xChannelSelector: "R",
        yChannelSelector: "G",
      }),
  );
  const vat = element(
    "filter",
    { id: "vat", ...area },
    element("feTurbulence", { type: "fractalNoise", baseFrequency: "0.007 0.011", numOctaves: 3, seed: seed + 1 }) +
      element("feColorMatrix", { values: tint(mixed(ground, pale), "0 0 0 2.2 -0.85") }),
  );
  const thread = element(
    "filter",
    { id: "thread", ...area },
    element("feTurbulence", { type: "fractalNoise", baseFrequency: "0.05 0.8", numOctaves: 1, seed: seed + 2 }) +
      element("feColorMatrix", { values: tint([20, 16, 40], "0 0 0 0.75 -0.33") }),
  );
  return hand + vat + thread;
}

/** A colour matrix that keeps only the noise's alpha and gives it one colour. */
function tint([red, green, blue]: readonly [number, number, number], alpha: string): string {
  const level = (value: number) => `0 0 0 0 ${(value / 255).toFixed(3)}`;
  return `${level(red)} ${level(green)} ${level(blue)} ${alpha}`;
}

function mixed(first: string, second: string): [number, number, number] {
  const [a, b] = [Number.parseInt(first.slice(1), 16), Number.parseInt(second.slice(1), 16)];
  const half = (shift: number) => ((a >> shift & 255) + (b >> shift & 255)) / 2;
  return [half(16), half(8), half(0)];
}
