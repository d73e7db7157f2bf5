const LONGEST_WAIT_MS = 60_000;

/** Does what is due when it is due, after a restart as well: the due times lie in the book. */
export function createScheduler(nextDue: () => number | undefined, work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  function wake(): void {
    clearTimeout(timer);
    const due = stopped ? undefined : nextDue();
    if (due === undefined) return;
    timer = setTimeout(tick, Math.min(LONGEST_WAIT_MS, Math.max(0, due - Date.now())));
  }

  function tick(): void {
    work();
    wake();
  }

  return {
    /** To be called when a due time may have changed. */
    wake,
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
