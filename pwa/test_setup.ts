import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";

// Testing Library only cleans up by itself where the test functions are globals.
afterEach(cleanup);

// A second is too little where several workers share two cores.
configure({ asyncUtilTimeout: 5_000 });

// jsdom has no BroadcastChannel. Deno's would reach other modules of a test through a window that refuses its events,
// and that ends the process.
Reflect.deleteProperty(globalThis, "BroadcastChannel");

// Making a jsdom takes longer than most files, so a worker's files share one. Each begins with modules of its own, and
// leaves an empty page, no timers and no stand-ins.
vi.resetModules();
const stopFrames = keepFrames();
const stopTimers = recordTimers();
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  stopTimers();
  stopFrames();
  emptyPage();
  Reflect.deleteProperty(globalThis, "indexedDB");
});

/** jsdom draws frames by an interval while one is asked for: it begins here, before a test fakes or this file stops any. */
function keepFrames(): () => void {
  const { requestAnimationFrame } = globalThis;
  const ask = () => void (frame = requestAnimationFrame(ask));
  let frame = requestAnimationFrame(ask);
  return () => cancelAnimationFrame(frame);
}

/** Returns how to stop all timers that begin from now on: modules begin some for as long as a page lives. */
function recordTimers(): () => void {
  const { setTimeout, setInterval } = globalThis;
  const begun: ReturnType<typeof setTimeout>[] = [];
  const recorded = <Begin extends typeof setTimeout | typeof setInterval>(begin: Begin) =>
    new Proxy(begin, {
      apply(target, self, args) {
        const timer = Reflect.apply(target, self, args);
        begun.push(timer);
        return timer;
      },
    });
  Object.assign(globalThis, { setTimeout: recorded(setTimeout), setInterval: recorded(setInterval) });
  return () => {
    Object.assign(globalThis, { setTimeout, setInterval });
    for (const timer of begun) clearTimeout(timer);
  };
}

function emptyPage(): void {
  const { documentElement, head, body } = document;
  for (const element of [documentElement, head, body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  head.replaceChildren();
  body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
}
