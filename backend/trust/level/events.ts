import type { TrustLevel } from "../../contract/trust.ts";
import type { Event } from "../../store/log/event.ts";

/** What an account had when its level changed. */
export type LevelEvidence = {
  readonly accountDays: number;
  readonly provenMinutes: number;
  readonly listeningDays: number;
  readonly artists: number;
  /** `left_out`: no code could be sent, because Orin had no provider of texts. */
  readonly phone: "proven" | "left_out";
};

/** The account may earn and withdraw as its new level allows. */
export type TrustLevelChanged = Event<"TrustLevelChanged", {
  readonly userId: string;
  readonly level: TrustLevel;
  /** `set_up`: the demo world and first accounts, without evidence. */
  readonly because: "conditions_met" | "identity_proven" | "phone_changed" | "set_up";
  readonly evidence?: LevelEvidence;
}>;

export type LevelEvent = TrustLevelChanged;

/** The stream of an account's level, in the log `social`. */
export function levelStream(userId: string): string {
  return `level/${userId}`;
}
