import { createRequire } from "node:module";

/** What of Chromaprint is used: https://github.com/acoustid/chromaprint/blob/master/src/chromaprint.h */
interface Library {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  free(at: number): void;
  chromaprint_new(algorithm: number): number;
  chromaprint_free(context: number): void;
  chromaprint_start(context: number, sampleRate: number, channels: number): number;
  chromaprint_feed(context: number, samples: number, count: number): number;
  chromaprint_finish(context: number): number;
  chromaprint_get_raw_fingerprint(context: number, fingerprint: number, size: number): number;
}

/** CHROMAPRINT_ALGORITHM_DEFAULT, that of AcoustID. */
const ALGORITHM = 1;
const PIECE_SAMPLES = 32_768;

let compiling: Promise<WebAssembly.Module> | undefined;

/**
 * Acoustic fingerprints of one recording, as it is and as it would sound at other speeds (1 is its own, 1.02 is for one
 * that plays 2 % too fast). WebAssembly: it reaches its own memory alone.
 */
export class Fingerprinter {
  readonly #library: Library;
  readonly #speeds: readonly number[];
  readonly #piece: number;
  #contexts: number[] = [];

  private constructor(library: Library, speeds: readonly number[]) {
    this.#library = library;
    this.#speeds = speeds;
    this.#piece = library.malloc(PIECE_SAMPLES * 2);
  }

  static async open(speeds: readonly number[]): Promise<Fingerprinter> {
    compiling ??= compile();
    return new Fingerprinter(instantiate(await compiling), speeds);
  }

  /** Interleaved samples; their rate and channels are those of the first. */
  take(samples: Int16Array, { sampleRate, channels }: { sampleRate: number; channels: number }): void {
    const library = this.#library;
    if (this.#contexts.length === 0) {
      this.#contexts = this.#speeds.map((speed) => start(library, { sampleRate, channels, speed }));
    }
    for (let at = 0; at < samples.length;) {
      const count = Math.min(samples.length - at, PIECE_SAMPLES - PIECE_SAMPLES % channels);
      new Int16Array(library.memory.buffer, this.#piece, count).set(samples.subarray(at, at + count));
      for (const context of this.#contexts) if (context !== 0) library.chromaprint_feed(context, this.#piece, count);
      at += count;
    }
  }

  /** For each speed its items of 32 bits, about eight a second; none where the recording is too short for one. */
  finish(): Uint32Array[] {
    const prints = this.#speeds.map((_, index) => this.#itemsOf(this.#contexts[index] ?? 0));
    this.#contexts = [];
    return prints;
  }

  #itemsOf(context: number): Uint32Array {
    if (context === 0) return new Uint32Array();
    const library = this.#library;
    const answer = library.malloc(8);
    library.chromaprint_finish(context);
    const isThere = library.chromaprint_get_raw_fingerprint(context, answer, answer + 4) === 1;
    const [items = 0, count = 0] = new Uint32Array(library.memory.buffer, answer, 2);
    const found = isThere ? new Uint32Array(library.memory.buffer, items, count).slice() : new Uint32Array();
    if (isThere) library.free(items);
    library.free(answer);
    library.chromaprint_free(context);
    return found;
  }
}

/** 0 where Chromaprint does not take the sound, such as one of a few samples a second. */
function start(
  library: Library,
  { sampleRate, channels, speed }: { sampleRate: number; channels: number; speed: number },
): number {
  const context = library.chromaprint_new(ALGORITHM);
  // Said to have fewer samples a second, it sounds slower and lower: a recording that was sped up is itself again.
  const isTaken = library.chromaprint_start(context, Math.round(sampleRate / speed), channels) === 1;
  if (isTaken) return context;
  library.chromaprint_free(context);
  return 0;
}

async function compile(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve("@unimusic/chromaprint/dist/chromaprint.wasm");
  return await WebAssembly.compile(await Deno.readFile(path));
}

/** The package's own script runs in browsers alone. The library asks for little: memory, and a way to say that it fails. */
function instantiate(module: WebAssembly.Module): Library {
  const memory = () => library.memory;
  const fails = (what: string) => () => {
    throw new Error(`Chromaprint has failed: ${what}`);
  };
  const nothing = () => 0;
  const { exports } = new WebAssembly.Instance(module, {
    env: {
      emscripten_resize_heap(wanted: number): number {
        const missing = (wanted >>> 0) - memory().buffer.byteLength;
        return memory().grow(Math.ceil(Math.max(missing, 0) / 65_536)) >= 0 ? 1 : 0;
      },
      emscripten_get_now: nothing,
      emscripten_date_now: nothing,
      emscripten_err: nothing,
      _setitimer_js: nothing,
      _emscripten_runtime_keepalive_clear: nothing,
      _abort_js: fails("it has stopped"),
      __cxa_throw: fails("an exception"),
    },
    wasi_snapshot_preview1: {
      fd_write: nothing,
      fd_close: nothing,
      fd_seek: nothing,
      random_get: nothing,
      environ_get: nothing,
      environ_sizes_get(count: number, bytes: number): number {
        const view = new DataView(memory().buffer);
        view.setUint32(count, 0, true);
        view.setUint32(bytes, 0, true);
        return 0;
      },
      proc_exit: fails("it has ended"),
    },
  });
  const library = exports as unknown as Library & { emscripten_stack_init(): void; __wasm_call_ctors(): void };
  library.emscripten_stack_init();
  library.__wasm_call_ctors();
  return library;
}
