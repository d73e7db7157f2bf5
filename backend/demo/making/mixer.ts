import type { Arrangement, DrumPart, Mix, Part } from "./arrangement.ts";
import { DRUMS } from "./drums.ts";
import { SAMPLE_RATE, samplesOf, shaped } from "./dsp.ts";
import { NoteCache } from "./instruments.ts";
import type { Random } from "./random.ts";
import { addRoom } from "./reverb.ts";
import { type Song, stepSeconds } from "./song.ts";

/** Hands are never exact: this many seconds early or late. */
const LOOSENESS_S = 0.006;
const DRUM_VARIANTS = 3;
const DUCK_SECONDS = 0.16;

export interface Desk {
  left: Float32Array;
  right: Float32Array;
}

/** Plays every part into one stereo picture; `duck` is how far the kick pushes the music down. */
export function mixDown(
  arrangement: Arrangement,
  seconds: number,
  { duck, liveness }: { duck: number; liveness: number },
): Desk {
  const { song } = arrangement;
  const length = samplesOf(seconds) + 1 & ~1;
  const music = emptyBus(length);
  const cache = new NoteCache(song.random);
  for (const part of arrangement.parts) playPart(music, part, { song, cache });
  if (duck > 0) pushDown(music, kickTimes(arrangement, song), duck);
  const drums = emptyBus(length);
  for (const part of arrangement.drums) playDrum(drums, part, song);
  for (const bus of ["left", "right", "send"] as const) {
    shaped(music[bus], (value, at) => value + (drums[bus][at] ?? 0));
  }
  addRoom(music, liveness);
  return music;
}

interface Bus extends Desk {
  send: Float32Array;
}

function emptyBus(length: number): Bus {
  return { left: new Float32Array(length), right: new Float32Array(length), send: new Float32Array(length) };
}

/** Where a step lies, in seconds, with the song's swing. */
function timeOf(song: Song, at: number): number {
  const whole = Math.floor(at);
  const late = song.stepsPerBar === 16 && whole % 2 === 1 ? song.swing : 0;
  return (at + late) * stepSeconds(song);
}

function playPart(bus: Bus, { instrument, mix, notes }: Part, { song, cache }: { song: Song; cache: NoteCache }): void {
  const step = stepSeconds(song);
  for (const { at, steps, midi, velocity } of notes) {
    const sound = cache.note(instrument, { midi, seconds: steps * step, velocity });
    const from = Math.max(0, timeOf(song, at) + loose(song.random));
    const level = mix.gain * (0.35 + 0.65 * velocity) * (0.94 + 0.12 * song.random());
    place(bus, sound, { ...mix, seconds: from, gain: level });
    if (mix.wide) place(bus, sound, { ...mix, seconds: from + 0.013, gain: level * 0.6, pan: -(mix.pan ?? 0) });
    if (mix.echo) {
      place(bus, sound, { ...mix, seconds: from + 3 * step, gain: level * mix.echo, pan: 0.6 });
      place(bus, sound, { ...mix, seconds: from + 6 * step, gain: level * mix.echo ** 2, pan: -0.6 });
    }
  }
}

function playDrum(bus: Bus, { drum, mix, strikes }: DrumPart, song: Song): void {
  if (strikes.length === 0) return;
  const variants = Array.from({ length: DRUM_VARIANTS }, () => DRUMS[drum](song.random));
  strikes.forEach(({ at, velocity }, index) => {
    const sound = variants[index % DRUM_VARIANTS];
    if (!sound) return;
    const gain = mix.gain * velocity ** 1.3 * (0.9 + 0.2 * song.random());
    place(bus, sound, { ...mix, seconds: Math.max(0, timeOf(song, at) + loose(song.random) * 0.6), gain });
  });
}

function loose(random: Random): number {
  return (random() + random() - 1) * LOOSENESS_S;
}

/** Constant power from side to side. */
function place(
  { left, right, send }: Bus,
  sound: Float32Array,
  { seconds, gain, pan = 0, room = 0 }: Mix & { seconds: number },
): void {
  const start = Math.round(seconds * SAMPLE_RATE);
  const end = Math.min(sound.length, left.length - start);
  const angle = (pan + 1) * Math.PI / 4;
  const toLeft = gain * Math.cos(angle) * Math.SQRT2;
  const toRight = gain * Math.sin(angle) * Math.SQRT2;
  const toRoom = gain * room;
  for (let at = 0, to = start; at < end; at++, to++) {
    const value = sound[at] ?? 0;
    left[to] = (left[to] ?? 0) + value * toLeft;
    right[to] = (right[to] ?? 0) + value * toRight;
    send[to] = (send[to] ?? 0) + value * toRoom;
  }
}

function kickTimes({ drums }: Arrangement, song: Song): number[] {
  return drums.filter(({ drum }) => drum.toLowerCase().includes("kick"))
    .flatMap(({ strikes }) => strikes.map(({ at }) => timeOf(song, at)));
}

/** The music makes room for each kick and comes back: the breathing of dance music. */
function pushDown(bus: Bus, times: number[], depth: number): void {
  const length = samplesOf(DUCK_SECONDS);
  const gain = new Float32Array(bus.left.length).fill(1);
  for (const seconds of times) {
    const start = Math.round(seconds * SAMPLE_RATE);
    for (let at = 0; at < length && start + at < gain.length; at++) {
      const back = at / length;
      gain[start + at] = Math.min(gain[start + at] ?? 1, 1 - depth * (1 - back) ** 2 * Math.min(1, at / 90));
    }
  }
  for (const side of [bus.left, bus.right, bus.send]) shaped(side, (value, at) => value * (gain[at] ?? 1));
}
