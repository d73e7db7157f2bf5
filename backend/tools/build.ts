import { buildAnswersIfChanged } from "../start/build_answers.ts";
import { buildPwaIfChanged } from "../start/build_pwa.ts";
import { exitOnStartError } from "../start/start_error.ts";

/** `deno task build`: builds the app and the API's description for `deno task serve`, which builds nothing itself. */
if (import.meta.main) {
  try {
    const [{ built }] = await Promise.all([buildPwaIfChanged(console.log), buildAnswersIfChanged(console.log)]);
    if (!built) console.log("PWA: built already");
  } catch (error) {
    exitOnStartError(error);
  }
}
