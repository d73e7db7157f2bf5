import { type Motif, MOTIFS } from "./adire_motifs.ts";
import { type Random, seededRandom } from "./seeded_random.ts";

/** Dye grounds and what resists them: two colours of cloth and one of thread. */
const CLOTHS = [
  { ground: "#1c2068", resist: "#f4ead3", thread: "#f0a92f" },
  { ground: "#262c86", resist: "#f4ead3", thread: "#b9c2f2" },
  { ground: "#15194c", resist: "#c9cff5", thread: "#f0a92f" },
  { ground: "#123062", resist: "#f4ead3", thread: "#e8b75c" },
  { ground: "#33256e", resist: "#f1e4cc", thread: "#e9a13a" },
  { ground: "#f0e4c8", resist: "#20257a", thread: "#b8661a" },
] as const;

type Cloth = typeof CLOTHS[number];

const SIZE = 240;

/** A square of adire cloth as SVG text, the same for the same seed: for covers and pictures that are missing. */
export function adireCover(seed: string): string {
  const random = seededRandom(seed);
  const cloth = random.pick(CLOTHS);
  const body = random.chance(0.5) ? medallion(random, cloth) : quilt(random, cloth);
  return svg(SIZE, `<rect width="${SIZE}" height="${SIZE}" fill="${cloth.ground}"/>${body}`);
}

/** A piece of it with one great ring, to be cut round: for empty states. */
export function adireRing(seed: string): string {
  const random = seededRandom(seed);
  const cloth = random.pick(CLOTHS);
  return svg(SIZE, `<rect width="${SIZE}" height="${SIZE}" fill="${cloth.ground}"/>${rings(random, cloth)}`);
}

/** One repeat of cloth as a mask (black on clear): coloured by CSS, so it fits both themes. */
export function adireTile(seed: string): string {
  const random = seededRandom(seed);
  const [first, second] = [random.pick(MOTIFS), random.pick(MOTIFS)];
  const draw = (motif: Motif, x: number, y: number) => at([x, y], 1, motif(random, "#000", "#000"));
  return svg(120, draw(first, 30, 30) + draw(second, 90, 30) + draw(second, 30, 90) + draw(first, 90, 90));
}

/** SVG text as a URL for `src` and CSS; the page's policy must allow `img-src data:`. */
export function svgUrl(text: string): string {
  return `data:image/svg+xml,${
    encodeURIComponent(text).replace(/%20/g, " ").replace(/%3D/g, "=").replace(/%22/g, "'")
  }`;
}

/** The ring, and a motif in each corner. */
function medallion(random: Random, cloth: Cloth): string {
  const ring = rings(random, cloth);
  const stamps = new Stamps(random, cloth.resist);
  const corner = stamps.cut(random.pick(MOTIFS), cloth.thread);
  const corners = [[32, 32], [208, 32], [32, 208], [208, 208]] as const;
  return stamps.all() + corners.map(([x, y]) => at([x, y], 0.72, corner)).join("") + ring;
}

/** One great ring in the middle, stitched and tied in turns, as raffia-tied cloth has it. */
function rings(random: Random, { resist, thread }: Cloth): string {
  const drawn = [20, 38, 56, 74, 92].map((radius, index) =>
    index % 2 === 0
      ? stitched(radius, resist, 5)
      : tiedRing({ random, radius, count: 12 + index * 6, colour: index === 3 ? thread : resist })
  );
  return `<g transform="translate(120 120)"><circle r="9" fill="${thread}"/>${drawn.join("")}</g>`;
}

/** Sixteen squares, mirrored left to right, as two lengths of cloth are sewn together. */
function quilt(random: Random, { resist, thread }: Cloth): string {
  const side = 60;
  const motifs = [random.pick(MOTIFS), random.pick(MOTIFS), random.pick(MOTIFS)];
  const stamps = new Stamps(random, resist);
  const cells: string[] = [];
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 2; column++) {
      const motif = motifs[(row + column * 2) % motifs.length] ?? random.pick(MOTIFS);
      const stamp = stamps.cut(motif, random.chance(0.4) ? thread : resist);
      const [x, y] = [column * side + side / 2, row * side + side / 2];
      cells.push(at([x, y], 0.92, stamp), at([SIZE - x, y], "-.92 .92", stamp));
    }
  }
  const seams = [60, 120, 180].map((p) => `M${p} 0V${SIZE}M0 ${p}H${SIZE}`).join("");
  return `${stamps.all()}<path d="${seams}" stroke="${resist}" stroke-width="1.2" stroke-dasharray="5 4" opacity=".55"/>${
    cells.join("")
  }`;
}

/** Motifs that are drawn once and printed many times. */
class Stamps {
  readonly #random: Random;
  readonly #resist: string;
  readonly #drawn = new Map<string, { id: string; motif: string }>();

  constructor(random: Random, resist: string) {
    this.#random = random;
    this.#resist = resist;
  }

  /** The print of a motif in this thread. */
  cut(motif: Motif, thread: string): string {
    const key = `${MOTIFS.indexOf(motif)} ${thread}`;
    const known = this.#drawn.get(key);
    const id = known?.id ?? `m${this.#drawn.size}`;
    if (!known) this.#drawn.set(key, { id, motif: motif(this.#random, this.#resist, thread) });
    return `<use href="#${id}"/>`;
  }

  all(): string {
    const groups = [...this.#drawn.values()].map(({ id, motif }) => `<g id="${id}">${motif}</g>`);
    return `<defs>${groups.join("")}</defs>`;
  }
}

function stitched(radius: number, colour: string, width: number): string {
  const dash = (2 * Math.PI * radius) / (Math.round(radius / 2) + 6);
  const [on, off] = [round(dash * 0.7), round(dash * 0.3)];
  return `<circle r="${radius}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-dasharray="${on} ${off}"/>`;
}

function tiedRing(ring: { random: Random; radius: number; count: number; colour: string }): string {
  const dots = Array.from({ length: ring.count }, (_, index) => {
    const angle = (index / ring.count) * 2 * Math.PI;
    const radius = ring.radius + ring.random.between(-1.6, 1.6);
    const size = round(ring.random.between(2.2, 3.8));
    return `<circle cx="${round(Math.cos(angle) * radius)}" cy="${round(Math.sin(angle) * radius)}" r="${size}"/>`;
  });
  return `<g fill="${ring.colour}">${dots.join("")}</g>`;
}

/** `scale` as SVG takes it: one factor, or two for across and down. */
function at([x, y]: readonly [number, number], scale: number | string, drawn: string): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${drawn}</g>`;
}

function svg(size: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">${body}</svg>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
