import { between, pick, shuffled } from "../random.ts";
import { centred, type Layout, reversed, SIDE } from "./layout.ts";
import { bird, drum, fourLeaves, type Motif, MOTIFS, rings, spiral, star, sun } from "./motifs.ts";
import { around, circle, cut, edge, element, line, moved, path, square, times } from "./svg.ts";

/** Olókun cloth: squares side by side, each with its own sign. */
const patchwork: Layout = (colours, random, height) => {
  const count = height < SIDE ? pick(random, [4, 5]) : pick(random, [3, 4]);
  const rows = Math.round((height - 12) / (SIDE - 12) * count);
  const cell = Math.min((SIDE - 12) / count, (height - 12) / rows);
  const [left, top] = [(SIDE - count * cell) / 2, (height - rows * cell) / 2];
  const signs = shuffled(random, MOTIFS);
  return times(count * rows, (index) => {
    const [column, row] = [index % count, Math.floor(index / count)];
    const odd = (column + row) % 2 === 1;
    const own = odd ? reversed(colours) : colours;
    const tint = odd ? colours.ink : random() < 0.3 ? colours.pale : colours.ground;
    const sign = signs[index % signs.length] ?? rings;
    const inside = square(50, { fill: tint }) +
      moved([0, 0], sign(own, random), { scale: 0.78, turn: pick(random, [0, 0, 90]) });
    return moved([left + cell * (column + 0.5), top + cell * (row + 0.5)], inside, { scale: (cell - 8) / 100 });
  });
};

/** Rings of dots, petals and teeth around one sign. */
const medallion: Layout = (colours, random, height) => {
  const { ink, accent, second, ground } = colours;
  const centre = pick(random, [bird, drum, star, spiral, fourLeaves, sun] as const);
  const kinds = shuffled(random, [dotRing, petalRing, toothRing, rayRing, lineRing]);
  const bands = [232, 196, 160, 124].map((radius, index) => {
    const colour = [ink, index === 1 ? accent : ink, second, ink][index] ?? ink;
    return (kinds[index % kinds.length] ?? dotRing)(radius, colour);
  });
  const corner = path("M0 0H96A96 96 0 0 1 0 96Z", { fill: accent }) +
    path("M0 0H70A70 70 0 0 1 0 70Z", { fill: ground }) + path("M0 0H46A46 46 0 0 1 0 46Z", { fill: second });
  const corners = [[0, 0, 0], [SIDE, 0, 90], [SIDE, height, 180], [0, height, 270]].map(([x = 0, y = 0, turn = 0]) =>
    moved([x, y], corner, { turn, scale: 0.86 })
  );
  const sign = moved([0, 0], centre(reversed(colours), random), { scale: 1.42 });
  return corners.join("") +
    centred(moved([256, 256], bands.join("") + circle([0, 0], 92, { fill: ink }) + sign), height);
};

function dotRing(radius: number, colour: string): string {
  return around(Math.round(radius / 5), () => circle([0, -radius + 14], 6.5, { fill: colour }));
}

function petalRing(radius: number, colour: string): string {
  return around(
    Math.round(radius / 9),
    () =>
      path(
        `M0 ${-radius}C11 ${-radius + 12} 9 ${-radius + 27} 0 ${-radius + 31}C-9 ${-radius + 27} -11 ${
          -radius + 12
        } 0 ${-radius}Z`,
        { fill: colour },
      ),
  );
}

function toothRing(radius: number, colour: string): string {
  const half = Math.tan(Math.PI / Math.round(radius / 7)) * radius * 0.92;
  return around(
    Math.round(radius / 7),
    () => path(`M0 ${-radius}L${cut(half)} ${-radius + 29}H${cut(-half)}Z`, { fill: colour }),
  );
}

function rayRing(radius: number, colour: string): string {
  return around(Math.round(radius / 3.4), () => path(`M0 ${-radius}V${-radius + 28}`, line(colour, 4)));
}

function lineRing(radius: number, colour: string): string {
  return [4, 15, 26].map((inset) => circle([0, 0], radius - inset, edge(colour, 4.5)))
    .join("");
}

/** Strips, as narrow-loom weavers sew them together. */
const strips: Layout = (colours, random) => {
  const widths = [84, 60, 100, 60, 84, 60, 64];
  const signs = shuffled(random, MOTIFS);
  let left = 0;
  const drawn = shuffled(random, widths).map((width, index) => {
    const bright = index % 2 === 1;
    const own = bright ? reversed(colours) : colours;
    const fill = bright
      ? (index === 3 ? colours.accent : colours.ink)
      : index % 4 === 0
      ? colours.ground
      : colours.pale;
    const sign = signs[index % signs.length] ?? rings;
    const each = width * 0.96;
    const count = Math.ceil(SIDE / each) + 1;
    const column = times(
      count,
      (row) => moved([left + width / 2, (row + 0.35) * each], sign(own, random), { scale: (width - 16) / 110 }),
    );
    const strip = element("rect", { x: left, y: 0, width, height: SIDE, fill }) + column;
    left += width;
    return strip;
  });
  return element("g", { transform: pick(random, ["", "rotate(90 256 256)"]) || "translate(0 0)" }, drawn.join(""));
};

/** Circles of every size, packed as close as they go. */
const bubbles: Layout = (colours, random) => {
  const placed: { x: number; y: number; r: number }[] = [];
  for (let attempt = 0; attempt < 1400; attempt++) {
    const [x, y] = [random() * SIDE, random() * SIDE];
    const room = Math.min(...placed.map((other) => Math.hypot(other.x - x, other.y - y) - other.r - 6), 118);
    const wanted = attempt < 40
      ? between(random, 54, 118)
      : attempt < 200
      ? between(random, 22, 60)
      : between(random, 5, 22);
    if (room >= wanted * 0.8) placed.push({ x, y, r: Math.min(room, wanted) });
  }
  const signs = [spiral, rings, sun, star, spiral, rings];
  return placed.map(({ x, y, r }, index) => {
    if (r < 16) return circle([x, y], r, { fill: index % 3 ? colours.ink : colours.accent });
    const bright = index % 3 === 1;
    const fill = bright ? (index % 2 ? colours.accent : colours.ink) : colours.pale;
    const sign: Motif = signs[index % signs.length] ?? rings;
    const own = bright ? { ...reversed(colours), accent: colours.ground } : colours;
    return circle([x, y], r, { fill }) + moved([x, y], sign(own, random), { scale: r / 58, turn: random() * 360 });
  }).join("");
};

/** Two arms that wind into each other, and beads on the way. */
const greatSpiral: Layout = ({ ink, accent, second, pale }, random, height) => {
  const turns = pick(random, [2.4, 3]);
  const arm = (turn: number, colour: string, width: number) => {
    const points = Array.from({ length: 90 }, (_, index) => {
      const way = index / 89;
      const angle = turn + way * turns * 2 * Math.PI;
      return `${cut(256 + Math.cos(angle) * 214 * way)} ${cut(256 + Math.sin(angle) * 214 * way)}`;
    });
    return path(`M${points.join("L")}`, { ...edge(colour, width), "stroke-linecap": "round" });
  };
  const beads = (turn: number) =>
    times(46, (index) => {
      const way = 0.12 + 0.88 * index / 45;
      const angle = turn + way * turns * 2 * Math.PI;
      return circle([256 + Math.cos(angle) * 214 * way, 256 + Math.sin(angle) * 214 * way], 3 + 3 * way, {
        fill: accent,
      });
    });
  const teeth = moved([256, 256], around(48, () => path("M0 -246L11 -222H-11Z", { fill: second })));
  return centred(
    teeth + circle([256, 256], 220, { fill: pale }) + arm(0, ink, 19) + arm(Math.PI, ink, 19) + beads(Math.PI / 2) +
      beads(-Math.PI / 2),
    height,
  );
};

export const CLOTH = { bubbles, greatSpiral, medallion, patchwork, strips };
