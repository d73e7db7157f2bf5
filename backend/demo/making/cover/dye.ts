import { type Random, seededRandom } from "../random.ts";
import type { Palette } from "./palette.ts";

/** Pixels between the knots of each unevenness. */
const SHAKE_PX = 52;
const VAT_PX = [140, 90] as const;
const THREAD_PX = [22, 1.25] as const;
/** How far a painted line strays at most. */
const SHAKE_REACH_PX = 7;

type Colour = readonly [red: number, green: number, blue: number];

/**
 * Makes a clean drawing (RGBA, `side` by `side`) look dyed: lines painted by hand, a vat that took unevenly, threads.
 * Filters in the SVG could do it too, ten times slower.
 */
export function dyed(
  drawing: Uint8Array,
  side: number,
  { seed, colours }: { seed: number; colours: Palette },
): Uint8Array {
  const cloth = new Uint8Array(side * side * 3);
  const fields = unevenness(seed);
  const [ground, pale] = [rgb(colours.ground), rgb(colours.pale)];
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0; x < side; x++, at += 3) {
      const fromX = clamp(x + SHAKE_REACH_PX * (fields.shakeX(x / SHAKE_PX, y / SHAKE_PX) * 2 - 1), side - 1.001);
      const fromY = clamp(y + SHAKE_REACH_PX * (fields.shakeY(x / SHAKE_PX, y / SHAKE_PX) * 2 - 1), side - 1.001);
      const vat = within01(3.2 * fields.vat(x / VAT_PX[0], y / VAT_PX[1]) - 1.3) * 0.8;
      const thread = within01(0.36 * fields.thread(x / THREAD_PX[0], y / THREAD_PX[1]) - 0.18);
      const paint = sampled({ pixels: drawing, side }, fromX, fromY);
      for (let channel = 0; channel < 3; channel++) {
        const under = (ground[channel] ?? 0) * (1 - vat) + (pale[channel] ?? 0) * vat;
        const colour = under * (1 - (paint[3] ?? 0)) + (paint[channel] ?? 0);
        cloth[at + channel] = colour * (1 - thread) + THREAD[channel as 0 | 1 | 2] * thread;
      }
    }
  }
  return cloth;
}

const THREAD: Colour = [24, 20, 44];

function unevenness(seed: number): Record<"shakeX" | "shakeY" | "vat" | "thread", Noise> {
  const random = seededRandom(seed + 1);
  return {
    shakeX: layered(smoothNoise(random), 2),
    shakeY: layered(smoothNoise(random), 2),
    vat: layered(smoothNoise(random), 3),
    thread: smoothNoise(random),
  };
}

const sample = new Float32Array(4);

/** Between four pixels: red, green and blue times alpha, then alpha from 0 to 1. The same array every time. */
function sampled({ pixels, side }: { pixels: Uint8Array; side: number }, x: number, y: number): Float32Array {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [across, down] = [x - left, y - top];
  sample.fill(0);
  for (let corner = 0; corner < 4; corner++) {
    const weight = (corner & 1 ? across : 1 - across) * (corner & 2 ? down : 1 - down);
    const at = ((top + (corner >> 1)) * side + left + (corner & 1)) * 4;
    const alpha = (pixels[at + 3] ?? 0) / 255 * weight;
    for (let channel = 0; channel < 3; channel++) {
      sample[channel] = (sample[channel] ?? 0) + (pixels[at + channel] ?? 0) * alpha;
    }
    sample[3] = (sample[3] ?? 0) + alpha;
  }
  return sample;
}

function rgb(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16 & 255, value >> 8 & 255, value & 255];
}

function clamp(value: number, most: number): number {
  return value < 0 ? 0 : value > most ? most : value;
}

function within01(value: number): number {
  return clamp(value, 1);
}

const SIDE = 64;
const MASK = SIDE - 1;

/** Smooth noise from 0 to 1 over the plane, one unit between its knots; it repeats after 64 units. */
type Noise = (x: number, y: number) => number;

/** Noise from 0 to 1 that runs on smoothly, repeating itself after `SIDE` steps. */
function smoothNoise(random: Random): Noise {
  const knots = Float32Array.from({ length: SIDE * SIDE }, () => random());
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [across, down] = [eased(x - left), eased(y - top)];
    const [row, below] = [(top & MASK) * SIDE, (top + 1 & MASK) * SIDE];
    const [column, beside] = [left & MASK, left + 1 & MASK];
    const upper = mix(knots[row + column] ?? 0, knots[row + beside] ?? 0, across);
    const lower = mix(knots[below + column] ?? 0, knots[below + beside] ?? 0, across);
    return mix(upper, lower, down);
  };
}

/** Finer and finer noise, each octave half as strong as the one before. */
function layered(noise: Noise, octaves: number): Noise {
  const whole = 2 - 0.5 ** (octaves - 1);
  return (x, y) => {
    let sum = 0;
    for (let octave = 0, scale = 1; octave < octaves; octave++, scale *= 2) {
      sum += noise(x * scale + octave * 17, y * scale) / scale;
    }
    return sum / whole;
  };
}

function eased(way: number): number {
  return way * way * (3 - 2 * way);
}

function mix(from: number, to: number, way: number): number {
  return from + (to - from) * way;
}
