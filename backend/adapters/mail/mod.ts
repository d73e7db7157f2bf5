import { createOutbox, type OutboxConfig } from "./outbox.ts";
import { createSmtpMail, type SmtpConfig } from "./smtp.ts";
import type { DevOutbox, Mail } from "./types.ts";

type MailConfig = OutboxConfig | SmtpConfig;

/** Opens the mail service that the configuration names. Nothing is connected before the first mail. */
export function createMail(config: OutboxConfig): DevOutbox;
export function createMail(config: MailConfig): Mail;
export function createMail(config: MailConfig): Mail {
  switch (config.kind) {
    case "outbox":
      return createOutbox(config);
    case "smtp":
      return createSmtpMail(config);
  }
}
