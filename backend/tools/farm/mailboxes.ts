import type { Mail, MailMessage } from "../../adapters/mail/types.ts";

/** The mailboxes of everyone in the town: the codes that Orin has mailed. */
export class Mailboxes implements Mail {
  readonly #codes = new Map<string, PromiseWithResolvers<string>>();

  send({ to, code }: MailMessage): Promise<void> {
    if (code !== undefined) this.#of(to).resolve(code);
    return Promise.resolve();
  }

  /** The first code that is mailed to an address; waits for it. */
  codeFor(email: string): Promise<string> {
    return this.#of(email).promise;
  }

  #of(email: string): PromiseWithResolvers<string> {
    const known = this.#codes.get(email) ?? Promise.withResolvers<string>();
    this.#codes.set(email, known);
    return known;
  }
}
