/** How loud a rendition is meant to be, EBU R 128. */
const TARGET_LUFS = -14;
/** Coding raises peaks, most often by up to 1.6 dB. Where it was more, the limit is lowered by what was too much. */
export const LIMIT_DBFS = -2.7;
/** So much may the limiter take from the loudest peaks; quieter music stays quieter instead of being crushed. */
const MOST_LIMITING_DB = 6;
/** More than this is no difference between songs but between a song and silence. */
const MOST_GAIN_DB = 12;

interface Measured {
  readonly integratedLufs: number;
  readonly peakDbfs: number;
}

/** By how much a recording is raised or lowered when it becomes a rendition, dB. */
export function renditionGainDb({ integratedLufs, peakDbfs }: Measured): number {
  return Math.min(TARGET_LUFS - integratedLufs, LIMIT_DBFS - peakDbfs + MOST_LIMITING_DB);
}

/** What a song's rendition still lacks to be as loud as others, tenths of a dB; negative where it is louder. */
export function missingGainTenths(renditionLufs: number): number {
  return Math.round(Math.max(-MOST_GAIN_DB, Math.min(MOST_GAIN_DB, TARGET_LUFS - renditionLufs)) * 10);
}
