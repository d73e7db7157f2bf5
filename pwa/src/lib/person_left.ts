const PERSON_LEFT = "orin-person-left";

/**
 * Calls back when the person leaves this device, in this tab or another: they log out, close their account, or someone
 * else logs in. A session that only expired leaves nothing: its music plays on, and its place is there for them.
 */
export function onPersonLeft(callback: () => void): void {
  addEventListener(PERSON_LEFT, callback);
}

/** Tells this tab that the person has left. */
export function sayPersonLeft(): void {
  dispatchEvent(new Event(PERSON_LEFT));
}
