import { createOutbox } from "./outbox.ts";
import { createSmtpMail } from "./smtp.ts";
import type { DevOutbox, Mail, MailConfig, OutboxConfig } from "./types.ts";

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
