import { createStore } from "../../lib/store.ts";

/** Someone waits for an answer in a dialog; `answer` says whether it was given. */
export interface Asked {
  answer(wasGiven: boolean): void;
}

/** A question of the shell's, which many calls may wait for together. */
function asking() {
  /** What the dialog shows; null while no call asks. */
  const asked = createStore<Asked | null>(null);
  let waiting: Promise<boolean> | undefined;
  /** Opens the dialog and resolves to true once the service has the answer, to false when it was closed. */
  const ask = (): Promise<boolean> => {
    waiting ??= new Promise<boolean>((resolve) => {
      asked.set({
        answer(wasGiven) {
          waiting = undefined;
          asked.set(null);
          resolve(wasGiven);
        },
      });
    });
    return waiting;
  };
  return { asked, ask };
}

/** The admin's password of the last 15 minutes. */
export const password = asking();
/** An auditor's note of why they look at personal details. */
export const note = asking();
