import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";

const SCRIPT = readFileSync(join(import.meta.dirname ?? "", "../../theme.js"), "utf8");
const root = document.documentElement;

/** A page of this tab is opened; answers in which typeface it shows itself. */
function openPage({ hasWorker, saves = false }: { hasWorker: boolean; saves?: boolean }): string | undefined {
  delete root.dataset["font"];
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", {
    connection: { saveData: saves },
    serviceWorker: { controller: hasWorker ? {} : null },
  });
  new Function(SCRIPT)();
  return root.dataset["font"];
}

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

it("a first visit stays in the system's typeface when the worker has come, and the next one has the app's", () => {
  expect(openPage({ hasWorker: false })).toBeUndefined();
  expect(openPage({ hasWorker: true })).toBeUndefined();
  sessionStorage.clear();
  expect(openPage({ hasWorker: true })).toBe("inter");
  expect(openPage({ hasWorker: false })).toBe("inter");
});

it("a browser that saves data shows the system's", () => {
  expect(openPage({ hasWorker: true, saves: true })).toBeUndefined();
});
