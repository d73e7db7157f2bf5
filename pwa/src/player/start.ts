import type { Quality } from "@contract/listening.ts";
import { newId } from "@contract/ids.ts";
import { isOnline, subscribeOnline } from "../lib/connection.ts";
import { savesData } from "../lib/data_saver.ts";
import { autoplayIsOn, crossfadeSeconds, sameLoudness, speedChoice } from "../lib/playing_choices.ts";
import { streamQuality, subscribeQuality } from "../lib/quality.ts";
import { getSession } from "../lib/session.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { Attention } from "./attention.ts";
import { Autoplay } from "./autoplay.ts";
import { Listening } from "./listening.ts";
import { tellHeard } from "./live_play.ts";
import { connectMediaSession } from "./media_session.ts";
import { keepOneSound } from "./one_sound.ts";
import { PairedAudio } from "./paired_audio.ts";
import { Player } from "./player.ts";
import { keepQueue, restoreQueue } from "./queue_store.ts";
import type { PlayerEffects, PlayerTrack } from "./types.ts";

interface StartPlayer {
  outbox: Promise<Outbox>;
  /** `GET /api/v1/stream/:trackId?quality=&speed=`; rejects with `{status, text?}` when the service refuses. */
  getStreamUrl(trackId: string, quality: Quality, speed: number): Promise<string>;
  /** Address of a track's copy on this device, if it was saved for offline play. */
  savedUrl?(trackId: string): string | undefined;
  /** Songs near a track, with their reasons; rejects without an answer. */
  getNear(trackId: string, seed: string): Promise<readonly PlayerTrack[]>;
  /** Songs that play from this device. */
  getSaved(): readonly PlayerTrack[];
  /** Address of a track's cover at about this size (pixels). */
  coverAt?(track: PlayerTrack, size: number): string;
}

/** Makes the player of this page, once: with what an earlier visit left, the lock screen, and the listening meter. */
export function startPlayer(options: StartPlayer): Player {
  const { savedUrl = () => undefined, coverAt = ({ coverImageUrl }) => coverImageUrl } = options;
  const player = new Player({ ...browserEffects(), getStreamUrl: options.getStreamUrl, savedUrl });
  const askQuality = () => player.setQuality(streamQuality());
  askQuality();
  subscribeQuality(askQuality);
  const takeSpeed = () => player.setSpeed(speedChoice.get());
  takeSpeed();
  speedChoice.subscribe(takeSpeed);
  sameLoudness.subscribe(player.level);
  restoreQueue(player, localStorage);
  keepQueue(player, localStorage, onPageEnd);
  keepOneSound(player, navigator.locks);
  const { touch } = new Attention({ player, storage: localStorage, monotonicNow: () => performance.now() });
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, touch, { capture: true, passive: true });
  const { mediaSession } = navigator;
  if ("mediaSession" in navigator) connectMediaSession({ player, mediaSession, coverAt, onPress: touch });
  const { getNear, getSaved } = options;
  new Autoplay({ player, isOn: autoplayIsOn, getNear, getSaved, newSeed: newId });
  options.outbox.then((outbox) => {
    const [monotonicNow, onHeard] = [() => performance.now(), tellHeard];
    const listening = new Listening({ player, outbox, monotonicNow, isOnline, onPageEnd, onHeard });
    return listening.resume();
  }).catch((error: unknown) => console.error("Listening is not measured", error));
  return player;
}

function browserEffects(): Omit<PlayerEffects, "getStreamUrl" | "savedUrl"> {
  const audio = new PairedAudio(newElement(), newElement());
  return {
    audio,
    levelsSongs: sameLoudness.get,
    crossfade: crossfadeSeconds.get,
    isVisitor: () => getSession() === null,
    savesData,
    fetch: (url, init) => fetch(url, init),
    objectUrl: { create: (blob) => URL.createObjectURL(blob), revoke: (url) => URL.revokeObjectURL(url) },
    onOnline: (callback) => {
      subscribeOnline(() => isOnline() && callback());
    },
  };
}

function newElement(): HTMLAudioElement {
  const audio = new Audio();
  audio.crossOrigin = "anonymous";
  return audio;
}

/** `pagehide` alone is missed by phones that kill a hidden page; `unload` would cost the back/forward cache. */
function onPageEnd(callback: () => void): void {
  addEventListener("pagehide", callback);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") callback();
  });
}
