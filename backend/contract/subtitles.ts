/** `mm:ss.mmm` or `hh:mm:ss,mmm`. */
const CLOCK = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}`;
/** A cue's times: with an arrow in SRT and WebVTT, with a comma in YouTube's SBV. */
const CUE = new RegExp(String.raw`^\s*(${CLOCK})(?:\s*-->\s*|,)${CLOCK}(?:\s.*)?$`);
const HAS_CUE = new RegExp(CUE, "m");
const TTML = /^\s*(?:<\?xml[^<>]*>\s*)?<(?:\w+:)?tt[\s>]/;
const PARAGRAPH = /<(?:\w+:)?p(?=\s)([^<>]*)>([^]*)$/;
/** Tags of style, and SubStation's; the times of single words stay, as LRC has them. */
const TAGS = /<(?![\d:.,]+>)[^<>]*>|\{\\[^{}]*\}/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/**
 * The cues of SRT, WebVTT, SBV or TTML as lines of LRC, without what only says how they look; undefined for a text that
 * is none of them. Takes a time in proportion to the text, whatever is in it.
 */
export function subtitlesAsLrc(text: string): string | undefined {
  const lines = text.replaceAll(/\r\n?/g, "\n");
  const cues = TTML.test(lines) ? paragraphs(lines) : HAS_CUE.test(lines) ? cuesOf(lines.split("\n")) : [];
  const sung = cues.flatMap(({ time, words }) => words.map((one) => `[${time}]${plain(one)}`));
  return sung.length > 0 ? sung.join("\n") : undefined;
}

interface Cue {
  /** As LRC writes it, but for its brackets. */
  readonly time: string;
  /** Line by line. */
  readonly words: string[];
}

/** What follows a line of times until an empty one; heads, notes and styles follow none. */
function cuesOf(lines: readonly string[]): Cue[] {
  const cues: Cue[] = [];
  let cue: Cue | undefined;
  for (const line of lines) {
    const [, time] = CUE.exec(line) ?? [];
    if (time !== undefined) {
      // Some programs leave no empty line before the next cue's number.
      if (cue && /^\s*\d+\s*$/.test(cue.words.at(-1) ?? "")) cue.words.pop();
      cues.push(cue = { time, words: [] });
    } else if (line.trim() === "") cue = undefined;
    else cue?.words.push(line);
  }
  return cues;
}

/** TTML's lines: `<p begin="…">`, whose words may have times of their own. */
function paragraphs(text: string): Cue[] {
  return text.split(/<\/(?:\w+:)?p\s*>/).flatMap((part) => {
    const [, attributes = "", content = ""] = PARAGRAPH.exec(part) ?? [];
    const [, said] = /\sbegin\s*=\s*["']([\d:.]{1,20}s?)["']/.exec(attributes + content) ?? [];
    if (said === undefined) return [];
    const words = content.replaceAll(/\s+/g, " ").split(/<(?:\w+:)?br\s*\/?>/);
    return [{ time: clockOf(said), words }];
  });
}

/** "83.5s", "1:23.5" or "00:01:23.500" as LRC writes it. */
function clockOf(said: string): string {
  const seconds = said.replace("s", "").split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  const ms = Math.round(seconds * 1_000);
  const [minutes, rest] = [Math.floor(ms / 60_000), (ms % 60_000 / 1_000).toFixed(3)];
  return `${String(minutes).padStart(2, "0")}:${rest.padStart(6, "0")}`;
}

function plain(words: string): string {
  return words.replaceAll(TAGS, "")
    .replaceAll(/&#(\d{1,6});/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(\w{2,4});/g, (whole, name) => ENTITIES[name] ?? whole).toWellFormed().trim();
}
