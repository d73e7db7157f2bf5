import type { Player } from "./player.ts";
import type { PlayerTrack } from "./types.ts";

const SIZES = [96, 192, 256, 384, 512] as const;
const POSITION_EVERY_SECONDS = 5;

interface MediaSessionParts {
  player: Player;
  mediaSession: MediaSession;
  /** Address of a track's cover at about this size (pixels). */
  coverAt(track: PlayerTrack, size: number): string;
  /** Is told of every press of a button, before it does anything. */
  onPress?(): void;
}

/** A headset's buttons for back and forward, seconds; the system may ask for another step. */
const SEEK_SECONDS = 10;

/** Shows what plays on the lock screen, the headphones and the car, and obeys their buttons. */
export function connectMediaSession({ player, mediaSession, coverAt, onPress = () => {} }: MediaSessionParts): void {
  handleButtons(player, mediaSession, onPress);
  let shown: PlayerTrack | null = null;
  let toldAt = -Infinity;
  const tellPosition = () => {
    toldAt = player.position.get();
    setPosition(player, mediaSession);
  };
  player.state.subscribe(() => {
    const { track, playing } = player.state.get();
    mediaSession.playbackState = track === null ? "none" : playing ? "playing" : "paused";
    if (track === shown) return;
    shown = track;
    mediaSession.metadata = track && metadataOf(track, coverAt);
    tellPosition();
  });
  player.position.subscribe(() => {
    if (Math.abs(player.position.get() - toldAt) >= POSITION_EVERY_SECONDS) tellPosition();
  });
  for (const event of ["seeked", "loadedmetadata", "ratechange", "playing", "pause"]) {
    player.audio.addEventListener(event, tellPosition);
  }
}

function handleButtons(player: Player, mediaSession: MediaSession, onPress: () => void): void {
  const seekBy = (seconds: number) => player.seek(player.position.get() + seconds);
  const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
    ["play", player.play],
    ["pause", player.pause],
    ["stop", player.stop],
    ["previoustrack", player.previous],
    ["nexttrack", player.next],
    ["seekbackward", ({ seekOffset }) => seekBy(-(seekOffset || SEEK_SECONDS))],
    ["seekforward", ({ seekOffset }) => seekBy(seekOffset || SEEK_SECONDS)],
    ["seekto", ({ seekTime }) => player.seek(seekTime ?? NaN)],
  ];
  for (const [action, handler] of handlers) {
    try {
      mediaSession.setActionHandler(action, (details) => {
        onPress();
        handler(details);
      });
    } catch {
      // This browser does not know the button.
    }
  }
}

function metadataOf(track: PlayerTrack, coverAt: MediaSessionParts["coverAt"]): MediaMetadata {
  const { title, artist, album = "" } = track;
  const artwork = SIZES.map((size) => ({ src: coverAt(track, size), sizes: `${size}x${size}` }));
  return new MediaMetadata({ title, artist, album, artwork });
}

/** Browsers throw at positions that are not within the track, and at anything that is not a number. */
function setPosition(player: Player, mediaSession: MediaSession): void {
  const { duration } = player.state.get();
  const { playbackRate } = player.audio;
  if (!Number.isFinite(duration) || duration <= 0) return mediaSession.setPositionState?.();
  const position = Math.min(duration, Math.max(0, player.position.get() || 0));
  mediaSession.setPositionState?.({ duration, position, playbackRate: playbackRate > 0 ? playbackRate : 1 });
}
