/** Does some work now and again, never twice at the same time, until it is stopped; the signal tells the work of it. */
export function repeat(
  work: (signal: AbortSignal) => Promise<void>,
  { everyMs, log }: { everyMs: number; log: (message: string, error?: unknown) => void },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = Promise.resolve();
  const next = () => {
    timer = setTimeout(() => {
      running = work(signal).catch((error) => signal.aborted || log("Regular work was broken off", error)).then(() => {
        if (!signal.aborted) next();
      });
    }, everyMs);
  };
  next();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
