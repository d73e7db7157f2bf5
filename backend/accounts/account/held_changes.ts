import type { GoogleLinked } from "../google/events.ts";
import type { PhoneProven, ProfileChanged } from "./events.ts";

/** What of a person's name, phone number and Google account an event changes; undefined for none of them. */
export function changedIn(
  { type, data }: Pick<ProfileChanged | PhoneProven | GoogleLinked, "type" | "data">,
): "phone number" | "name" | "Google account" | undefined {
  if (type === "PhoneProven") return "isNew" in data && data.isNew ? "phone number" : undefined;
  if (type === "GoogleLinked") return "isLater" in data && data.isLater ? "Google account" : undefined;
  return "firstName" in data || "lastName" in data ? "name" : "phone" in data ? "phone number" : undefined;
}
