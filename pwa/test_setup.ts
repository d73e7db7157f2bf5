import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Testing Library only cleans up by itself where the test functions are globals.
afterEach(cleanup);

// A second is too little where several workers share two cores.
configure({ asyncUtilTimeout: 5_000 });

// jsdom has no BroadcastChannel. Deno's would reach other modules of a test through a window that refuses its events,
// and that ends the process.
if (typeof window !== "undefined") Reflect.deleteProperty(globalThis, "BroadcastChannel");
