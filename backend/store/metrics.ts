/** Numbers for `GET /metrics` in Prometheus' text form: sums with counts, and gauges read when asked. */
export class Metrics {
  readonly #sums = new Map<string, { count: number; sum: number }>();
  readonly #gauges = new Map<string, () => number>();

  /** Adds an observation under a name with its labels, such as `command_seconds{name="signup"}`. */
  observe(series: string, value: number): void {
    const known = this.#sums.get(series) ?? { count: 0, sum: 0 };
    known.count++;
    known.sum += value;
    this.#sums.set(series, known);
  }

  /** Adds one to a counter. */
  count(series: string): void {
    this.observe(series, 1);
  }

  gauge(series: string, read: () => number): void {
    this.#gauges.set(series, read);
  }

  render(extra: readonly (readonly [series: string, value: number])[] = []): string {
    const lines: string[] = [];
    for (const [series, { count, sum }] of this.#sums) {
      lines.push(`orin_${suffixed(series, "_count")} ${count}`, `orin_${suffixed(series, "_sum")} ${sum}`);
    }
    for (const [series, read] of this.#gauges) lines.push(`orin_${series} ${read()}`);
    for (const [series, value] of extra) lines.push(`orin_${series} ${value}`);
    return `${lines.sort().join("\n")}\n`;
  }
}

function suffixed(series: string, suffix: string): string {
  const brace = series.indexOf("{");
  return brace < 0 ? series + suffix : series.slice(0, brace) + suffix + series.slice(brace);
}
