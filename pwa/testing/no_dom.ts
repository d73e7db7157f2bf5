import { vi } from "vitest";

// Deno has both, and the next run would find what this one left. A test that needs them has a DOM.
Reflect.deleteProperty(globalThis, "localStorage");
Reflect.deleteProperty(globalThis, "sessionStorage");

// The files of a worker share what is loaded, but not the state of the app's modules.
vi.resetModules();
