import { disposableEmailBlocklistSet } from "disposable-email-domains-js";

/** Services that deliver `name+anything@` to `name@`, and say so. Elsewhere a plus may be part of another mailbox. */
const IGNORES_PLUS = new Set([
  ...["gmail.com", "outlook.com", "hotmail.com", "live.com", "msn.com", "icloud.com", "me.com", "mac.com"],
  ...["fastmail.com", "proton.me", "protonmail.com", "pm.me", "zoho.com", "yandex.com", "yandex.ru"],
]);
const IGNORES_DOTS = new Set(["gmail.com"]);
/** Two names of one service: the mailbox is the same. */
const SAME: Readonly<Record<string, string>> = {
  "googlemail.com": "gmail.com",
  "me.com": "icloud.com",
  "mac.com": "icloud.com",
  "protonmail.com": "proton.me",
  "pm.me": "proton.me",
};

/** The mailbox that mail to an address reaches, by its one name: `f.armer+1@googlemail.com` is `farmer@gmail.com`. */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  const said = address.slice(at + 1);
  const domain = SAME[said] ?? said;
  let name = address.slice(0, at);
  if (IGNORES_PLUS.has(domain)) name = name.split("+", 1)[0] || name;
  if (IGNORES_DOTS.has(domain)) name = name.replaceAll(".", "") || name;
  return `${name}@${domain}`;
}

let domains: ReadonlySet<string> | undefined;

/** Whether the address belongs to a domain that gives mailboxes away for minutes, or to one below it. */
export function isDisposable(email: string): boolean {
  domains ??= disposableEmailBlocklistSet();
  const labels = email.trim().toLowerCase().slice(email.trim().lastIndexOf("@") + 1).split(".");
  return labels.some((_, index) => domains?.has(labels.slice(index).join(".")));
}
