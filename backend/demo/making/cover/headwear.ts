import { between, type Random } from "../random.ts";
import { spiral } from "./motifs.ts";
import { extremes, type Palette } from "./palette.ts";
import { circle, edge, element, line, moved, path, times } from "./svg.ts";

type Hat = (colours: Palette, random: Random) => string;

/** Gèlè: a tied cloth that stands like a sail. */
export const headTie: Hat = ({ accent, ink, ground }, random) => {
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
export const cap: Hat = ({ second, ink, accent }) =>
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
export const afro: Hat = (colours, random) => {
  const { light, dark } = extremes(colours);
  const swirl = spiral({ ...colours, ink: light }, random);
  const hair =
    "M186 262C120 250 112 160 170 128C190 84 322 84 342 128C400 160 392 250 326 262C330 226 306 206 256 206C206 206 182 226 186 262Z";
  return path(hair, { fill: dark, stroke: light, "stroke-width": 5 }) + moved([256, 152], swirl, { scale: 0.6 }) +
    [-1, 1].map((side) => moved([256 + side * 88, 184], swirl, { scale: 0.42 * side })).join("");
};

/** Adé: a cone of beads with a bird on its top. */
export const crown: Hat = ({ accent, ink, second }) =>
  path("M184 248C196 176 232 112 256 92C280 112 316 176 328 248C288 224 224 224 184 248Z", { fill: accent }) +
  [[226, 62], [196, 50], [166, 36], [138, 22]].map(([y = 0, half = 0], band) =>
    times(band === 0 ? 9 : 9 - 2 * band, (index) => {
      const count = band === 0 ? 8 : 8 - 2 * band;
      const way = count === 0 ? 0 : index / count * 2 - 1;
      return circle([256 + way * half, y + 8 * way * way], 5.5, { fill: (index + band) % 2 ? ink : second });
    })
  ).join("") +
  path("M236 92C246 78 262 76 270 84L284 82L273 92C268 102 246 104 236 92Z", { fill: ink });
