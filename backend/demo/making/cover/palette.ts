/** The colours of one cloth. */
export interface Palette {
  /** The dye. */
  ground: string;
  /** The dye where it took less. */
  pale: string;
  /** What the paste kept white. */
  ink: string;
  /** One bright thread. */
  accent: string;
  /** A second, quieter one. */
  second: string;
}

export const PALETTES: readonly Palette[] = [
  { ground: "#16204f", pale: "#3450a4", ink: "#f6ecd6", accent: "#f4a91c", second: "#7fa0e6" },
  { ground: "#0f2a5e", pale: "#2f6cb8", ink: "#fbf3e2", accent: "#ef7d3b", second: "#8fc3ee" },
  { ground: "#7c2c1b", pale: "#b4512f", ink: "#fbead0", accent: "#f7b733", second: "#e99a6c" },
  { ground: "#123a30", pale: "#2c6f56", ink: "#f4ecd2", accent: "#f2b134", second: "#86c29a" },
  { ground: "#3d1440", pale: "#7b3579", ink: "#f9e9d8", accent: "#f6a93b", second: "#d98bb7" },
  { ground: "#f3e6c8", pale: "#e3cfa0", ink: "#1a2560", accent: "#e2622b", second: "#4767b8" },
  { ground: "#f5a81f", pale: "#e58a12", ink: "#1b2358", accent: "#fbf0dc", second: "#8c2f1c" },
  { ground: "#1c1b3a", pale: "#40407e", ink: "#f2e3c9", accent: "#e4572e", second: "#9aa0dd" },
];

/** The lighter and the darker of dye and ink: which is which differs from cloth to cloth. */
export function extremes({ ground, ink }: Palette): { light: string; dark: string } {
  return brightness(ground) < brightness(ink) ? { light: ink, dark: ground } : { light: ground, dark: ink };
}

function brightness(colour: string): number {
  const value = Number.parseInt(colour.slice(1), 16);
  return (value >> 16 & 255) * 0.3 + (value >> 8 & 255) * 0.6 + (value & 255) * 0.1;
}
