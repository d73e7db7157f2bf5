import { useRef } from "react";
import { type Location, useLocation, useNavigate } from "react-router-dom";

type PlayerSheet = "queue" | "sleep" | "lyrics" | "more" | "speed" | "devices";

/** What of the player lies over the page. Each is an entry of the history, so that Back closes the topmost first. */
interface OverPage {
  nowPlaying?: boolean;
  sheet?: PlayerSheet;
}

/** What lies over the page, and the way back to what is under it. */
export function useOverPage(): { nowPlaying: boolean; sheet: PlayerSheet | undefined; close(): void } {
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const left = useRef("");
  const { nowPlaying = false, sheet } = readOver(state);
  return {
    nowPlaying,
    sheet,
    close() {
      // Going back takes a moment; who presses twice meanwhile still means this entry.
      if (left.current === key) return;
      left.current = key;
      navigate(-1);
    },
  };
}

/** Opens the full screen. */
export function useOpenNowPlaying(): () => void {
  const location = useLocation();
  const navigate = useNavigate();
  return () => navigate(pathOf(location), { state: { ...location.state, nowPlaying: true } });
}

/** Opens a sheet over the page or the full screen, or in place of the other sheet. */
export function useOpenSheet(): (sheet: PlayerSheet) => void {
  const location = useLocation();
  const navigate = useNavigate();
  return (sheet) => {
    const open = readOver(location.state).sheet;
    if (open !== sheet) {
      navigate(pathOf(location), { state: { ...location.state, sheet }, replace: open !== undefined });
    }
  };
}

function pathOf({ pathname, search, hash }: Location) {
  return { pathname, search, hash };
}

function readOver(state: unknown): OverPage {
  return typeof state === "object" && state !== null ? state : {};
}
