/** Nobody took the mail now. The same mail may go through later. */
export class MailUnavailable extends Error {
  override readonly name = "MailUnavailable";

  constructor(reason: string) {
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
