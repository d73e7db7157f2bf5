/** The id of the player's bar. */
export const PLAYER = "player";

let left: HTMLElement | undefined;

/** Puts the focus on the player's bar, or from there back to where it was. */
export function goToPlayer(): void {
  const bar = document.getElementById(PLAYER);
  const { activeElement: now } = document;
  if (!bar?.contains(now)) {
    left = now instanceof HTMLElement && now !== document.body ? now : undefined;
    bar?.focus({ preventScroll: true });
  } else (left?.isConnected ? left : document.getElementById("content"))?.focus();
}
