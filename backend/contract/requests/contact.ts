import * as z from "zod/mini";
import { isPlainLines, isPlainText } from "../text.ts";
import { Email } from "./accounts.ts";

const line = (name: string, max: number) =>
  z.string(`${name} is required`).check(
    z.trim(),
    z.minLength(1, `${name} is required`),
    z.maxLength(max, `${name} is too long`),
    z.refine(isPlainText, `${name} has characters that cannot be shown`),
  );

/** `POST /api/v1/newsletter`. */
export const NewsletterRequest = z.object({ name: line("Name", 100), email: Email });
export type NewsletterRequest = z.infer<typeof NewsletterRequest>;

/** `POST /api/v1/support`. */
export const SupportRequest = z.object({
  name: line("Name", 100),
  email: Email,
  topic: z._default(line("Topic", 120), "A question"),
  message: z.string("Message is required").check(
    z.trim(),
    z.minLength(1, "Message is required"),
    z.maxLength(5_000, "Message is too long: at most 5000 characters"),
    z.refine(isPlainLines, "Message has characters that cannot be shown"),
  ),
});
export type SupportRequest = z.infer<typeof SupportRequest>;

/** What the link of a newsletter holds. */
export const NewsletterLinkQuery = z.object({ token: z.string().check(z.maxLength(200)) });
