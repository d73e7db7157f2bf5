import { type MailMessage, MailRefused } from "./types.ts";

// One bare address: what could name a second one, a display name or a header of its own is not in it.
const ADDRESS = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$/;
const ID = /^[A-Za-z0-9._:/-]{1,200}$/;
// Between angle brackets of a header.
const URL_IN_HEADER = /^https?:\/\/[!-;=?-~]{1,900}$/;
const MAX_ADDRESS_LENGTH = 254;

/** Refuses a mail that no service may be given. The address is not repeated: messages of errors reach logs. */
export function checkMessage({ id, to, subject, unsubscribe }: MailMessage): void {
  if (to.length > MAX_ADDRESS_LENGTH || !ADDRESS.test(to)) throw new MailRefused("the recipient is not one address");
  if (/[\r\n]/.test(subject)) throw new MailRefused("the subject has more than one line");
  if (unsubscribe !== undefined && !URL_IN_HEADER.test(unsubscribe)) {
    throw new MailRefused("the address to unsubscribe at is none");
  }
  if (!ID.test(id)) throw new MailRefused(`the id ${JSON.stringify(id)} has characters that a Message-ID cannot have`);
}
