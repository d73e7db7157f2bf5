import { nameKey } from "./name_key.ts";
import { Refusal } from "./refusal.ts";

/** What a service calls its own people. */
const OWN_PEOPLE = [
  ...["support", "security", "help", "helpdesk", "team", "official", "staff", "admin", "care", "service", "trust"],
  ...["pay", "payment", "payments", "payout", "payouts", "wallet", "bank", "refund", "refunds", "verification", "ng"],
];
const PEOPLE = `(?:the|${OWN_PEOPLE.map(nameKey).join("|")})*`;
const FOR_ORIN = new RegExp(`^${PEOPLE}${nameKey("Orin")}${PEOPLE}$`);

/**
 * Whether a name or an address would pass for Orin itself, however it is written: Orin alone, or with what a service calls
 * its own people. `orin` is a word of Yoruba, song: names that have more than that pass.
 */
export function speaksForOrin(name: string): boolean {
  return FOR_ORIN.test(nameKey(name));
}

/**
 * Refuses a name that passes for Orin itself. `field` is the one that the name was typed into. Throws Refusal
 * `artist_name_taken`.
 */
export function assertNotOrin(name: string, field = "artist"): void {
  if (!speaksForOrin(name)) return;
  throw new Refusal("artist_name_taken", "People would take this name for Orin itself. Please choose another one.", {
    field,
  });
}
