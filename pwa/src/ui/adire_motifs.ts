import type { Random } from "./seeded_random.ts";

/** Draws one motif around the origin, about 52 units wide: `resist` is the cloth's colour, `thread` the accent. */
export type Motif = (random: Random, resist: string, thread: string) => string;

/** Rings tied with raffia (oniko). */
function rings(random: Random, resist: string, thread: string): string {
  const dots = [10, 17, 24].map((radius, ring) => {
    const count = 7 + ring * 5;
    return Array.from({ length: count }, (_, index) => {
      const angle = (index / count) * 2 * Math.PI + ring;
      const reach = radius + random.between(-0.7, 0.7);
      return dot(Math.cos(angle) * reach, Math.sin(angle) * reach, random.between(1.3, 2));
    }).join("");
  });
  return `<g fill="${resist}">${dots.join("")}</g><circle r="4" fill="${thread}"/>`;
}

/** Squares within squares, painted with cassava paste (eleko). */
function squares(_random: Random, resist: string, thread: string): string {
  const square = (half: number) => `M${-half} ${-half}H${half}V${half}H${-half}Z`;
  return stroke(square(24) + square(12), resist) + stroke(square(18), resist, { dashes: "4 2.4" }) +
    `<path d="${square(4.5)}" fill="${thread}"/>`;
}

/** Stitched lozenges (alabere). */
function lozenges(_random: Random, resist: string, thread: string): string {
  const lozenge = (reach: number) => `M0 ${-reach}L${reach} 0 0 ${reach}${-reach} 0Z`;
  return stroke(lozenge(26), resist, { width: 2.2, dashes: "5 2.6" }) + stroke(lozenge(17), resist, { width: 2.2 }) +
    `<path d="${lozenge(7)}" fill="${thread}"/>` +
    `<g fill="${resist}">${[-1, 1].flatMap((x) => [-1, 1].map((y) => dot(x * 20, y * 20, 2.6))).join("")}</g>`;
}

/** Four leaves of the cassava plant. */
function leaves(_random: Random, resist: string, thread: string): string {
  const leaf = '<path d="M0-4C10-9 10-20 0-26-10-20-10-9 0-4Z"/>';
  const vein = '<path d="M0-8V-21"/>';
  const turned = (drawn: string) =>
    [0, 90, 180, 270].map((turn) => `<g transform="rotate(${turn})">${drawn}</g>`).join("");
  return `<g fill="${resist}">${turned(leaf)}</g><g stroke="${thread}" stroke-width="1.6">${turned(vein)}</g>` +
    `<g fill="${resist}" transform="rotate(45)">${
      [0, 90, 180, 270].map((turn) => `<g transform="rotate(${turn})">${dot(0, -22, 2.4)}</g>`).join("")
    }</g>`;
}

/** Combs, crossed. */
function combs(_random: Random, resist: string): string {
  const teeth = [4, 10, 16, 22];
  const upright = teeth.map((x) => `M${x} -24V-4`).join("") + teeth.map((x) => `M${-x} 24V4`).join("");
  const level = teeth.map((y) => `M-24 ${-y}H-4`).join("") + teeth.map((y) => `M24 ${y}H4`).join("");
  return stroke(upright + level, resist);
}

/** The snail's way, a spiral. */
function spiral(random: Random, resist: string, thread: string): string {
  const turn = random.between(0, 6.28);
  const points = Array.from({ length: 74 }, (_, index) => {
    const [angle, reach] = [turn + index * 0.26, 3 + index * 0.29];
    return `${round(Math.cos(angle) * reach)} ${round(Math.sin(angle) * reach)}`;
  });
  return stroke(`M${points.join("L")}`, resist, { width: 2.6 }) + `<circle r="2.6" fill="${thread}"/>`;
}

/** Fans in the corners, like the scales of a fish. */
function scales(_random: Random, resist: string, thread: string): string {
  const fan = [8, 15, 22].map((r) => `M${-26 + r} -26A${r} ${r} 0 0 1 -26 ${-26 + r}`).join("");
  const turned = [0, 90, 180, 270].map((turn) => `<path transform="rotate(${turn})" d="${fan}"/>`).join("");
  return `<g fill="none" stroke="${resist}" stroke-width="2.3">${turned}</g><circle r="4" fill="${thread}"/>`;
}

/** The sun, with short rays. */
function sun(_random: Random, resist: string, thread: string): string {
  const rays = Array.from({ length: 16 }, (_, index) => {
    const angle = (index / 16) * 2 * Math.PI;
    const [x, y, reach] = [Math.cos(angle), Math.sin(angle), index % 2 ? 25 : 20];
    return `M${round(x * 13)} ${round(y * 13)}L${round(x * reach)} ${round(y * reach)}`;
  });
  return stroke(rays.join(""), resist) + `<circle r="8" fill="none" stroke="${resist}" stroke-width="2.4"/>` +
    `<circle r="3.4" fill="${thread}"/>`;
}

/** Water: three lines in zigzag, with seeds between. */
function water(_random: Random, resist: string, thread: string): string {
  const line = (y: number) => `M-25 ${y + 4}l8.3-8 8.3 8 8.4-8 8.3 8 8.4-8 8.3 8`;
  const seeds = [-16.7, 0, 16.7].flatMap((x) => [dot(x, -9, 2), dot(x, 9, 2)]).join("");
  return stroke(line(-18) + line(0) + line(18), resist) + `<g fill="${thread}">${seeds}</g>`;
}

export const MOTIFS: readonly Motif[] = [rings, squares, lozenges, leaves, combs, spiral, scales, sun, water];

function stroke(path: string, colour: string, { width = 2.4, dashes = "" } = {}): string {
  const dashed = dashes ? ` stroke-dasharray="${dashes}"` : "";
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"${dashed}/>`;
}

function dot(x: number, y: number, radius: number): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
