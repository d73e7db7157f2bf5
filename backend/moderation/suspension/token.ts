import { Refusal } from "../../contract/refusal.ts";
import { Id } from "../../contract/requests/ids.ts";

/** A suspension as the link of our mail names it; the moment in epoch ms. */
export function suspensionName({ userId, suspendedAt }: { userId: string; suspendedAt: number }): string {
  return `${userId}_${suspendedAt.toString(36)}`;
}

/** The same, read back. Throws Refusal `link_invalid`. */
export function suspensionIn(name: string): { userId: string; suspendedAt: number } {
  const [id, at = ""] = name.split("_");
  const userId = Id.safeParse(id).data;
  if (userId === undefined) {
    throw new Refusal("link_invalid", "This link is not whole: please open it from our email again");
  }
  return { userId, suspendedAt: Number.parseInt(at, 36) };
}
