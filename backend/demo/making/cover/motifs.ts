import type { Random } from "../random.ts";
import type { Palette } from "./palette.ts";
import { around, circle, cut, element, line, path, square, times } from "./svg.ts";

/** A drawing in a box from -50 to 50, as a woman in Abẹ́òkúta would paint it with cassava paste and a feather. */
export type Motif = (colours: Palette, random: Random) => string;

export const rings: Motif = ({ ink, accent }) =>
  [46, 36, 26, 16].map((radius) => circle([0, 0], radius, line(ink, 4.5))).join("") +
  circle([0, 0], 7, { fill: accent });

export const squares: Motif = ({ ink, accent }) =>
  [45, 34, 23].map((half) => square(half, line(ink, 4.5))).join("") + square(11, { fill: accent });

export const spiral: Motif = ({ ink }) => path(spiralPath(3.6, 45), line(ink, 5));

const doubleSpiral: Motif = ({ ink, accent }) =>
  path(spiralPath(2.2, 22, -22), line(ink, 4.5)) +
  element("g", { transform: "rotate(180)" }, path(spiralPath(2.2, 22, -22), line(ink, 4.5))) +
  circle([0, -40], 4, { fill: accent }) + circle([0, 40], 4, { fill: accent });

function spiralPath(turns: number, radius: number, centre = 0): string {
  const points = Array.from({ length: Math.round(turns * 26) }, (_, index) => {
    const way = index / (turns * 26);
    const angle = way * turns * 2 * Math.PI;
    return `${cut(centre + Math.cos(angle) * radius * way)} ${cut(Math.sin(angle) * radius * way)}`;
  });
  return `M${points.join("L")}`;
}

export const sun: Motif = ({ ink, accent, ground }) =>
  around(12, () => path("M-7 -24Q0 -52 7 -24Z", { fill: ink })) + circle([0, 0], 22, { fill: ink }) +
  circle([0, 0], 15, { fill: accent }) + circle([0, 0], 6, { fill: ground });

export const star: Motif = ({ ink, accent }) =>
  around(
    8,
    (index) =>
      path("M0 -48L9 -14L0 -6L-9 -14Z", index % 2 === 0 ? { fill: ink } : { fill: accent, transform: "scale(0.78)" }),
  ) +
  circle([0, 0], 5, { fill: ink });

const comb: Motif = ({ ink }) => around(4, () => times(5, (index) => path(`M${6 + index * 9} -45V-6`, line(ink, 4))));

export const weave: Motif = ({ ink }) =>
  times(4, (index) => {
    const [x, y] = [index % 2 * 50 - 50, Math.floor(index / 2) * 50 - 50];
    const upright = index === 0 || index === 3;
    return times(5, (step) => {
      const at = 6 + step * 9.5;
      return path(upright ? `M${x + at} ${y + 5}v40` : `M${x + 5} ${y + at}h40`, line(ink, 4));
    });
  });

export const dots: Motif = ({ ink, accent }) =>
  times(25, (index) => {
    const [column, row] = [index % 5 - 2, Math.floor(index / 5) - 2];
    return circle([column * 19, row * 19], (column + row) % 2 === 0 ? 6 : 3.4, {
      fill: column === 0 && row === 0 ? accent : ink,
    });
  });

export const leaf: Motif = ({ ink, ground, accent }) =>
  element(
    "g",
    { transform: "rotate(35)" },
    path("M0 -48C30 -26 30 22 0 48C-30 22 -30 -26 0 -48Z", { fill: ink }) + path("M0 -40V46", line(ground, 3)) +
      times(6, (index) =>
        path(
          `M0 ${-20 + index * 11}L${17 - Math.abs(index - 2) * 2} ${-31 + index * 11}M0 ${-20 + index * 11}L${
            -17 + Math.abs(index - 2) * 2
          } ${-31 + index * 11}`,
          line(ground, 2.6),
        )) +
      circle([0, -40], 3.5, { fill: accent }),
  );

export const fourLeaves: Motif = ({ ink, accent }) =>
  around(
    4,
    () =>
      path("M0 -6C18 -16 18 -38 0 -48C-18 -38 -18 -16 0 -6Z", { fill: ink }) + path("M0 -12V-40", line(accent, 2.6)),
    45,
  ) +
  circle([0, 0], 5, { fill: accent });

export const bird: Motif = ({ ink, ground, accent }) =>
  path("M-44 8C-30 -22 2 -26 18 -12C24 -26 40 -24 42 -12L50 -8L41 -4C38 14 20 30 -4 26C-20 24 -30 18 -48 24Z", {
    fill: ink,
  }) +
  circle([34, -12], 3.2, { fill: ground }) +
  path("M-20 4Q-4 -12 12 4M-16 12Q-2 -2 12 12M-10 19Q0 9 10 19", line(ground, 3)) +
  path("M-2 26V42M8 25V42M-6 42H2M4 42H12", line(accent, 3.4));

const fish: Motif = ({ ink, ground, accent }) =>
  path("M-46 -18L-26 -2C-10 -26 26 -26 46 0C26 26 -10 26 -26 2L-46 18Z", { fill: ink }) +
  times(3, (index) => path(`M${-8 + index * 13} -14Q${2 + index * 13} 0 ${-8 + index * 13} 14`, line(ground, 3))) +
  circle([35, -3], 3.6, { fill: accent });

export const cowries: Motif = ({ ink, ground }) =>
  [[-24, -24], [24, -24], [0, 0], [-24, 24], [24, 24]].map(([x = 0, y = 0]) =>
    element(
      "g",
      { transform: `translate(${x} ${y}) rotate(${(x + y) % 3 * 20 + 20})` },
      element("ellipse", { cx: 0, cy: 0, rx: 13, ry: 18, fill: ink }) +
        path("M0 -13V13M-3.5 -8H3.5M-3.5 -2H3.5M-3.5 4H3.5M-3.5 9H3.5", line(ground, 2.4)),
    )
  ).join("");

export const drum: Motif = ({ ink, ground, accent }) =>
  path("M-34 -42H34L10 0L34 42H-34L-10 0Z", { fill: ink }) +
  times(7, (index) =>
    path(`M${-27 + index * 9} -38L${(-27 + index * 9) * 0.3} 0L${-27 + index * 9} 38`, line(ground, 2.4))) +
  path("M-36 -42H36M-36 42H36", line(accent, 7)) + path("M-11 0H11", line(accent, 6));

export const zigzag: Motif = ({ ink, accent }) =>
  times(
    5,
    (row) =>
      path(
        `M-46 ${-34 + row * 18}L-31 ${-46 + row * 18}L-15.5 ${-34 + row * 18}L0 ${-46 + row * 18}L15.5 ${
          -34 + row * 18
        }L31 ${-46 + row * 18}L46 ${-34 + row * 18}`,
        line(row === 2 ? accent : ink, 4.5),
      ),
  );

const diamonds: Motif = ({ ink, accent }) =>
  [46, 32, 18].map((reach) => path(`M0 ${-reach}L${reach} 0L0 ${reach}L${-reach} 0Z`, line(ink, 4.5))).join("") +
  path("M0 -7L7 0L0 7L-7 0Z", { fill: accent }) +
  [[-38, -38], [38, -38], [-38, 38], [38, 38]].map(([x = 0, y = 0]) => circle([x, y], 5.5, { fill: ink })).join("");

const moon: Motif = ({ ink, accent }) =>
  path("M14 -44A46 46 0 1 0 14 44A52 52 0 0 1 14 -44Z", { fill: ink }) +
  element("g", { transform: "translate(20 0)" }, path("M0 -20L5 -5L20 0L5 5L0 20L-5 5L-20 0L-5 -5Z", { fill: accent }));

const hills: Motif = ({ ink, accent }) =>
  [40, 31, 22, 13].map((radius) => path(`M${-radius} 24A${radius} ${radius} 0 0 1 ${radius} 24`, line(ink, 4.5))).join(
    "",
  ) +
  path("M-46 34H46M-46 43H46", line(accent, 4));

export const MOTIFS: readonly Motif[] = [
  rings,
  squares,
  spiral,
  doubleSpiral,
  sun,
  star,
  comb,
  weave,
  dots,
  leaf,
  fourLeaves,
  bird,
  fish,
  cowries,
  drum,
  zigzag,
  diamonds,
  moon,
  hills,
];

/** A long-tailed bird that looks to the left, in a box of 512. */
export function proudBird({ ink, ground, accent, second }: Palette): string {
  const feather = path("M0 0C34 -26 62 -96 40 -196C-2 -150 -26 -70 0 0Z", { fill: ink }) +
    path("M6 -14C20 -70 28 -120 36 -176", line(ground, 5)) +
    times(5, (index) => path(`M${12 + index * 5} ${-52 - index * 24}l-17 -14m17 14l19 -22`, line(ground, 4))) +
    circle([37, -170], 9, { fill: second });
  const tail = [22, 48, 74, 100].map((turn) =>
    element("g", { transform: `translate(352 300) rotate(${turn})` }, feather)
  );
  const legs = path(
    "M262 336V428M262 428l-26 12M262 428l24 12M312 342V428M312 428l-26 12M312 428l24 12",
    line(second, 8),
  );
  const body = path(
    "M150 164C138 236 152 318 226 346C296 370 364 344 390 292C350 276 300 262 264 226C238 200 220 168 212 132Z",
    { fill: ink },
  );
  const chest = times(
    9,
    (index) => circle([172 + index % 3 * 22, 214 + Math.floor(index / 3) * 32 + index % 3 * 8], 5.5, { fill: ground }),
  );
  const wing = path("M226 258C270 232 348 262 384 306C336 342 250 336 226 258Z", { fill: second }) +
    times(4, (index) => path(`M${252 + index * 30} ${262 + index * 8}q22 24 -2 ${50 - index * 7}`, line(ground, 5.5)));
  const crest = times(
    3,
    (index) =>
      path(`M${170 + index * 16} 104q${-12 + index * 12} -34 ${-16 + index * 18} -46`, line(ink, 6)) +
      circle([154 + index * 34, 54 + Math.abs(index - 1) * 5], 8, { fill: second }),
  );
  const head = circle([180, 140], 40, { fill: ink }) + path("M146 124L84 146L148 162Z", { fill: second }) +
    circle([172, 134], 11, { fill: ground }) + circle([172, 134], 4, { fill: accent });
  return tail.join("") + legs + body + chest + wing + crest + head;
}
