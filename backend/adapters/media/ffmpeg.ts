import { createRequire } from "node:module";

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
  /** Takes what FFmpeg writes to `/dev/pcm`, as it comes. What it throws ends the run. */
  readonly take?: (bytes: Uint8Array) => void;
}

interface Run {
  readonly lines: readonly string[];
  /** Reads a file that the run has written. Throws where it has not. */
  read(name: string): Uint8Array;
}

/** FFmpeg looks for its own script by it; the module comes from `instantiateWasm`. */
const NO_SCRIPT = `#${btoa(JSON.stringify({ wasmURL: "ffmpeg.wasm", workerURL: "" }))}`;
const PCM_DEVICE = 64;

let loading: Promise<() => Promise<Core>> | undefined;

/**
 * Runs FFmpeg on one file. It is WebAssembly: it sees nothing but its own memory, `input`, and what `take` is given, and
 * each run begins with a fresh instance. Answers also where FFmpeg fails: its exit code tells.
 */
export async function ffmpeg(args: readonly string[], sources: Sources = {}): Promise<Run & { code: number }> {
  return await run(sources, (core) => core.exec("-nostdin", "-y", ...args));
}

/** Runs ffprobe and answers what it has printed as JSON, `{}` where it cannot read the file. */
export async function ffprobe(args: readonly string[], sources: Sources): Promise<unknown> {
  const { read } = await run(sources, (core) => core.ffprobe(...args, "-print_format", "json", "-o", "probe.json"));
  try {
    return JSON.parse(new TextDecoder().decode(read("probe.json")));
  } catch {
    return {};
  }
}

async function run<Code>(
  { input, take }: Sources,
  work: (core: Core) => Code,
): Promise<Run & { code: Code }> {
  using file = input === undefined ? undefined : Deno.openSync(input);
  loading ??= load();
  const core = await (await loading)();
  const lines: string[] = [];
  core.setLogger(({ message }) => lines.push(message));
  if (file) mount(core.FS, file);
  if (take) openDevice(core.FS, take);
  const code = work(core);
  return { code, lines, read: (name) => core.FS.readFile(name) };
}

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
  // Emscripten makes the instance of the very object it is given: two that are made at once may not share it.
  return () => asInWorker(() => create({ ...options }));
}

/** Emscripten asks first of all where its script is, as a browser's worker knows it. Nobody else is to believe it. */
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

/** An empty file of its memory that has the length and the bytes of one on the disk. */
function mount(files: FileSystem, file: Deno.FsFile): void {
  const { size } = file.statSync();
  files.writeFile("input", new Uint8Array());
  const { node } = files.lookupPath("input");
  Object.defineProperty(node, "usedBytes", { get: () => size });
  node.stream_ops = {
    ...node.stream_ops,
    read(_stream: unknown, memory: Int8Array, offset: number, length: number, position: number): number {
      file.seekSync(position, Deno.SeekMode.Start);
      return file.readSync(new Uint8Array(memory.buffer, memory.byteOffset + offset, length)) ?? 0;
    },
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
