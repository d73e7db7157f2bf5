import { AV_LOG_QUIET, AVERROR_EOF, AVMEDIA_TYPE_AUDIO } from "node-av/constants";
import {
  avGetCodecName,
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Frame,
  InputFormat,
  Log,
  Packet,
  type Stream,
} from "node-av/lib";
import { type AudioContainer, countsItsFrames, lacksItsEnd, sniffAudio } from "./magic.ts";
import { MediaRefusal } from "./types.ts";

export const MAX_DURATION_S = 30 * 60;

/** The demuxer that a container's magic bytes stand for: FFmpeg is not left to guess another one. */
const DEMUXERS: Record<AudioContainer, string> = { mp3: "mp3", mp4: "mov", wav: "wav", flac: "flac", ogg: "ogg" };
/** Whatever else FFmpeg can open (playlists that name other files, network protocols, video) stays shut. */
const OPEN_OPTIONS = {
  protocol_whitelist: "file",
  format_whitelist: "mp3,mov,mp4,m4a,3gp,3g2,mj2,wav,flac,ogg",
  codec_whitelist: "mp3,mp3float,aac,alac,flac,vorbis,libvorbis,opus,libopus," +
    "pcm_s16le,pcm_s16be,pcm_s24le,pcm_s32le,pcm_f32le,pcm_f64le,pcm_u8,mjpeg,png",
  max_streams: "16",
};
/** No music is stored with less, and FFmpeg's loudness filter fails on a few samples a second. */
const LOWEST_SAMPLE_RATE = 1_000;
/** Some broken packets are heard as a click; more of them are another song. */
const DAMAGED_SHARE = 0.05;

/** One sound file, opened by its real format and decoded from the first to the last sample. */
export class AudioSource implements Disposable {
  readonly container: AudioContainer;
  readonly codec: string;
  readonly tags: Record<string, string>;
  /** The length that the header promises; 0 for containers without such a promise. */
  readonly claimedSeconds: number;
  readonly bitrate: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly #format: FormatContext;
  readonly #decoder: CodecContext;
  readonly #stream: Stream;

  constructor(path: string) {
    const { container, saysLength } = identify(path);
    this.container = container;
    this.#format = openFormat(path, this.container);
    try {
      this.#stream = soundStream(this.#format, this.container);
      this.#decoder = openDecoder(this.#stream);
    } catch (error) {
      this.#format.closeInputSync();
      throw error;
    }
    this.codec = avGetCodecName(this.#stream.codecpar.codecId) ?? "unknown";
    this.tags = { ...this.#format.metadata?.getAll(), ...this.#stream.metadata?.getAll() };
    this.bitrate = Number(this.#format.bitRate);
    this.sampleRate = this.#stream.codecpar.sampleRate;
    this.channels = this.#stream.codecpar.channels;
    this.claimedSeconds = saysLength ? promisedSeconds(this.#stream) : 0;
  }

  /** Yields the same frame object again and again: use it before asking for the next. */
  *frames(): Generator<Frame> {
    using packet = allocated(new Packet());
    using frame = allocated(new Frame());
    const count = { packets: 0, broken: 0 };
    while (this.#format.readFrameSync(packet) >= 0) {
      if (packet.streamIndex === this.#stream.index) {
        count.packets++;
        if (this.#decoder.sendPacketSync(packet) < 0) count.broken++;
        yield* this.#decoded(frame, count);
      }
      packet.unref();
    }
    this.#decoder.sendPacketSync(null);
    yield* this.#decoded(frame, count);
    if (count.broken > Math.max(1, count.packets * DAMAGED_SHARE)) throw new MediaRefusal("damaged");
  }

  *#decoded(frame: Frame, count: { broken: number }): Generator<Frame> {
    while (true) {
      const result = this.#decoder.receiveFrameSync(frame);
      if (result < 0) {
        if (result !== AVERROR_EOF && !FFmpegError.fromCode(result)?.isEAGAIN) count.broken++;
        return;
      }
      yield frame;
      frame.unref();
    }
  }

  [Symbol.dispose](): void {
    this.#decoder.freeContext();
    this.#format.closeInputSync();
  }
}

function identify(path: string): { container: AudioContainer; saysLength: boolean } {
  using file = Deno.openSync(path);
  if (file.statSync().size === 0) throw new MediaRefusal("empty_file");
  const container = sniffAudio(file);
  if (!container) throw new MediaRefusal("not_audio");
  if (container === "wav" && lacksItsEnd(file)) throw new MediaRefusal("truncated");
  return { container, saysLength: container === "mp3" ? countsItsFrames(file) : container !== "ogg" };
}

function openFormat(path: string, container: AudioContainer): FormatContext {
  Log.setLevel(AV_LOG_QUIET);
  const format = new FormatContext();
  using options = Dictionary.fromObject(OPEN_OPTIONS);
  const opened = format.openInputSync(`file:${path}`, InputFormat.findInputFormat(DEMUXERS[container]), options);
  if (opened < 0 || format.findStreamInfoSync(null) < 0) {
    if (opened >= 0) format.closeInputSync();
    // An MP4 with its index at the end does not even open without it.
    throw new MediaRefusal(container === "mp4" ? "truncated" : "not_audio");
  }
  return format;
}

function soundStream(format: FormatContext, container: AudioContainer): Stream {
  const stream = format.streams[format.findBestStream(AVMEDIA_TYPE_AUDIO)];
  if (!stream) throw new MediaRefusal(container === "mp4" ? "not_audio" : "damaged");
  if (stream.codecpar.sampleRate < LOWEST_SAMPLE_RATE) throw new MediaRefusal("damaged");
  return stream;
}

function openDecoder(stream: Stream): CodecContext {
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (!codec) throw new MediaRefusal("unreadable");
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  decoder.parametersToContext(stream.codecpar);
  decoder.pktTimebase = stream.timeBase;
  decoder.threadCount = 1;
  // Not as a dictionary: open2 of node-av 6.1.1 frees its dictionary twice.
  decoder.setOption("codec_whitelist", OPEN_OPTIONS.codec_whitelist);
  if (decoder.open2Sync(codec, null) < 0) {
    decoder.freeContext();
    throw new MediaRefusal("unreadable");
  }
  return decoder;
}

/** A WAV written to a pipe claims the largest size there is. */
function promisedSeconds({ duration, timeBase }: Stream): number {
  const seconds = Number(duration) * timeBase.num / timeBase.den;
  return seconds > 0 && seconds < MAX_DURATION_S ? seconds : 0;
}

function allocated<T extends { alloc(): void }>(object: T): T {
  object.alloc();
  return object;
}
