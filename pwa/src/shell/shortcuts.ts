import { useEffect } from "react";
import { storedSwitch } from "../lib/stored_choice.ts";
import type { PlayerView } from "./player_view.ts";

const SEEK_S = 5;

/** What the keys do, for the help that "?" opens. */
export const SHORTCUTS: readonly { keys: string; does: string }[] = [
  { keys: "Space or K", does: "Play or pause" },
  { keys: "← and →", does: "Back or forward 5 seconds" },
  { keys: "N and P", does: "Next or previous song" },
  { keys: "M", does: "Mute" },
  { keys: "R", does: "Repeat this song, then all, then off" },
  { keys: "S", does: "Shuffle the queue" },
  { keys: "Q", does: "Show the queue" },
  { keys: "T", does: "Sleep timer" },
  { keys: "G", does: "Go to the player, and back" },
  { keys: "/", does: "Search" },
  { keys: "?", does: "Show this list" },
];

/** Single keys must be possible to switch off (WCAG 2.1.4). */
export const shortcutsAreOn = storedSwitch("orin.shortcuts");

export interface ShortcutActions {
  /** Absent while there is nothing to play. */
  player: PlayerView | undefined;
  /** The position in seconds. */
  position(): number;
  toggleMute(): void;
  search(): void;
  showQueue(): void;
  sleep(): void;
  shuffle(): void;
  goToPlayer(): void;
  help(): void;
}

/** Listens to the keys wherever nothing is typed. */
export function useShortcuts(actions: ShortcutActions): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isMeantForPage(event) || (!shortcutsAreOn.get() && event.key !== "?")) return;
      const act = actionOf(event, actions);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  });
}

/** What a key does; undefined leaves it to the browser. */
export function actionOf({ key }: { key: string }, actions: ShortcutActions): (() => void) | undefined {
  const { player } = actions;
  if (key === "/") return actions.search;
  if (key === "?") return actions.help;
  if (!player) return undefined;
  switch (key.toLowerCase()) {
    case " ":
    case "k":
      return player.toggle;
    case "arrowleft":
      return () => player.seek(Math.max(0, actions.position() - SEEK_S));
    case "arrowright":
      return () => player.seek(Math.min(player.duration, actions.position() + SEEK_S));
    case "n":
      return player.next;
    case "p":
      return player.previous;
    case "m":
      return actions.toggleMute;
    case "r":
      return player.changeRepeat;
    case "s":
      return actions.shuffle;
    case "q":
      return actions.showQueue;
    case "t":
      return actions.sleep;
    case "g":
      return actions.goToPlayer;
    default:
      return undefined;
  }
}

/** Not while typing, not with a modifier, and Space belongs to the button that has the focus. */
export function isMeantForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  const { target } = event;
  if (!(target instanceof Element)) return true;
  if (target.closest("input, textarea, select, [contenteditable], [role=menu], [role=tablist]")) return false;
  return event.key !== " " || !target.closest("a, button, summary, label");
}
