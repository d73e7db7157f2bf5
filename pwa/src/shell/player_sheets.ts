import { createStore } from "../lib/store.ts";

/** The sheet that lies over the player: opened by its buttons and by keys. */
export const playerSheet = createStore<"queue" | "sleep" | undefined>(undefined);
