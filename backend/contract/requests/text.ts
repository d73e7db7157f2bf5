import * as z from "zod/mini";
import { hasLink, isPlainText, tidyLine } from "../text.ts";

/**
 * The rule for titles and for names of artists, albums and people: one line that shows something, composed (NFC), without
 * characters that cannot be seen; those that turn the text around it are refused by the name of the field, and addresses
 * of the web: such a line goes to strangers in mails that Orin writes.
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
    z.refine((text) => !hasLink(text), `${name} cannot hold a web address`),
  );
}
