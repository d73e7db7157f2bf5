/** As many as can be told apart on a phone's width. */
export const BARS = 80;

const WIDTH = 0.62;
/** Silence is drawn, too: a gap would look like the end. */
const LOWEST = 5;

/** The path of a waveform's bars around the middle of a picture that is `BARS` wide and 100 high. */
export function barsOf(peaks: readonly number[]): string {
  if (peaks.length === 0) return "";
  return Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor(bar * peaks.length / BARS);
    const to = Math.max(from + 1, Math.floor((bar + 1) * peaks.length / BARS));
    const height = Math.max(LOWEST, Math.round(Math.min(1, Math.max(...peaks.slice(from, to))) * 100));
    return `M${bar} ${(100 - height) / 2}h${WIDTH}v${height}h-${WIDTH}z`;
  }).join("");
}
