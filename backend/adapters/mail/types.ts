/** How Orin reaches people's mailboxes. */
export interface Mail {
  /**
   * Hands a mail over for delivery.
   * @throws {MailUnavailable} not accepted now: try again later, with the same id
   * @throws {MailRefused} never acceptable: the address or the mail itself is bad
   */
  send(message: MailMessage): Promise<void>;
}

export type MailMessage = {
  /**
   * Idempotency key: the same mail sent again keeps its id. The development outbox keeps it once; over SMTP it is the
   * Message-ID, by which mailboxes recognise a repeat. Letters, digits and `. _ : / -`, at most 200.
   */
  id: string;
  /** One bare address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The one-time code in the mail, for readers of the development outbox. */
  code?: string;
  /** Where a mail program ends such mails with one press (RFC 8058): an address that takes a POST without a log-in. */
  unsubscribe?: string;
};

/** Mail that stays at home: everything sent can be read at `/dev/mail`. */
export interface DevOutbox extends Mail {
  /** The mails of all processes on the same data directory, newest first. */
  newest(limit: number): OutboxMail[];
}

/** `sentAt` is in epoch ms. */
export type OutboxMail = Omit<MailMessage, "id"> & { sentAt: number };

/** The mail server did not accept the mail now. The same mail may go through later. */
export class MailUnavailable extends Error {
  override readonly name = "MailUnavailable";

  /** `isRelay`: no mail is accepted now, for any recipient. */
  constructor(reason: string, readonly isRelay = false) {
    super(`Cannot send mail now: ${reason}`);
  }
}

/** The mail will never be taken, however often it is sent. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";

  constructor(reason: string) {
    super(`Mail refused: ${reason}`);
  }
}
