import { domainToASCII } from "node:url";
import { mailboxOf } from "./mailbox.ts";

/** Where anybody has a mailbox: nothing joins the people of such a domain. */
const FOR_EVERYBODY = new Set([
  ...["gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "msn.com", "icloud.com", "me.com"],
  ...["yahoo.com", "yahoo.co.uk", "ymail.com", "rocketmail.com", "aol.com", "mail.com", "gmx.com", "gmx.net"],
  ...["proton.me", "protonmail.com", "zoho.com", "yandex.com", "tutanota.com", "fastmail.com"],
]);

/** Second levels under which countries give out names: `label.com.ng` is one name. */
const SHARED = new Set(["com", "co", "org", "net", "gov", "edu", "ac", "ltd", "plc", "name", "mobi", "sch", "i", "me"]);

/**
 * The mailbox that mails to an address fill: as `mailboxOf`, and without what follows a plus, wherever it is. A person
 * who never asked for a mail is better protected too much.
 */
export function filledMailboxOf(email: string): string {
  const name = email.slice(0, email.lastIndexOf("@")).normalize("NFC");
  return mailboxOf(`${name.split("+", 1)[0] || name}@${domainOf(email)}`);
}

/** The name whose owner can make as many addresses as they like; undefined where everybody gets one. */
export function ownDomainOf(email: string): string | undefined {
  const labels = domainOf(email).split(".");
  const isShared = labels.at(-1)?.length === 2 && SHARED.has(labels.at(-2) ?? "");
  const owned = labels.slice(isShared ? -3 : -2).join(".");
  return owned === "" || FOR_EVERYBODY.has(owned) ? undefined : owned;
}

/** One spelling of a domain, however it is written. */
function domainOf(email: string): string {
  const written = email.slice(email.lastIndexOf("@") + 1).toLowerCase().replace(/\.+$/, "");
  return domainToASCII(written) || written;
}
