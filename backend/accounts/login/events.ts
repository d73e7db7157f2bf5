import type { Sealed } from "../../store/personal/personal_data.ts";

/** Somebody logged in with a browser that they had not used before. */
export type NewDeviceSeen = {
  readonly type: "NewDeviceSeen";
  readonly data: {
    readonly userId: string;
    readonly sessionId: string;
    /** The browser's own name for itself, sealed with the person's key as `device <sessionId>`. */
    readonly device: Sealed;
  };
};

/** The stream of a log-in on a new device, in the log `social`. */
export function newDeviceStream(sessionId: string): string {
  return `new_device/${sessionId}`;
}
