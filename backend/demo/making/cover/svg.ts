/** One SVG element; numbers are cut to a tenth of a pixel, undefined attributes are left out. */
export function element(name: string, attributes: Record<string, string | number>, inside = ""): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    ` ${key}="${typeof value === "number" ? cut(value) : value}"`
  );
  return inside === "" ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${inside}</${name}>`;
}

/** A number with one decimal: enough for the eye, and short. */
export function cut(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The stroke of a brush: round at its ends and corners. */
export function line(stroke: string, width: number): Record<string, string | number> {
  return { ...edge(stroke, width), "stroke-linecap": "round", "stroke-linejoin": "round" };
}

/** A stroke with plain ends and corners. */
export function edge(stroke: string, width: number): Record<string, string | number> {
  return { fill: "none", stroke, "stroke-width": width };
}

/** A path by its `d`. */
export function path(d: string, attributes: Record<string, string | number>): string {
  return element("path", { d, ...attributes });
}

export type Point = readonly [x: number, y: number];

/** A circle round a point. */
export function circle([cx, cy]: Point, r: number, attributes: Record<string, string | number>): string {
  return element("circle", { cx, cy, r, ...attributes });
}

/** A square round the origin, by half its side. */
export function square(half: number, attributes: Record<string, string | number>): string {
  return element("rect", { x: -half, y: -half, width: 2 * half, height: 2 * half, ...attributes });
}

/** What is inside, moved to a point, scaled and turned (degrees) there. */
export function moved([x, y]: Point, inside: string, { scale = 1, turn = 0 } = {}): string {
  const turned = turn === 0 ? "" : ` rotate(${cut(turn)})`;
  const scaled = scale === 1 ? "" : ` scale(${Math.round(scale * 1000) / 1000})`;
  return element("g", { transform: `translate(${cut(x)} ${cut(y)})${turned}${scaled}` }, inside);
}

/** The same drawing several times around the middle. */
export function around(count: number, draw: (index: number) => string, offsetDegrees = 0): string {
  return times(
    count,
    (index) => element("g", { transform: `rotate(${cut(offsetDegrees + index * 360 / count)})` }, draw(index)),
  );
}

/** Makes this many drawings, one after another. */
export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join("");
}

/** Text that is safe in markup. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
