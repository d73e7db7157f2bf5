import { type Brief, compose } from "./composer.ts";
import { SAMPLE_RATE } from "./dsp.ts";
import { master } from "./master.ts";
import { mixDown } from "./mixer.ts";

const FADE_OUT_S = { stroke: 1.2, fade: 7 };

/** Composes, plays and masters a song: interleaved stereo from -1 to 1. */
export function renderTrack(brief: Brief): { pcm: Float32Array; sampleRate: number } {
  const { style, arrangement, seconds } = compose(brief);
  const desk = mixDown(arrangement, seconds, style);
  return { pcm: master(desk, FADE_OUT_S[style.ending]), sampleRate: SAMPLE_RATE };
}
