import type { AskKind } from "../../contract/playing.ts";

/** What one device plays, as it told last. Times in epoch ms. */
export interface Presence {
  readonly isPlaying: boolean;
  readonly queueId: string;
  readonly queue: readonly string[];
  readonly unmixed: readonly number[] | undefined;
  readonly place: number;
  readonly positionMs: number;
  readonly isRepeating: boolean;
  readonly repeatsAll: boolean;
  readonly toldAt: number;
  readonly watchedUntil: number;
  /** Not answered yet. */
  readonly ask: Ask | undefined;
  readonly answeredId: string | undefined;
}

interface Ask {
  readonly id: string;
  readonly kind: AskKind;
  readonly at: number;
}
