import {
  avChannelLayoutDefault,
  avChannelLayoutDescribe,
  avGetSampleFmtName,
  FFmpegError,
  Filter,
  type FilterContext,
  FilterGraph,
  Frame,
} from "node-av/lib";
import { MediaRefusal } from "./types.ts";

export type FilterStep = readonly [name: string, args: string];

/** A straight line of FFmpeg audio filters: `[name, arguments]`, set up for the first frame that comes. */
export class FilterChain implements Disposable {
  readonly #filters: FilterStep[];
  readonly #graph = new FilterGraph();
  readonly #out = new Frame();
  #source: FilterContext | undefined;
  #sink: FilterContext | undefined;
  #shape = "";
  #samplesIn = 0n;

  constructor(filters: FilterStep[]) {
    this.#filters = filters;
    this.#graph.alloc();
    this.#out.alloc();
  }

  /** Yields the same frame object again and again: use it before asking for the next. */
  *push(frame: Frame): Generator<Frame> {
    // WAV files often leave open where the channels stand.
    if (frame.channelLayout.order === 0) frame.channelLayout = avChannelLayoutDefault(frame.channels);
    const shape = sourceArguments(frame);
    this.#source ??= this.#build(shape);
    if (shape !== this.#shape) throw new MediaRefusal("damaged");
    // Decoders restart or skip their clocks in joined files; samples in a row are the truth.
    frame.pts = this.#samplesIn;
    this.#samplesIn += BigInt(frame.nbSamples);
    FFmpegError.throwIfError(this.#source.buffersrcAddFrameSync(frame), "filter input");
    yield* this.#drain();
  }

  *flush(): Generator<Frame> {
    this.#source?.buffersrcAddFrameSync(null);
    yield* this.#drain();
  }

  *#drain(): Generator<Frame> {
    while (this.#sink && this.#sink.buffersinkGetFrameSync(this.#out) >= 0) {
      yield this.#out;
      this.#out.unref();
    }
  }

  #build(shape: string): FilterContext {
    this.#shape = shape;
    const source = this.#add("abuffer", shape);
    let last = source;
    for (const [name, args] of [...this.#filters, ["abuffersink", ""] as const]) {
      const next = this.#add(name, args);
      FFmpegError.throwIfError(last.link(0, next, 0), `link "${name}"`);
      last = next;
    }
    this.#sink = last;
    FFmpegError.throwIfError(this.#graph.configSync(), "filter set-up");
    return source;
  }

  #add(name: string, args: string): FilterContext {
    const filter = Filter.getByName(name);
    const context = filter && this.#graph.createFilter(filter, `${name}${this.#graph.nbFilters}`, args);
    if (!context) throw new Error(`No filter "${name}=${args}"`);
    return context;
  }

  [Symbol.dispose](): void {
    this.#out.free();
    this.#graph.free();
  }
}

function sourceArguments(frame: Frame): string {
  const rate = frame.sampleRate;
  const layout = avChannelLayoutDescribe(frame.channelLayout);
  return `time_base=1/${rate}:sample_rate=${rate}:sample_fmt=${sampleFormat(frame)}:channel_layout=${layout}`;
}

/** A frame's format is a picture's or a sound's; only sound gets here. */
function sampleFormat(frame: Frame): string | null {
  return avGetSampleFmtName(frame.format as Parameters<typeof avGetSampleFmtName>[0]);
}
