import { between, pick, type Random } from "../random.ts";
import { cowries, dots, rings, spiral, squares, weave, zigzag } from "./motifs.ts";
import { extremes, type Palette } from "./palette.ts";
import { around, circle, edge, element, line, moved, path, times } from "./svg.ts";

/** An abstract head and shoulders against a medallion: everyone can be it, nobody is. */
export function portrait(colours: Palette, random: Random): string {
  return background(colours, random) + figure(colours, random);
}

function background(colours: Palette, random: Random): string {
  const { ink, accent, second, pale } = colours;
  const teeth = pick(random, [28, 36, 44]);
  const ring = pick(random, [
    () => around(teeth, () => circle([0, -226], 7, { fill: ink })),
    () => around(teeth, () => path("M0 -240L13 -206H-13Z", { fill: ink })),
    () => around(teeth * 2, () => path("M0 -238V-208", line(ink, 5))),
  ]);
  const halo = pick(random, [
    () => around(18, () => path("M0 -190C22 -160 16 -130 0 -118C-16 -130 -22 -160 0 -190Z", { fill: second })),
    () =>
      [186, 166, 146].map((radius) => circle([0, 0], radius, edge(second, 7))).join(
        "",
      ),
    () => around(40, (index) => path("M0 -188V-132", line(index % 2 ? second : accent, 7))),
  ]);
  return moved(
    [256, 246],
    ring() + circle([0, 0], 196, { fill: pale }) + halo() + circle([0, 0], 118, { fill: extremes(colours).light }),
  );
}

function figure(colours: Palette, random: Random): string {
  const skin = pick(random, ["#3a2018", "#4a2a1c", "#2c1713"]);
  const shape = pick(random, [frontal, profile]);
  const garment = pick(random, [zigzag, squares, dots, weave, rings, cowries] as const);
  const pattern = times(
    4,
    (index) => moved([118 + index * 92, 476], garment({ ...colours, ink: colours.ink }, random), { scale: 0.72 }),
  );
  const shoulders = "M70 520C84 440 150 408 214 398H298C362 408 428 440 442 520Z";
  return path(shoulders, { fill: colours.ground, stroke: colours.ink, "stroke-width": 6 }) +
    element("clipPath", { id: "robe" }, path(shoulders, {})) + element("g", { "clip-path": "url(#robe)" }, pattern) +
    shape(colours, skin, random);
}

type Head = (colours: Palette, skin: string, random: Random) => string;

const frontal: Head = (colours, skin, random) => {
  const { ink, accent } = colours;
  const hat = pick(random, [headTie, cap, afro, crown]);
  const beads = times(
    9,
    (index) =>
      circle([196 + index * 15, 404 + Math.sin(index / 8 * Math.PI) * 26], 7.5, { fill: index % 2 ? accent : ink }),
  );
  return path("M222 340H290V404C290 424 222 424 222 404Z", { fill: skin }) +
    element("ellipse", { cx: 256, cy: 276, rx: 72, ry: 94, fill: skin }) +
    marks(extremes(colours).light) + beads + hat(colours, random);
};

/** Closed eyes, a long nose, a mouth: as carvers of Ìfẹ̀ left them. */
function marks(ink: string): string {
  const stroke = line(ink, 5);
  return path("M204 274Q220 286 238 274M274 274Q292 286 308 274", stroke) +
    path("M256 262V302Q250 314 244 312M256 302Q262 314 268 312", stroke) +
    path("M234 334Q256 346 278 334", { ...stroke, "stroke-width": 6 }) +
    circle([190, 306], 5, { fill: ink }) + circle([322, 306], 5, { fill: ink });
}

const profile: Head = (colours, skin, random) => {
  const { ink, accent } = colours;
  const { light, dark } = extremes(colours);
  const facing = pick(random, [1, -1]);
  const face =
    "M214 400V344C184 318 174 276 184 236C194 190 240 164 286 172C322 178 340 208 342 240L362 284C364 292 358 296 350 297L349 312L343 318L348 327L341 338C342 356 332 364 310 362L298 364V404C298 424 214 424 214 404Z";
  const hair = pick(random, [
    () =>
      path(
        "M178 270C150 210 180 140 258 132C322 126 352 168 346 214C310 196 276 204 262 236C252 262 236 268 224 300C206 300 188 290 178 270Z",
        { fill: dark, stroke: light, "stroke-width": 5 },
      ) + times(16, (index) =>
        circle([196 + index % 6 * 25, 158 + Math.floor(index / 6) * 28 + index % 2 * 9], 5, { fill: light })),
    () =>
      path("M172 262C140 196 196 92 300 118C352 130 362 182 346 216C306 190 244 196 220 236C206 262 196 276 172 262Z", {
        fill: accent,
      }) + times(5, (index) =>
        path(
          `M${180 + index * 8} ${250 - index * 6}C${170 + index * 26} ${170 - index * 6} ${230 + index * 24} ${
            128 + index * 8
          } ${316 + index * 7} ${140 + index * 15}`,
          edge(dark, 5),
        )),
  ]);
  const ring = circle([236, 318], 15, edge(accent, 6));
  const eye = path("M306 252Q320 262 334 250", line(light, 5));
  const beads = times(
    6,
    (index) =>
      circle([212 + index * 18, 402 + Math.sin(index / 5 * Math.PI) * 18], 8, { fill: index % 2 ? ink : accent }),
  );
  return element(
    "g",
    { transform: facing === 1 ? "translate(-6 0)" : "translate(518 0) scale(-1 1)" },
    path(face, { fill: skin }) + hair() + ring + eye + beads,
  );
};

type Hat = (colours: Palette, random: Random) => string;

/** Gèlè: a tied cloth that stands like a sail. */
const headTie: Hat = ({ accent, ink, ground }, random) => {
  const lean = between(random, -16, 16);
  return element(
    "g",
    { transform: `rotate(${Math.round(lean)} 256 220)` },
    path("M172 246C120 180 150 84 236 76C330 56 404 110 372 170C362 206 346 226 338 246C300 206 214 206 172 246Z", {
      fill: accent,
    }) +
      path(
        "M180 232C170 160 210 110 290 96M204 216C204 164 250 128 340 122M236 208C250 176 300 152 366 158",
        line(ground, 6),
      ) + path("M172 246C214 206 300 206 338 246", edge(ink, 8)),
  );
};

/** Fìlà: the soft cap, folded to one side. */
const cap: Hat = ({ second, ink, accent }) =>
  path("M182 246C176 180 190 136 256 128C332 120 372 150 352 190C346 212 334 226 330 246C290 222 222 222 182 246Z", {
    fill: second,
  }) +
  times(
    7,
    (index) =>
      path(`M${196 + index * 20} ${222 - index % 2 * 10}L${206 + index * 20} ${172 + index % 3 * 6}`, line(ink, 5)),
  ) +
  path("M182 246C222 222 290 222 330 246", edge(accent, 9));

/** Hair combed out, with three swirls painted on it. */
const afro: Hat = (colours, random) => {
  const { light, dark } = extremes(colours);
  const swirl = spiral({ ...colours, ink: light }, random);
  const hair =
    "M186 262C120 250 112 160 170 128C190 84 322 84 342 128C400 160 392 250 326 262C330 226 306 206 256 206C206 206 182 226 186 262Z";
  return path(hair, { fill: dark, stroke: light, "stroke-width": 5 }) + moved([256, 152], swirl, { scale: 0.6 }) +
    [-1, 1].map((side) => moved([256 + side * 88, 184], swirl, { scale: 0.42 * side })).join("");
};

/** Adé: a cone of beads with a bird on its top. */
const crown: Hat = ({ accent, ink, second }) =>
  path("M184 248C196 176 232 112 256 92C280 112 316 176 328 248C288 224 224 224 184 248Z", { fill: accent }) +
  [[226, 62], [196, 50], [166, 36], [138, 22]].map(([y = 0, half = 0], band) =>
    times(band === 0 ? 9 : 9 - 2 * band, (index) => {
      const count = band === 0 ? 8 : 8 - 2 * band;
      const way = count === 0 ? 0 : index / count * 2 - 1;
      return circle([256 + way * half, y + 8 * way * way], 5.5, { fill: (index + band) % 2 ? ink : second });
    })
  ).join("") +
  path("M236 92C246 78 262 76 270 84L284 82L273 92C268 102 246 104 236 92Z", { fill: ink });
