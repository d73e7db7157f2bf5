import {
  ANSWER_WITHIN_MS,
  type AskAnswer,
  type AskKind,
  type PlayingDevice,
  type PlayingDevices,
  type PlayingQueue,
} from "@contract/playing.ts";
import type { PlayingAsk } from "@contract/requests/playing.ts";
import { deviceTitle } from "../lib/device_name.ts";
import { createStore, type Store } from "../lib/store.ts";
import type { Player } from "./player.ts";
import { takeOver } from "./queue.ts";
import { type PlayerTrack, toPlayerTrack } from "./types.ts";

const LOOK_EVERY_MS = 20_000;
/** While another device is to answer. */
const LOOK_ASKING_EVERY_MS = 2_000;

export interface ElsewhereParts {
  player: Player;
  getDevices(): Promise<PlayingDevices>;
  getQueue(id: string): Promise<PlayingQueue>;
  ask(id: string, ask: PlayingAsk): Promise<AskAnswer>;
  /** There is a log-in, and the app is visible. */
  canLook(): boolean;
  /** Never jumps, ms. */
  monotonicNow(): number;
  newId(): string;
  /** What came of a press. */
  say(text: string, tone: "plain" | "success" | "error"): void;
  /** In people's words, why a call failed. */
  failureText(error: unknown): string;
}

interface ElsewhereState {
  /** Undefined until the service has answered. */
  devices: readonly PlayingDevice[] | undefined;
  hasFailed: boolean;
  /** The device that is to answer, and what it is asked. */
  asking: { id: string; kind: AskKind } | null;
}

const NOTHING: ElsewhereState = { devices: undefined, hasFailed: false, asking: null };

type Outcome = "answered" | "silent" | "hurried" | "plays anew" | "gone";

/**
 * What the account's other devices play: looked at when the app is seen and while one of them plays. They are asked to
 * pause or to hand over, and have 40 s to answer; one that does not is taken over all the same, and pauses when it is
 * heard of again.
 */
export class Elsewhere {
  readonly state: Store<ElsewhereState> = createStore(NOTHING);
  readonly #parts: ElsewhereParts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Raised when another person is here: answers to the one before are ignored. */
  #person = 0;
  /** Ends the wait for an answer. */
  #hurry: () => void = () => undefined;

  constructor(parts: ElsewhereParts) {
    this.#parts = parts;
  }

  /** Asks the service what plays, and again after a while where something does. */
  readonly look = async (): Promise<void> => {
    clearTimeout(this.#timer);
    const { getDevices, canLook } = this.#parts;
    if (!canLook()) return;
    const person = this.#person;
    try {
      const { devices } = await getDevices();
      if (person === this.#person) this.#set({ devices, hasFailed: false });
    } catch {
      if (person === this.#person) this.#set({ hasFailed: true });
    }
    this.#lookLater();
  };

  /** The app is not seen any more. */
  readonly rest = (): void => clearTimeout(this.#timer);

  /** A log-in or log-out: what was seen is not theirs. */
  readonly forget = (): void => {
    this.#person++;
    clearTimeout(this.#timer);
    this.state.set(NOTHING);
  };

  /** Pauses another device. */
  readonly pause = (device: PlayingDevice): Promise<void> =>
    this.#press(device, "pause", (outcome, name) => {
      if (outcome === "answered") this.#parts.say(`Paused on ${name}.`, "success");
      else this.#parts.say(`${name} does not answer. It pauses when it is back.`, "error");
    });

  /** Goes on here with what another device plays, where it is there. */
  readonly listenHere = (device: PlayingDevice): Promise<void> =>
    this.#press(device, "hand_over", async (outcome, name, isMine) => {
      const queue = await this.#parts.getQueue(device.id);
      if (!isMine()) return;
      if (queue.tracks.length === 0) return this.#parts.say(`The songs on ${name} have left Orin.`, "error");
      takeOver(this.#parts.player, restoredOf(queue));
      if (outcome === "silent") {
        this.#parts.say(`${name} does not answer. You listen here now, and it pauses when it is back.`, "plain");
      }
    });

  /** Continues here immediately, without waiting for the other device's answer; it still pauses when it answers. */
  readonly startNow = (): void => this.#hurry();

  async #press(
    device: PlayingDevice,
    kind: AskKind,
    then: (outcome: Outcome, name: string, isMine: () => boolean) => Promise<void> | void,
  ): Promise<void> {
    if (this.state.get().asking) return;
    const [person, name] = [this.#person, deviceTitle(device.userAgent)];
    const isMine = () => person === this.#person;
    const { say, failureText } = this.#parts;
    this.#set({ asking: { id: device.id, kind } });
    try {
      const outcome = await this.#ask(device, kind, isMine);
      if (!isMine()) return;
      if (outcome === "gone") say(`${name} has nothing in its player any more.`, "error");
      else if (outcome === "plays anew") say(`Play was pressed again on ${name}.`, "plain");
      else await then(outcome, name, isMine);
    } catch (error) {
      if (isMine()) say(failureText(error), "error");
    } finally {
      if (isMine()) {
        this.#set({ asking: null });
        void this.look();
      }
    }
  }

  async #ask(device: PlayingDevice, kind: AskKind, isMine: () => boolean): Promise<Outcome> {
    const { ask, newId, monotonicNow, getDevices } = this.#parts;
    const [askId, until] = [newId(), monotonicNow() + ANSWER_WITHIN_MS];
    const { isAnswered } = await ask(device.id, { askId, kind });
    if (isAnswered) return "answered";
    if (device.state === "silent") return "silent";
    let isHurried = false;
    while (monotonicNow() < until && isMine()) {
      await new Promise<void>((go) => {
        setTimeout(go, LOOK_ASKING_EVERY_MS);
        this.#hurry = () => {
          isHurried = true;
          go();
        };
      });
      if (isHurried) return "hurried";
      const devices = await getDevices().then((answer) => answer.devices, () => undefined);
      if (!devices || !isMine()) continue;
      this.#set({ devices, hasFailed: false });
      const asked = devices.find(({ id }) => id === device.id);
      if (!asked) return "gone";
      if (asked.answeredId === askId) return "answered";
      if (asked.askId !== askId) return "plays anew";
    }
    return "silent";
  }

  #lookLater(): void {
    clearTimeout(this.#timer);
    const { devices = [] } = this.state.get();
    if (devices.some(({ isThis, state }) => !isThis && state === "playing")) {
      this.#timer = setTimeout(() => void this.look(), LOOK_EVERY_MS);
    }
  }

  #set(change: Partial<ElsewhereState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

/** The other device of the account that plays; of several the one that was heard of last. */
export function playingElsewhere({ devices = [] }: ElsewhereState): PlayingDevice | undefined {
  return devices.find(({ isThis, state }) => !isThis && state === "playing");
}

function restoredOf({ tracks, place, positionSeconds, isRepeating, repeatsAll, unmixed }: PlayingQueue) {
  const queue = tracks.map(toPlayerTrack);
  return {
    ...{ queue, index: place, position: positionSeconds, repeat: isRepeating, repeatAll: repeatsAll },
    ...{ source: "queue", unshuffled: unmixed ? inOrder(queue, unmixed) : null },
  };
}

/** As the queue stood before it was mixed; what came later is not in it. */
function inOrder(queue: readonly PlayerTrack[], unmixed: readonly number[]): PlayerTrack[] {
  return queue.map((track, at) => ({ track, place: unmixed[at] ?? -1 })).filter(({ place }) => place >= 0)
    .sort((one, two) => one.place - two.place).map(({ track }) => track);
}
