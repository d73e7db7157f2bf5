import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/** A person logged in with a browser that they had not used before. */
export type NewDeviceSeen = Event<"NewDeviceSeen", {
  readonly userId: string;
  readonly sessionId: string;
  /** The browser's own name for itself, sealed with the person's key as `device <sessionId>`. */
  readonly device: Sealed;
}>;

/** The stream of a log-in on a new device, in the log `social`. */
export function newDeviceStream(sessionId: string): string {
  return `new_device/${sessionId}`;
}
