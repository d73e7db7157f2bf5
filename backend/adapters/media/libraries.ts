import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Job } from "./protocol.ts";
import type { MediaPart } from "./types.ts";

const NEEDED: Record<Job["kind"], readonly MediaPart[]> = {
  inspect: ["FFmpeg (@ffmpeg/core)", "Chromaprint (@unimusic/chromaprint)"],
  print: ["FFmpeg (@ffmpeg/core)", "Chromaprint (@unimusic/chromaprint)"],
  rendition: ["FFmpeg (@ffmpeg/core)"],
  cover: ["libvips (sharp)"],
  card: ["libvips (sharp)"],
};

/** FFmpeg, Chromaprint and libvips, as far as this machine has them. */
export class Libraries {
  readonly #own: NodeJS.Require;

  constructor(from: string = import.meta.url) {
    this.#own = createRequire(from);
  }

  /** The directories of what the decoding process loads: a native addon, and files of WebAssembly. */
  folders(): { readonly native: readonly string[]; readonly wasm: readonly string[] } {
    const parts = this.#byPart();
    return {
      native: parts["libvips (sharp)"],
      wasm: [...parts["FFmpeg (@ffmpeg/core)"], ...parts["Chromaprint (@unimusic/chromaprint)"]],
    };
  }

  missing(): MediaPart[] {
    const parts = Object.entries(this.#byPart()) as [MediaPart, string[]][];
    return parts.filter(([, folders]) => folders.length === 0).map(([part]) => part);
  }

  /** What a job needs and does not find. */
  missingFor(kind: Job["kind"]): MediaPart | undefined {
    return this.missing().find((part) => NEEDED[kind].includes(part));
  }

  /** Sharp's addons of other platforms are missing and do not resolve. */
  #byPart(): Record<MediaPart, string[]> {
    const { platform, arch } = process;
    const addons = ["", "musl"].map((libc) => `@img/sharp-${platform}${libc}-${arch}/sharp.node`);
    const sharp = resolved(this.#own, "sharp");
    const files = {
      "FFmpeg (@ffmpeg/core)": [resolved(this.#own, "@ffmpeg/core/wasm")],
      "Chromaprint (@unimusic/chromaprint)": [resolved(this.#own, "@unimusic/chromaprint/dist/chromaprint.wasm")],
      "libvips (sharp)": sharp === undefined ? [] : addons.map((addon) => resolved(createRequire(sharp), addon)),
    };
    const folders = (paths: (string | undefined)[]) => paths.flatMap((path) => path === undefined ? [] : dirname(path));
    return {
      "FFmpeg (@ffmpeg/core)": folders(files["FFmpeg (@ffmpeg/core)"]),
      "Chromaprint (@unimusic/chromaprint)": folders(files["Chromaprint (@unimusic/chromaprint)"]),
      "libvips (sharp)": folders(files["libvips (sharp)"]),
    };
  }
}

function resolved(require: NodeJS.Require, specifier: string): string | undefined {
  try {
    return require.resolve(specifier);
  } catch {
    return undefined;
  }
}
