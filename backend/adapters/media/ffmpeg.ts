import { createRequire } from "node:module";
import { errorText, MachineFailed } from "./thrown.ts";

/** What of Emscripten's file system is used: https://emscripten.org/docs/api_reference/Filesystem-API.html */
interface FileSystem {
  writeFile(path: string, bytes: Uint8Array): void;
  readFile(path: string): Uint8Array;
  makedev(major: number, minor: number): number;
  mkdev(path: string, device: number): void;
  registerDevice(device: number, operations: object): void;
  lookupPath(path: string): { node: { stream_ops: object } };
}

interface Core {
  readonly FS: FileSystem;
  exec(...args: string[]): number;
  ffprobe(...args: string[]): number;
  setLogger(log: (line: { message: string }) => void): void;
}

type CreateCore = (options: {
  mainScriptUrlOrBlob: string;
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
}) => Promise<Core>;

interface Sources {
  /** FFmpeg finds it as `input`; read as it asks, so that a large file is never in memory. */
  readonly input?: string;
  /** The byte that `input` begins with for FFmpeg. */
  readonly from?: number;
  /** Takes what FFmpeg writes to `/dev/pcm`, as it comes. What it throws ends the run. */
  readonly take?: (bytes: Uint8Array) => void;
}

interface Run {
  readonly lines: readonly string[];
  /** Reads a file that the run has written. Throws where it has not. */
  read(name: string): Uint8Array;
}

/** The exit code of a run that did not end by itself. */
const DIED = -1;

/** FFmpeg looks for its own script by it; the module comes from `instantiateWasm`. */
const NO_SCRIPT = `#${btoa(JSON.stringify({ wasmURL: "ffmpeg.wasm", workerURL: "" }))}`;
const PCM_DEVICE = 64;

let loading: Promise<() => Promise<Core>> | undefined;

/**
 * Runs FFmpeg on one file. It is WebAssembly: it sees nothing but its own memory, `input`, and what `take` is given, and
 * each run begins with a fresh instance. Answers also where FFmpeg fails, however it does: its exit code tells, and what it
 * threw is its last line. Throws what `take` throws, and MachineFailed.
 */
export async function ffmpeg(args: readonly string[], sources: Sources = {}): Promise<Run & { code: number }> {
  return await run(sources, (core) => core.exec("-nostdin", "-y", ...args));
}

/** Runs ffprobe and answers what it has printed as JSON, `{}` where it cannot read the file, and its log. */
export async function ffprobe(
  args: readonly string[],
  sources: Sources,
): Promise<{ readonly said: unknown; readonly lines: readonly string[] }> {
  const probe = [...args, "-print_format", "json", "-o", "probe.json"];
  const { read, lines } = await run(sources, (core) => core.ffprobe(...probe));
  try {
    return { said: JSON.parse(new TextDecoder().decode(read("probe.json"))), lines };
  } catch {
    return { said: {}, lines };
  }
}

async function run({ input, from = 0, take }: Sources, work: (core: Core) => number): Promise<Run & { code: number }> {
  using file = input === undefined ? undefined : Deno.openSync(input);
  loading ??= load();
  const core = await loading.then((open) => open()).catch((error) => {
    throw new MachineFailed(`FFmpeg does not load: ${errorText(error)}`);
  });
  const lines: string[] = [];
  core.setLogger(({ message }) => lines.push(message));
  // What our own side throws crosses FFmpeg, which may make something else of it.
  const ours: unknown[] = [];
  const guard = <Given extends unknown[], Made>(call: (...given: Given) => Made) => (...given: Given): Made => {
    try {
      return call(...given);
    } catch (error) {
      ours.push(error);
      throw error;
    }
  };
  if (file) mount(core.FS, { file, from }, guard);
  if (take) openDevice(core.FS, guard(take));
  const code = ended(lines, () => work(core));
  if (ours.length > 0) throw ours[0];
  return { code, lines, read: (name) => core.FS.readFile(name) };
}

/** FFmpeg may end by a code, by throwing one, or by whatever WebAssembly throws: all of it is an end. */
function ended(lines: string[], work: () => number): number {
  try {
    return work();
  } catch (error) {
    lines.push(errorText(error));
    const { status } = typeof error === "object" && error !== null ? error as { status?: unknown } : {};
    return typeof status === "number" && status !== 0 ? status : DIED;
  }
}

type Guard = <Given extends unknown[], Made>(call: (...given: Given) => Made) => (...given: Given) => Made;

/** Compiles the module once; an instance of it takes some milliseconds. */
async function load(): Promise<() => Promise<Core>> {
  const { default: create } = await import("@ffmpeg/core") as { default: CreateCore };
  const path = createRequire(import.meta.url).resolve("@ffmpeg/core/wasm");
  const module = await WebAssembly.compile(await Deno.readFile(path));
  const options: Parameters<CreateCore>[0] = {
    mainScriptUrlOrBlob: NO_SCRIPT,
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(module, imports).then(done);
      return {};
    },
  };
  // Emscripten makes the instance of the very object it is given: two that are made at the same time may not share it.
  return () => asInWorker(() => create({ ...options }));
}

/** Emscripten asks first of all where its script is, as a browser's worker knows it. No other code may believe it. */
function asInWorker<Made>(make: () => Made): Made {
  const before = Object.getOwnPropertyDescriptor(globalThis, "location");
  Object.defineProperty(globalThis, "location", { value: { href: import.meta.url }, configurable: true });
  try {
    return make();
  } finally {
    if (before) Object.defineProperty(globalThis, "location", before);
    else Reflect.deleteProperty(globalThis, "location");
  }
}

/** An empty file of its memory that has the length and the bytes of one on the disk, from one of them on. */
function mount(files: FileSystem, { file, from }: { file: Deno.FsFile; from: number }, guard: Guard): void {
  const size = Math.max(0, file.statSync().size - from);
  files.writeFile("input", new Uint8Array());
  const { node } = files.lookupPath("input");
  Object.defineProperty(node, "usedBytes", { get: () => size });
  node.stream_ops = {
    ...node.stream_ops,
    read: guard((_stream: unknown, memory: Int8Array, offset: number, length: number, position: number): number => {
      file.seekSync(from + position, Deno.SeekMode.Start);
      return file.readSync(new Uint8Array(memory.buffer, memory.byteOffset + offset, length)) ?? 0;
    }),
  };
}

function openDevice(files: FileSystem, take: (bytes: Uint8Array) => void): void {
  const device = files.makedev(PCM_DEVICE, 0);
  files.registerDevice(device, {
    open() {},
    close() {},
    write(_stream: unknown, memory: Int8Array, offset: number, length: number): number {
      take(new Uint8Array(memory.slice(offset, offset + length).buffer));
      return length;
    },
  });
  files.mkdev("/dev/pcm", device);
}
