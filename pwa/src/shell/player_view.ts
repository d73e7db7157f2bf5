/** The track as the bar and the full screen show it. */
export interface ShownTrack {
  id: string;
  title: string;
  artist: string;
  artistId?: string | undefined;
  album?: string | undefined;
  coverImageUrl?: string | undefined;
  placeholder?: string | undefined;
  /** How many times its recording was replaced. */
  replaced?: number | undefined;
}

/** What the player's bar and its full screen need of the player. */
export interface PlayerView {
  track: ShownTrack | null;
  playing: boolean;
  /** True while sound should come but does not: loading, or waiting for the network. */
  waiting: boolean;
  /** Seconds. */
  duration: number;
  /** 0 to 100. */
  volume: number;
  /** The track that plays, again and again. */
  repeat: boolean;
  /** The queue, again and again. */
  repeatAll: boolean;
  isShuffled: boolean;
  error: string | null;
  /** Another tab plays, and this one is silent. */
  isElsewhere: boolean;
  /** The music paused after an hour without a touch. */
  asksWhetherHeard: boolean;
  /** Calls back with the position in seconds, now and whenever it changes; stays out of React's way. */
  subscribeTime(listener: (seconds: number) => void): () => void;
  toggle(): void;
  next(): void;
  previous(): void;
  seek(seconds: number): void;
  setVolume(volume: number): void;
  /** From off to this track, then to the whole queue, then off again. */
  changeRepeat(): void;
  close(): void;
}
