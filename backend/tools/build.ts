import { buildPwaIfChanged } from "../start/build_pwa.ts";
import { exitOnStartError } from "../start/start_error.ts";

/** `deno task build`: builds the app for `deno task serve`, which builds nothing itself. */
if (import.meta.main) {
  try {
    const { built } = await buildPwaIfChanged(console.log);
    if (!built) console.log("PWA: built already");
  } catch (error) {
    exitOnStartError(error);
  }
}
