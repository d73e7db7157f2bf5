import { between, pick, type Random, shuffled } from "../random.ts";
import { bird, drum, fourLeaves, leaf, type Motif, MOTIFS, proudBird, rings, spiral, star, sun } from "./motifs.ts";
import { extremes, type Palette } from "./palette.ts";
import { around, circle, cut, edge, element, line, moved, path, type Point, square, times } from "./svg.ts";

/** Fills a sleeve 512 wide and, above its band of text, `height` high. */
type Layout = (colours: Palette, random: Random, height: number) => string;

const SIDE = 512;

/** The same cloth the other way round: ink for dye. */
function reversed(colours: Palette): Palette {
  return { ...colours, ground: colours.ink, ink: colours.ground };
}

/** Puts a drawing made around (256, 256) into the middle of the free height. */
function centred(inside: string, height: number): string {
  const scale = height < SIDE ? 0.86 : 1;
  return element("g", { transform: `translate(256 ${cut(height / 2)}) scale(${scale}) translate(-256 -256)` }, inside);
}

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

/** A sun of many arcs over combed water, with birds. */
const horizon: Layout = (colours, random, height) => {
  const { ink, accent, second, pale } = colours;
  const x = between(random, 190, 322);
  const y = height * 0.6;
  const arcs = [190, 166, 142, 118, 94].map((radius, index) =>
    circle([x, y], radius, {
      fill: "none",
      stroke: index % 2 ? second : ink,
      "stroke-width": 9,
      ...(index % 2 ? { "stroke-dasharray": "2 17", "stroke-linecap": "round" } : {}),
    })
  );
  const disc = circle([x, y], 66, { fill: accent });
  const water = times(10, (row) => {
    const level = y + 15 + row * 23;
    const swing = 9 + row * 1.2;
    const length = 34 + row * 5;
    const waves = times(20, (wave) => `q${cut(length / 2)} ${cut(wave % 2 ? swing : -swing)} ${cut(length)} 0`);
    return path(`M${cut(-60 + row % 2 * length)} ${level}${waves}`, line(row % 3 === 1 ? second : ink, 6.5));
  });
  const sea = element("rect", { x: 0, y, width: SIDE, height: SIDE - y, fill: pale });
  const flock = times(
    3,
    (index) =>
      moved([90 + index * 150 + between(random, -30, 30), between(random, 50, 110)], bird(colours, random), {
        scale: between(random, 0.4, 0.66),
        turn: between(random, -10, 6),
      }),
  );
  return arcs.join("") + disc + sea + water + flock;
};

/** One proud bird in a field of dots. */
const bigBird: Layout = (colours, random, height) => {
  const { accent, second, pale } = colours;
  const field = times(17 * 17, (index) => {
    const fill = index % 5 === 0 ? second : pale;
    return circle([index % 17 * 31 + 8, Math.floor(index / 17) * 31 + 8], index % 3 === 0 ? 5 : 3, { fill });
  });
  const facing = pick(random, [1, -1]);
  const disc = circle([300, 200], pick(random, [128, 150]), { fill: accent }) +
    moved([300, 200], around(40, () => circle([0, -172], 5, { fill: accent })));
  const turned = element(
    "g",
    { transform: facing === 1 ? "translate(0 0)" : "translate(512 0) scale(-1 1)" },
    disc + proudBird(colours),
  );
  return field + centred(turned, height);
};

/** A plant with pairs of leaves, mirrored like a folded cloth. */
const garden: Layout = (colours, random, height) => {
  const { ink, accent, second, pale } = colours;
  const pairs = pick(random, [3, 4]);
  const disc = circle([256, 236], 196, { fill: pale });
  const stem = path("M256 470V92", line(ink, 9));
  const leaves = times(pairs, (index) => {
    const y = 420 - index * 300 / pairs;
    const own = { ...colours, ink: index % 2 ? second : ink };
    const reach = 92 - index * 7;
    return [-1, 1].map((side) =>
      element(
        "g",
        { transform: `translate(${256 + side * reach} ${y - 34}) scale(${side} 1) rotate(18)` },
        moved([0, 0], leaf(own, random), { scale: 1.5 - index * 0.1 }),
      )
    ).join("");
  });
  const flower = moved([256, 92], sun({ ...colours, ink: accent, accent: ink }, random), { scale: 1.25 });
  const ring = moved([256, 236], around(44, () => circle([0, -222], 6, { fill: accent })));
  return centred(disc + ring + stem + leaves + flower, height);
};

/** Talking drums, one speaking and two answering. */
const drums: Layout = (colours, random, height) => {
  const { accent, second, pale, ink } = colours;
  const rays = moved(
    [256, 256],
    around(24, (index) => path("M0 -90L30 -400H-30Z", { fill: index % 2 ? pale : colours.ground })),
  );
  const halo = circle([256, 256], 178, { fill: second }) + circle([256, 256], 160, { fill: colours.ground }) +
    moved([256, 256], around(30, () => circle([0, -169], 5, { fill: colours.ground })));
  const sides = [-1, 1].map((side) =>
    moved([256 + side * 158, 330], drum({ ...colours, ink: accent, accent: ink }, random), {
      scale: 1.5,
      turn: side * 14,
    })
  ).join("");
  const speaker = moved([256, 250], drum(colours, random), { scale: 2.9, turn: pick(random, [-8, 0, 8]) });
  return moved([0, height / 2 - 256], rays) + centred(halo + sides + speaker, height);
};

/** A crescent and its stars over combed hills. */
const night: Layout = (colours, random, height) => {
  const { ink, accent, second, pale, ground } = colours;
  const stars = times(34, (index) => {
    const [x, y] = [between(random, 10, 502), between(random, 10, height * 0.62)];
    const size = index % 5 === 0 ? 12 : between(random, 2, 4);
    return index % 5 === 0
      ? path(`M${cut(x)} ${cut(y - size)}l3 9l9 3l-9 3l-3 9l-3 -9l-9 -3l9 -3Z`, { fill: second })
      : circle([x, y], size, { fill: second });
  });
  const x = between(random, 170, 342);
  const moon = moved(
    [x, height * 0.33],
    path("M34 -104A110 110 0 1 0 34 104A124 124 0 0 1 34 -104Z", { fill: accent }),
    { turn: between(random, -24, 10) },
  );
  const hills = [[90, 190, second], [392, 220, ink], [236, 170, pale]].map(([at, size, colour], index) =>
    hill([Number(at), height + 40 - index * 6], Number(size), {
      fill: String(colour),
      comb: index === 1 ? ground : ink,
    })
  );
  return stars + moon + hills.join("");
};

function hill(at: Point, radius: number, { fill, comb }: { fill: string; comb: string }): string {
  const arcs = [0.84, 0.68, 0.52, 0.36].map((share) =>
    circle(at, radius * share, {
      fill: "none",
      stroke: comb,
      "stroke-width": 6,
      ...(share === 0.68 ? { "stroke-dasharray": "2 15", "stroke-linecap": "round" } : {}),
    })
  );
  return circle(at, radius, { fill }) + arcs.join("");
}

/** A palm-wine guitar in a wreath of notes. */
const guitar: Layout = (colours, random, height) => {
  const { ink, accent, second, pale, ground } = colours;
  const wreath = moved(
    [256, 256],
    circle([0, 0], 224, { fill: pale }) +
      around(36, (index) => circle([0, -202], index % 2 ? 5 : 10, { fill: index % 2 ? ink : second })),
  );
  const body = path(
    "M256 196C300 196 322 226 318 258C316 280 332 292 346 316C372 364 344 436 256 436C168 436 140 364 166 316C180 292 196 280 194 258C190 226 212 196 256 196Z",
    { fill: accent, stroke: ink, "stroke-width": 7 },
  );
  const hole = circle([256, 312], 40, { fill: ground, stroke: ink, "stroke-width": 6 }) +
    moved([256, 312], around(22, () => circle([0, -53], 4, { fill: ground })));
  const neck =
    element("rect", { x: 241, y: 56, width: 30, height: 236, fill: ground, stroke: ink, "stroke-width": 5 }) +
    times(8, (index) => path(`M241 ${92 + index * 22}H271`, edge(second, 4))) +
    path("M232 20H280L274 62H238Z", { fill: ink });
  const strings = times(4, (index) => path(`M${246 + index * 6.6} 40V388`, edge(ink, 1.8))) +
    element("rect", { x: 216, y: 380, width: 80, height: 15, rx: 4, fill: ground, stroke: ink, "stroke-width": 4 });
  const turned = moved([256, 256], element("g", { transform: "translate(-256 -246)" }, body + hole + neck + strings), {
    turn: pick(random, [-34, 34]),
    scale: 0.98,
  });
  return centred(wreath + turned, height);
};

/** The yellow bus of Lagos, loaded, in front of the sun. */
const danfo: Layout = (colours, random, height) => {
  const { ink, accent, second, pale } = colours;
  const { light, dark } = extremes(colours);
  const rays = moved(
    [256, height * 0.42],
    around(32, (index) => path("M0 -120L16 -420H-16Z", { fill: index % 2 ? pale : colours.ground })) +
      circle([0, 0], 168, { fill: second }),
  );
  const load = [[150, 148, 36], [224, 140, 44], [306, 146, 38]].map(([x = 0, y = 0, r = 0], index) =>
    circle([x, y], r, { fill: index === 1 ? ink : dark, stroke: light, "stroke-width": 4 }) +
    moved([x, y], spiral({ ...colours, ink: index === 1 ? colours.ground : light }, random), { scale: r / 62 })
  );
  const body = path(
    "M58 356V228C58 188 84 168 124 168H362C402 168 426 192 440 234L462 290C468 304 468 312 468 326V356Z",
    { fill: accent, stroke: dark, "stroke-width": 6 },
  );
  const stripes = path("M58 296H464", edge(dark, 13)) +
    path("M58 318H467", edge(dark, 5));
  const windows = times(4, (index) => {
    const x = 84 + index * 84;
    const pane = index < 3 ? `M${x} 194h66v66h-66Z` : `M${x} 194h42C396 200 408 222 418 260H${x}Z`;
    return path(pane, { fill: light, stroke: dark, "stroke-width": 5, "stroke-linejoin": "round" }) +
      path(
        `M${x + 14} 260C${x + 14} 238 ${x + 22} 238 ${x + 24} 232A13 13 0 1 1 ${x + 42} 232C${x + 44} 238 ${
          x + 52
        } 238 ${x + 52} 260Z`,
        { fill: dark },
      );
  });
  const wheels = [146, 382].map((x) =>
    circle([x, 358], 42, { fill: dark, stroke: light, "stroke-width": 5 }) + moved(
      [x, 358],
      around(10, () => circle([0, -27], 4, { fill: light })),
    ) + circle([x, 358], 13, { fill: accent })
  );
  const road = path("M-10 404H522", edge(ink, 7)) +
    path("M-10 428H522", { stroke: ink, "stroke-width": 7, "stroke-dasharray": "44 30" });
  return rays +
    centred(
      load.join("") + body + stripes + windows + wheels.join("") + circle([454, 334], 10, { fill: light }) + road,
      height,
    );
};

/** Everything a sleeve can show. */
export const LAYOUTS = {
  bigBird,
  bubbles,
  danfo,
  drums,
  garden,
  greatSpiral,
  guitar,
  horizon,
  medallion,
  night,
  patchwork,
  strips,
};

export type Picture = keyof typeof LAYOUTS;

export const PICTURES: readonly Picture[] = (Object.keys(LAYOUTS) as Picture[]).toSorted();
