import { createStore } from "../../lib/store.ts";

/** Someone waits for the password; `answer` says whether it was given. */
export interface PasswordAsked {
  answer(wasGiven: boolean): void;
}

/** What the dialog of the shell shows; null when nobody asks. */
export const passwordAsked = createStore<PasswordAsked | null>(null);

let waiting: Promise<boolean> | undefined;

/** Opens the dialog and resolves to true once the service has taken the password, to false when it was closed. */
export function askPassword(): Promise<boolean> {
  waiting ??= new Promise<boolean>((resolve) => {
    passwordAsked.set({
      answer(wasGiven) {
        waiting = undefined;
        passwordAsked.set(null);
        resolve(wasGiven);
      },
    });
  });
  return waiting;
}
