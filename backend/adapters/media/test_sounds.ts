import { AV_CODEC_FLAG_GLOBAL_HEADER, AVFMT_GLOBALHEADER } from "node-av/constants";
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
} from "node-av/lib";
import { AudioSource } from "./audio_source.ts";
import { FilterChain } from "./filter_chain.ts";

export const RATE = 44_100;

type EncoderCodec = Parameters<typeof Codec.findEncoderByName>[0];

interface TestFormat {
  muxer: string;
  encoder: EncoderCodec;
  options?: Record<string, string>;
  tags?: Record<string, string>;
  /** Sets quality or bit rate. */
  adjust?: (encoder: CodecContext) => void;
}

/** A stereo melody, so that files differ from second to second: interleaved, -1 to 1. */
export function melody(seconds: number, level = 0.4): Float32Array {
  const pcm = new Float32Array(Math.round(seconds * RATE) * 2);
  for (let at = 0; at < pcm.length / 2; at++) {
    const second = at / RATE;
    const hz = 220 * 2 ** (Math.floor(second * 4) % 12 / 12);
    const swell = 0.3 + 0.7 * Math.sin(Math.PI * at / (pcm.length / 2));
    pcm[2 * at] = level * swell * Math.sin(2 * Math.PI * hz * second);
    pcm[2 * at + 1] = level * swell * Math.sin(2 * Math.PI * hz * 1.5 * second);
  }
  return pcm;
}

/** Turns a WAV into any other format FFmpeg can write, as a creator's own tools would. */
export function convert(wav: string, output: string, spec: TestFormat): void {
  using source = new AudioSource(wav);
  const format = new FormatContext();
  FFmpegError.throwIfError(format.allocOutputContext2(null, spec.muxer, `file:${output}`), "output");
  const encoder = opened(spec, format.oformat?.hasFlags(AVFMT_GLOBALHEADER) ?? false);
  const stream = format.newStream();
  encoder.parametersFromContext(stream.codecpar);
  if (spec.tags) format.metadata = Dictionary.fromObject(spec.tags);
  FFmpegError.throwIfError(format.openOutputSync(), "open");
  FFmpegError.throwIfError(format.writeHeaderSync(Dictionary.fromObject(spec.options ?? {})), "header");
  const packet = new Packet();
  packet.alloc();
  const write = (frame: Frame | null) => {
    FFmpegError.throwIfError(encoder.sendFrameSync(frame), "encode");
    while (encoder.receivePacketSync(packet) >= 0) {
      packet.streamIndex = stream.index;
      packet.rescaleTs(encoder.timeBase, stream.timeBase);
      FFmpegError.throwIfError(format.interleavedWriteFrameSync(packet), "write");
    }
  };
  using chain = new FilterChain([
    ["aformat", `sample_fmts=${avGetSampleFmtName(encoder.sampleFormat)}:channel_layouts=stereo`],
    ["asetnsamples", `n=${encoder.frameSize || 1024}:p=0`],
  ]);
  for (const frame of source.frames()) for (const filtered of chain.push(frame)) write(filtered);
  for (const filtered of chain.flush()) write(filtered);
  write(null);
  FFmpegError.throwIfError(format.writeTrailerSync(), "trailer");
  format.closeOutputSync();
}

function opened({ encoder: name, adjust }: TestFormat, globalHeader: boolean): CodecContext {
  const codec = Codec.findEncoderByName(name);
  if (!codec) throw new Error(`No encoder "${name}"`);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = RATE;
  encoder.channelLayout = avChannelLayoutDefault(2);
  encoder.sampleFormat = codec.sampleFormats?.[0] ?? encoder.sampleFormat;
  encoder.timeBase = new Rational(1, RATE);
  if (globalHeader) encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  adjust?.(encoder);
  FFmpegError.throwIfError(encoder.open2Sync(codec, null), "open encoder");
  return encoder;
}
