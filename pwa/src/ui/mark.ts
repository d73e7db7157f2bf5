/**
 * Orin's mark: a record and an O. To the left its rings are tied dots, as on adire cloth; to the right they are
 * three waves of sound. One drawing for the logo, the favicon and the app icons.
 */
interface MarkColours {
  ring: string;
  seed: string;
}

const RINGS = [
  { radius: 21, dots: 3 },
  { radius: 35, dots: 5 },
  { radius: 49, dots: 7 },
] as const;

const STROKE = 7;
/** The waves span this much to either side of the horizontal, in degrees. */
const OPENING = 62;

/** The mark's shapes as SVG text, centred on 0,0 and 106 units wide. */
export function markShapes({ ring, seed }: MarkColours): string {
  const waves = RINGS.map(({ radius }) => wave(radius)).join("");
  const dots = RINGS.map(ties).join("");
  return `<circle r="9.5" fill="${seed}"/><g fill="${ring}">${dots}</g>` +
    `<path d="${waves}" fill="none" stroke="${ring}" stroke-width="${STROKE}" stroke-linecap="round"/>`;
}

function wave(radius: number): string {
  const [x, y] = pointAt(radius, OPENING);
  return `M${x} ${-y}A${radius} ${radius} 0 0 1 ${x} ${y}`;
}

function ties({ radius, dots }: typeof RINGS[number]): string {
  const [from, to] = [OPENING + 30, 360 - OPENING - 30];
  return Array.from({ length: dots }, (_, index) => {
    const [x, y] = pointAt(radius, from + ((to - from) * index) / (dots - 1));
    return `<circle cx="${x}" cy="${y}" r="${STROKE * 0.58}"/>`;
  }).join("");
}

function pointAt(radius: number, degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [round(Math.cos(angle) * radius), round(Math.sin(angle) * radius)];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
