import type { Random } from "../random.ts";

const SIDE = 64;
const MASK = SIDE - 1;

/** Smooth noise from 0 to 1 over the plane, one unit between its knots; it repeats after 64 units. */
export type Noise = (x: number, y: number) => number;

/** Noise from 0 to 1 that runs on smoothly, repeating itself after `SIDE` steps. */
export function smoothNoise(random: Random): Noise {
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
export function layered(noise: Noise, octaves: number): Noise {
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
