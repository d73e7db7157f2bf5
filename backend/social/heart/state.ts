import { Refusal } from "../../contract/refusal.ts";
import type { HeartEvent } from "./events.ts";

/** Giving twice is giving once. A heart can be removed after its track is gone. */
export function decideHeart(
  { isHearted, isThere }: { isHearted: boolean; isThere: boolean },
  { wanted, ...heart }: HeartEvent["data"] & { wanted: boolean },
): HeartEvent[] {
  if (wanted && !isThere) {
    throw new Refusal("not_found", heart.kind === "artist" ? "Artist not found" : "Track not found");
  }
  return wanted === isHearted ? [] : [{ type: wanted ? "HeartGiven" : "HeartTaken", data: heart }];
}

/** Whether the heart is there after the event. */
export function evolveHeart(_isHearted: boolean, event: HeartEvent): boolean {
  switch (event.type) {
    case "HeartGiven":
      return true;
    case "HeartTaken":
      return false;
  }
}
