import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** One value of a gauge, with its labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

interface GaugeOptions {
  readonly help: string;
  readonly labels?: readonly string[];
  /** What a read that fails or takes long counts as; NaN when left out. With labels, its series are missing then. */
  readonly late?: number;
  /** Asked at each scrape. */
  read(): readonly Sample[] | Promise<readonly Sample[]>;
}

/** From a page out of memory to the longest wait for the provider. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30];

const HISTOGRAMS = {
  http_seconds: {
    help: "Time of a request, by route pattern and class of its status",
    labelNames: ["method", "route", "status"],
    buckets: SECONDS,
  },
  command_seconds: { help: "Time of a command, from the queue to the commit", labelNames: ["name"], buckets: SECONDS },
  commit_seconds: { help: "Time of a group's transaction", labelNames: ["logs"], buckets: SECONDS },
  group_size: { help: "Commands of a group", labelNames: ["logs"], buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500] },
  provider_seconds: {
    help: "Time of a call to the payment provider, by its outcome",
    labelNames: ["call", "outcome"],
    buckets: SECONDS,
  },
};

const COUNTERS = {
  payment_notices_forged_total: { help: "Notices without the payment provider's signature" },
};

/** A scrape waits a second, also while the database does not answer. */
const MOST_READ_MS = 800;

/** Numbers for `GET /metrics` in Prometheus' text form. Every name begins with `orin_`. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #histograms = new Map<string, Histogram>();
  readonly #counters = new Map<string, Counter>();

  constructor() {
    const registers = [this.#registry];
    for (const [name, options] of Object.entries(HISTOGRAMS)) {
      this.#histograms.set(name, new Histogram({ ...options, name: `orin_${name}`, registers }));
    }
    for (const [name, options] of Object.entries(COUNTERS)) {
      this.#counters.set(name, new Counter({ ...options, name: `orin_${name}`, registers }));
    }
  }

  /** Adds an observation. Labels take few values: each combination is a series for as long as the process lives. */
  observe(name: keyof typeof HISTOGRAMS, labels: Readonly<Record<string, string>>, value: number): void {
    this.#histograms.get(name)?.observe(labels, value);
  }

  /** Adds one to a counter. */
  count(name: keyof typeof COUNTERS): void {
    this.#counters.get(name)?.inc();
  }

  /** A value that is read at each scrape. The same name again takes the place of the first. */
  gauge(name: string, { help, labels = [], late = Number.NaN, read }: GaugeOptions): void {
    this.#registry.removeSingleMetric(`orin_${name}`);
    new Gauge({
      name: `orin_${name}`,
      help,
      labelNames: [...labels],
      registers: [this.#registry],
      async collect() {
        const samples = await soon(async () => await read());
        this.reset();
        if (!samples && labels.length === 0) this.set(late);
        for (const { labels: of = {}, value } of samples ?? []) this.set({ ...of }, value);
      },
    });
  }

  /** All of it as text, within a second. */
  async render(): Promise<string> {
    return await this.#registry.metrics();
  }
}

/** Undefined when it fails or takes too long. */
async function soon<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => timer = setTimeout(() => resolve(undefined), MOST_READ_MS));
  try {
    return await Promise.race([ask().catch((): undefined => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
