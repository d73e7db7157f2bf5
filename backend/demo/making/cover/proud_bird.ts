import type { Palette } from "./palette.ts";
import { circle, element, line, path, times } from "./svg.ts";

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
