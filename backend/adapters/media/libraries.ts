import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Job } from "./protocol.ts";
import type { MediaPart } from "./types.ts";

const NEEDED: Record<Job["kind"], MediaPart> = {
  inspect: "FFmpeg (node-av)",
  rendition: "FFmpeg (node-av)",
  cover: "libvips (sharp)",
};

/** The two native libraries, as far as this machine has them. */
export class Libraries {
  readonly #own: NodeJS.Require;

  constructor(from: string = import.meta.url) {
    this.#own = createRequire(from);
  }

  /** The directories of the addons' packages. Those of other platforms are missing and do not resolve. */
  addons(): string[] {
    return Object.values(this.#byPart()).flat();
  }

  missing(): MediaPart[] {
    const parts = Object.entries(this.#byPart()) as [MediaPart, string[]][];
    return parts.filter(([, addons]) => addons.length === 0).map(([part]) => part);
  }

  /** What a job needs and does not find. */
  missingFor(kind: Job["kind"]): MediaPart | undefined {
    return this.missing().find((part) => part === NEEDED[kind]);
  }

  #byPart(): Record<MediaPart, string[]> {
    const { platform, arch } = process;
    const av = ["", "-msvc", "-mingw"].map((kind) => `@seydx/node-av-${platform}-${arch}${kind}/node-av.node`);
    const sharp = ["", "musl"].map((libc) => `@img/sharp-${platform}${libc}-${arch}/sharp.node`);
    return { "FFmpeg (node-av)": this.#found("node-av/lib", av), "libvips (sharp)": this.#found("sharp", sharp) };
  }

  #found(library: string, addons: string[]): string[] {
    const path = resolved(this.#own, library);
    if (path === undefined) return [];
    const ofLibrary = createRequire(path);
    return addons.flatMap((addon) => resolved(ofLibrary, addon) ?? []).map((file) => dirname(file));
  }
}

function resolved(require: NodeJS.Require, specifier: string): string | undefined {
  try {
    return require.resolve(specifier);
  } catch {
    return undefined;
  }
}
