import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AVFMT_GLOBALHEADER,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBFDK_AAC,
  FF_ENCODER_LIBMP3LAME,
} from "node-av/constants";
import {
  avChannelLayoutDefault,
  avGetSampleFmtName,
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  type Frame,
  Packet,
  Rational,
  type Stream,
} from "node-av/lib";
import type { AudioSource } from "./audio_source.ts";
import type { Rendition } from "./types.ts";
import { FilterChain, type FilterStep } from "./filter_chain.ts";

export const CONTENT_TYPES = { aac: "audio/mp4", mp3: "audio/mpeg" } as const;

const MUXERS = {
  // The index goes to the front, so a phone plays after the first kilobytes.
  aac: { name: "mp4", options: { movflags: "+faststart" } },
  mp3: { name: "mp3", options: { id3v2_version: "0" } },
} as const;

/** Fraunhofer's encoder sounds better at low rates; FFmpeg's own is always there. */
const ENCODERS = { aac: [FF_ENCODER_LIBFDK_AAC, FF_ENCODER_AAC], mp3: [FF_ENCODER_LIBMP3LAME] };

interface EncodingSpec extends Rendition {
  sampleRate: number;
  channels: number;
}

/** One encoder and the file it writes. */
export class AudioEncoder implements Disposable {
  readonly #encoder: CodecContext;
  readonly #format = new FormatContext();
  readonly #stream: Stream;
  readonly #packet = new Packet();

  constructor(path: string, spec: EncodingSpec) {
    const muxer = MUXERS[spec.codec];
    FFmpegError.throwIfError(this.#format.allocOutputContext2(null, muxer.name, `file:${path}`), "output");
    this.#encoder = openEncoder(spec, this.#format.oformat?.hasFlags(AVFMT_GLOBALHEADER) ?? false);
    this.#stream = this.#format.newStream();
    this.#encoder.parametersFromContext(this.#stream.codecpar);
    this.#stream.timeBase = this.#encoder.timeBase;
    FFmpegError.throwIfError(this.#format.openOutputSync(), "open output");
    // Without it the muxer names itself and its version in the file.
    using options = Dictionary.fromObject({ ...muxer.options, fflags: "+bitexact" });
    FFmpegError.throwIfError(this.#format.writeHeaderSync(options), "write header");
    this.#packet.alloc();
  }

  /** Sends all of the source through the filters into the file. Returns the seconds written. */
  encode(source: AudioSource, filters: FilterStep[]): number {
    using chain = new FilterChain([...filters, ...this.#wantedFrames()]);
    let samples = 0;
    const take = (frame: Frame) => {
      samples += frame.nbSamples;
      this.#write(frame);
    };
    for (const frame of source.frames()) {
      for (const filtered of chain.push(frame)) take(filtered);
    }
    for (const filtered of chain.flush()) take(filtered);
    this.#write(null);
    FFmpegError.throwIfError(this.#format.writeTrailerSync(), "write trailer");
    return samples / this.#encoder.sampleRate;
  }

  #wantedFrames(): FilterStep[] {
    const format = avGetSampleFmtName(this.#encoder.sampleFormat);
    const layout = this.#encoder.channelLayout.nbChannels === 1 ? "mono" : "stereo";
    return [
      ["aformat", `sample_fmts=${format}:sample_rates=${this.#encoder.sampleRate}:channel_layouts=${layout}`],
      ["asetnsamples", `n=${this.#encoder.frameSize}:p=0`],
    ];
  }

  #write(frame: Frame | null): void {
    FFmpegError.throwIfError(this.#encoder.sendFrameSync(frame), "encode");
    while (this.#encoder.receivePacketSync(this.#packet) >= 0) {
      this.#packet.streamIndex = this.#stream.index;
      this.#packet.rescaleTs(this.#encoder.timeBase, this.#stream.timeBase);
      FFmpegError.throwIfError(this.#format.interleavedWriteFrameSync(this.#packet), "write");
      this.#packet.unref();
    }
  }

  [Symbol.dispose](): void {
    this.#packet.free();
    this.#encoder.freeContext();
    this.#format.closeOutputSync();
    this.#format.freeContext();
  }
}

function openEncoder(spec: EncodingSpec, globalHeader: boolean): CodecContext {
  const codec = ENCODERS[spec.codec].map((name) => Codec.findEncoderByName(name)).find((found) => found !== null);
  if (!codec) throw new Error(`No encoder for "${spec.codec}"`);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.bitRate = BigInt(spec.kbps * 1000);
  encoder.sampleRate = wantedRate(spec);
  encoder.channelLayout = avChannelLayoutDefault(Math.min(spec.channels, 2));
  encoder.sampleFormat = codec.sampleFormats?.[0] ?? encoder.sampleFormat;
  encoder.timeBase = new Rational(1, encoder.sampleRate);
  if (globalHeader) encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  FFmpegError.throwIfError(encoder.open2Sync(codec, null), "open encoder");
  return encoder;
}

/** At 48 kbit/s the bits are better spent below 16 kHz. */
function wantedRate({ sampleRate, kbps }: EncodingSpec): number {
  if (kbps === 48) return 32_000;
  return sampleRate === 32_000 || sampleRate === 48_000 ? sampleRate : sampleRate % 48_000 === 0 ? 48_000 : 44_100;
}
