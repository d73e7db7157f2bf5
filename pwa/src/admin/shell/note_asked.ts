import { createStore } from "../../lib/store.ts";
import type { PasswordAsked } from "./password_again.ts";

/** What the note's dialog shows; null when nobody asks. */
export const noteAsked = createStore<PasswordAsked | null>(null);

let waiting: Promise<boolean> | undefined;

/** Opens the dialog and resolves to true once the service has the note, to false when it was closed. */
export function askNote(): Promise<boolean> {
  waiting ??= new Promise<boolean>((resolve) => {
    noteAsked.set({
      answer(wasGiven) {
        waiting = undefined;
        noteAsked.set(null);
        resolve(wasGiven);
      },
    });
  });
  return waiting;
}
