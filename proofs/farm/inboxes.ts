import type { Mail, MailMessage } from "../../backend/adapters/mail/types.ts";
import type { TextMessage, Texts } from "../../backend/adapters/texts/types.ts";

/** The mailboxes and phones of everyone in the town: the codes that Orin has sent. */
export class Inboxes implements Mail, Texts {
  readonly #codes = new Map<string, PromiseWithResolvers<string>>();

  send({ to, code }: MailMessage | TextMessage): Promise<void> {
    if (code !== undefined) this.#of(to).resolve(code);
    return Promise.resolve();
  }

  wasSent(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** The next code that is sent to an address or a number; waits for it. */
  async codeFor(to: string): Promise<string> {
    const code = await this.#of(to).promise;
    this.#codes.delete(to);
    return code;
  }

  #of(to: string): PromiseWithResolvers<string> {
    const known = this.#codes.get(to) ?? Promise.withResolvers<string>();
    this.#codes.set(to, known);
    return known;
  }
}
