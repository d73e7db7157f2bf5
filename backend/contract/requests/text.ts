import * as z from "zod/mini";
import { isPlainText, tidyLine } from "../text.ts";

/**
 * The rule for titles and for names of artists, albums and people: one line that shows something, composed (NFC), without
 * characters that cannot be seen; those that turn the text around it are refused by the name of the field.
 */
export function line(name: string, max: number) {
  return optionalLine(name, max).check(z.minLength(1));
}

/** The same where nothing may be said, too. */
export function optionalLine(name: string, max: number) {
  return z.string().check(
    z.overwrite(tidyLine),
    z.maxLength(max),
    z.refine((text) => text === "" || isPlainText(text), `${name} has characters that cannot be shown`),
  );
}
