import type { Event } from "../../store/log/event.ts";

/** The demo world is complete: the next start does not make it again. */
export type DemoWorldMade = Event<"DemoWorldMade", Record<string, never>>;
