import { type TextMessage, TextRefused } from "./types.ts";

/** Other characters would make a text cost twice as much, and some networks drop it. */
const PLAIN = /^[A-Za-z0-9 .,:;!?'"()/+#_-]{1,160}$/;

/** Refuses a text that no provider may be given. The number is not repeated: messages of errors reach logs. */
export function checkText({ to, text }: TextMessage): void {
  if (!/^\+[1-9][0-9]{6,14}$/.test(to)) throw new TextRefused("the recipient is not one number in E.164");
  if (!PLAIN.test(text)) throw new TextRefused("the text is not one plain text of 160 characters");
}
