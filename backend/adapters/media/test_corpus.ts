import sharp from "sharp";
import { encodeWav } from "../../testing/wav.ts";
import { ffmpeg } from "./ffmpeg.ts";
import type { Foreign } from "../../contract/foreign_formats.ts";
import { melody, RATE } from "./test_sounds.ts";
import type { MediaRefusalCode } from "./types.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** One file as creators have them, and what becomes of it. */
export interface Sample {
  readonly name: string;
  readonly make: () => Promise<Bytes>;
  readonly verdict: "taken" | MediaRefusalCode;
  /** What FFmpeg is given to say how long it is, where it cannot read the file itself. */
  readonly sound?: () => Promise<Bytes>;
  /** What a refusal names. */
  readonly found?: Foreign;
}

const SECONDS = 1.3;

const encoder = new TextEncoder();
const joined = (...parts: (Uint8Array | string)[]): Bytes => {
  const all = parts.map((part) => typeof part === "string" ? latin1(part) : part);
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  all.reduce((at, part) => (bytes.set(part, at), at + part.length), 0);
  return bytes;
};
/** Each letter is a byte. */
const latin1 = (letters: string) => Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
const zeros = (length: number) => new Uint8Array(length);
const noise = (length: number) => Uint8Array.from({ length }, (_, at) => Math.imul(at + 7, 2_654_435_761) >>> 13);
const u32 = (value: number) => new Uint8Array([value >>> 24, value >>> 16 & 255, value >>> 8 & 255, value & 255]);
const u32le = (value: number) => u32(value).reverse();
const share = (bytes: Bytes, part: number) => bytes.slice(0, Math.round(bytes.length * part));

let source: string | undefined;
const made = new Map<string, Promise<Bytes>>();

/** What the melody becomes under FFmpeg's options; each is made once. */
function ff(muxer: string, encoder: string, ...options: string[]): () => Promise<Bytes> {
  return run(["-i", "input"], ["-c:a", encoder, ...options, "-f", muxer]);
}

function run(inputs: readonly string[], outputs: readonly string[]): () => Promise<Bytes> {
  const key = [...inputs, "→", ...outputs].join(" ");
  return () => {
    const known = made.get(key) ?? encode(inputs, outputs);
    made.set(key, known);
    return known;
  };
}

async function encode(inputs: readonly string[], outputs: readonly string[]): Promise<Bytes> {
  source ??= await melodyFile();
  const { code, lines, read } = await ffmpeg([...inputs, ...outputs, "-strict", "-2", "output"], { input: source });
  if (code !== 0) throw new Error(`FFmpeg could not make ${outputs.join(" ")}: ${lines.slice(-3).join(" ")}`);
  return new Uint8Array(read("output"));
}

async function melodyFile(): Promise<string> {
  const path = await Deno.makeTempFile({ prefix: "orin-melody-", suffix: ".wav" });
  await Deno.writeFile(path, encodeWav(melody(SECONDS), RATE));
  return path;
}

/** Removes what the samples were made from. */
export async function forgetCorpus(): Promise<void> {
  made.clear();
  if (source !== undefined) await Deno.remove(source);
  source = undefined;
}

/** Another file made from some. */
const from = (parts: (() => Promise<Bytes>)[], change: (...parts: Bytes[]) => Bytes | Promise<Bytes>) => async () =>
  await change(...await Promise.all(parts.map((part) => part())));
const bytes = (...parts: (Uint8Array | string)[]) => () => Promise.resolve(joined(...parts));

/** A tag of ID3v2.3 with one frame. */
function id3(frame: string, content: Uint8Array): Bytes {
  const size = content.length + 10;
  const safe = new Uint8Array([size >>> 21 & 127, size >>> 14 & 127, size >>> 7 & 127, size & 127]);
  return joined("ID3\x03\x00\x00", safe, frame, u32(content.length), "\x00\x00", content);
}
const picture = (mime: string, content: Uint8Array) => id3("APIC", joined(`\x00${mime}\x00\x03\x00`, content));
const title = (letters: string) => id3("TIT2", joined("\x00", letters));
const ape = (version = 2_000) => {
  const item = joined(u32le(5), u32le(0), "Title\x00", "Hello");
  const head = (flags: number) =>
    joined("APETAGEX", u32le(version), u32le(item.length + 32), u32le(1), u32le(flags), zeros(8));
  return joined(head(0xa0000000), item, head(0x80000000));
};
const ID3V1 = joined("TAG", zeros(125));

const GIF = latin1(atob("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"));
const BMP = joined(
  "BM",
  u32le(58),
  zeros(4),
  u32le(54),
  u32le(40),
  u32le(1),
  u32le(1),
  "\x01\x00\x18\x00",
  zeros(24),
  "\xff\x00\x00\x00",
);
const dot = (format: "jpeg" | "png" | "webp" | "tiff" | "avif") =>
  sharp({ create: { width: 80, height: 80, channels: 3, background: "#553388" } }).toFormat(format).toBuffer();

const MP3 = ff("mp3", "libmp3lame");
const BARE = ["-write_xing", "0", "-id3v2_version", "0"];
const BARE_MP3 = ff("mp3", "libmp3lame", ...BARE);
const WAV = ff("wav", "pcm_s16le", "-bitexact");
const M4A = ff("ipod", "aac");
const OGG = ff("ogg", "libvorbis");
const ADTS = ff("adts", "aac");
const FLAC = ff("flac", "flac");
const AIFF = ff("aiff", "pcm_s16be");
const CAF = ff("caf", "pcm_s16le");
const WEBM = ff("webm", "opus");
const WMA = ff("asf", "wmav2");
const VIDEO = ["-i", "input", "-f", "lavfi", "-i", "testsrc=s=64x64:r=5:d=1.3"];
const withCover = (mime: string, content: Uint8Array) => from([MP3], (mp3) => joined(picture(mime, content), mp3));

/** A chunk of a RIFF before the sound. */
function withChunk(wav: Bytes, name: string, content: Uint8Array): Bytes {
  const at = 12;
  return joined(wav.subarray(0, at), name, u32le(content.length), content, wav.subarray(at));
}
/** The same for AIFF, whose numbers are the other way round. */
const withAiffChunk = (aiff: Bytes, name: string, content: Uint8Array) =>
  joined(aiff.subarray(0, 12), name, u32(content.length), content, aiff.subarray(12));

function patched(original: Bytes, at: number, content: Uint8Array): Bytes {
  const changed = original.slice();
  changed.set(content, at);
  return changed;
}

/** With another name of as many letters in place of the first one. */
const renamed = (original: Bytes, name: string, other: string) =>
  patched(original, new TextDecoder("latin1").decode(original).indexOf(name), latin1(other));

/** A WAV of 44 bytes of header as its big-endian kind. */
function rifx(wav: Bytes): Bytes {
  const swapped = wav.slice();
  const reverse = (at: number, length: number) => swapped.subarray(at, at + length).reverse();
  swapped.set(latin1("RIFX"));
  for (const at of [4, 16, 24, 28, 40]) reverse(at, 4);
  for (const at of [20, 22, 32, 34]) reverse(at, 2);
  for (let at = 44; at + 1 < swapped.length; at += 2) reverse(at, 2);
  return swapped;
}

/** A box with a cover inside of an M4A's index, which is at its end. */
function coverInM4a(m4a: Bytes, kind: number, content: Uint8Array): Bytes {
  const box = (name: string, ...parts: (Uint8Array | string)[]) => {
    const inside = joined(...parts);
    return joined(u32(inside.length + 8), name, inside);
  };
  const hdlr = box("hdlr", zeros(8), "mdirappl", zeros(9));
  const covr = box("covr", box("data", u32(kind), u32(0), content));
  const udta = box("udta", box("meta", u32(0), hdlr, box("ilst", covr)));
  const letters = new TextDecoder("latin1").decode(m4a);
  const moov = letters.lastIndexOf("moov") - 4;
  const size = new DataView(m4a.buffer).getUint32(moov);
  return joined(
    m4a.subarray(0, moov),
    u32(size + udta.length),
    m4a.subarray(moov + 4, moov + size),
    udta,
    m4a.subarray(moov + size),
  );
}

/** A page of Ogg with its checksum. */
function oggPage(flags: number, number: number, content: Uint8Array): Bytes {
  const page = joined(
    "OggS\x00",
    new Uint8Array([flags]),
    zeros(8),
    u32le(1),
    u32le(number),
    zeros(4),
    new Uint8Array([1, content.length]),
    content,
  );
  let crc = 0;
  for (const byte of page) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? crc << 1 ^ 0x04c11db7 : crc << 1;
  }
  return patched(page, 22, u32le(crc >>> 0));
}

/** A stream of Speex: its head, a comment and a packet. */
const SPEEX = joined(
  oggPage(
    2,
    0,
    joined("Speex   ", "1.2".padEnd(20, "\x00"), ...[1, 80, 8_000, 0, 4, 1, 0xffffffff, 160, 0, 1, 0, 0, 0].map(u32le)),
  ),
  oggPage(0, 1, joined(u32le(4), "Orin", u32le(0))),
  oggPage(4, 2, zeros(38)),
);

const taken = (name: string, make: () => Promise<Bytes>): Sample => ({ name, make, verdict: "taken" });
const refused = (name: string, make: () => Promise<Bytes>, verdict: MediaRefusalCode, found?: Foreign): Sample => ({
  ...{ name, make, verdict },
  ...(found ? { found } : {}),
});

const WAVS: readonly Sample[] = [
  ...["pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le", "pcm_alaw", "pcm_mulaw"].map((codec) =>
    taken(`WAV of ${codec}`, ff("wav", codec))
  ),
  ...["adpcm_ms", "adpcm_ima_wav", "adpcm_yamaha"].map((codec) => taken(`WAV of ${codec}`, ff("wav", codec))),
  taken("WAV of Flash's ADPCM", ff("wav", "adpcm_swf", "-ar", "22050")),
  taken("WAV of 96 kHz and 24 bit", ff("wav", "pcm_s24le", "-ar", "96000")),
  taken("WAV of 8 kHz and 8 bit, mono", ff("wav", "pcm_u8", "-ar", "8000", "-ac", "1")),
  taken("WAV with six channels", ff("wav", "pcm_s16le", "-ac", "6")),
  taken("WAV with an MP3 inside", ff("wav", "libmp3lame")),
  taken("RF64", ff("wav", "pcm_s16le", "-rf64", "always")),
  taken("BW64", from([ff("wav", "pcm_s16le", "-rf64", "always")], (rf64) => patched(rf64, 0, latin1("BW64")))),
  taken("RIFX", from([WAV], rifx)),
  taken("WAV with 40,000 bytes before its sound", from([WAV], (wav) => withChunk(wav, "JUNK", zeros(40_000)))),
  taken("WAV with 700 KB of bext", from([WAV], (wav) => withChunk(wav, "bext", zeros(700_000)))),
  taken("WAV with iXML of an odd length", from([WAV], (wav) => withChunk(wav, "iXML", joined(zeros(20_001), "\x00")))),
  taken(
    "WAV with chunks behind its sound",
    from([WAV], (wav) => joined(wav, "id3 ", u32le(400), zeros(400), "LIST", u32le(10), zeros(10))),
  ),
  taken("WAV with junk behind its sound", from([WAV], (wav) => joined(wav, "junk from a recorder".repeat(9)))),
  taken(
    "WAV that came through a pipe",
    from([WAV], (wav) => patched(patched(wav, 4, u32(0xffffffff)), 40, u32(0xffffffff))),
  ),
  taken(
    "WAV of a recorder that never wrote its sizes",
    from([WAV], (wav) => patched(patched(wav, 4, u32(0)), 40, u32(0))),
  ),
  taken("WAV whose size counts its header", from([WAV], (wav) => patched(wav, 40, u32le(wav.length)))),
  taken("WAV behind an ID3 tag", from([WAV], (wav) => joined(title("Song"), wav))),
];

const MP3S: readonly Sample[] = [
  taken("MP3 of 128 kbit/s", MP3),
  taken("MP3 of a variable rate", ff("mp3", "libmp3lame", "-q:a", "5")),
  taken("MP3 without a header", BARE_MP3),
  taken("MP3 of 320 kbit/s, 48 kHz", ff("mp3", "libmp3lame", "-b:a", "320k", "-ar", "48000")),
  taken("MP3 of 22 kHz", ff("mp3", "libmp3lame", "-ar", "22050")),
  taken("MP3 of 8 kHz, mono", ff("mp3", "libmp3lame", "-ar", "8000", "-ac", "1")),
  taken("MP2", ff("mp2", "mp2")),
  taken("MP2 of 24 kHz", ff("mp2", "mp2", "-ar", "24000")),
  taken("MP3 that begins in mid-frame", from([BARE_MP3], (mp3) => mp3.slice(1_000))),
  taken("MP3 with 300 bytes of junk in front", from([BARE_MP3], (mp3) => joined(noise(300), mp3))),
  taken("MP3 with 20,000 bytes of junk in front", from([BARE_MP3], (mp3) => joined(noise(20_000), mp3))),
  taken("MP3 behind 100,000 zeros", from([BARE_MP3], (mp3) => joined(zeros(100_000), mp3))),
  taken(
    "MP3 behind a tag, 3,000 zeros and another tag",
    from([BARE_MP3], (mp3) => joined(title("One"), zeros(3_000), title("Two"), mp3)),
  ),
  taken("MP3 behind three tags", from([MP3], (mp3) => joined(title("One"), title("Two"), title("Three"), mp3))),
  taken("MP3 behind an APE tag", from([BARE_MP3], (mp3) => joined(ape(), mp3))),
  taken("MP3 behind an ID3 and an APE tag", from([BARE_MP3], (mp3) => joined(title("One"), ape(), mp3))),
  taken(
    "MP3 with every tag at its end",
    from([BARE_MP3], (mp3) => joined(mp3, ape(), "LYRICSBEGIN000009LYRICS200", ID3V1)),
  ),
  {
    ...taken(
      "MP3 whose tag claims more than it has",
      from([BARE_MP3], (mp3) => patched(joined(title("One"), mp3), 6, new Uint8Array([0, 127, 127, 127]))),
    ),
    sound: BARE_MP3,
  },
  taken("MP3 joined with itself", from([MP3], (mp3) => joined(mp3, mp3))),
  taken("MP3 that goes on in mono", from([BARE_MP3, ff("mp3", "libmp3lame", ...BARE, "-ac", "1")], joined)),
  taken("MP3 that begins in mono", from([ff("mp3", "libmp3lame", ...BARE, "-ac", "1"), BARE_MP3], joined)),
  taken("MP3 that goes on at 48 kHz", from([BARE_MP3, ff("mp3", "libmp3lame", ...BARE, "-ar", "48000")], joined)),
  taken(
    "MP3 that goes on at 22 kHz in mono",
    from([BARE_MP3, ff("mp3", "libmp3lame", ...BARE, "-ar", "22050", "-ac", "1")], joined),
  ),
  taken("MP3 with a tag between two songs", from([BARE_MP3], (mp3) => joined(mp3, ID3V1, title("Two"), mp3))),
  taken("MP3 with a GIF cover", withCover("image/gif", GIF)),
  taken("MP3 with a BMP cover", withCover("image/bmp", BMP)),
  taken("MP3 with a TIFF cover", async () => await withCover("image/tiff", await dot("tiff"))()),
  taken("MP3 with a WebP cover", async () => await withCover("image/webp", await dot("webp"))()),
  taken("MP3 with an AVIF cover", async () => await withCover("image/avif", await dot("avif"))()),
  taken(
    "MP3 with a JPEG cover that is cut",
    async () => await withCover("image/jpeg", (await dot("jpeg")).subarray(0, 200))(),
  ),
  taken("MP3 with a PNG cover called JPG", async () => await withCover("JPG", await dot("png"))()),
  taken("MP3 with an SVG cover", withCover("image/svg+xml", encoder.encode("<svg/>"))),
  taken("MP3 with a cover of noise", withCover("image/gif", noise(5_000))),
  taken("MP3 with an empty cover", withCover("image/png", zeros(0))),
  taken("MP3 with a cover that is an address", withCover("-->", encoder.encode("http://example.com/a.png"))),
  taken("MP3 with a megabyte of cover", withCover("image/bmp", joined(BMP, zeros(1_000_000)))),
];

const OTHERS: readonly Sample[] = [
  taken("M4A", M4A),
  taken("M4A whose index is in front", ff("ipod", "aac", "-movflags", "+faststart")),
  taken("M4A in fragments", ff("mp4", "aac", "-movflags", "+frag_keyframe+empty_moov")),
  taken("M4A of ALAC", ff("ipod", "alac")),
  taken("M4A of ALAC with 24 bit", ff("ipod", "alac", "-sample_fmt", "s32p")),
  taken("MP4 of MP3", ff("mp4", "libmp3lame")),
  taken("MP4 of FLAC", ff("mp4", "flac")),
  taken("MP4 of Opus", ff("mp4", "opus")),
  taken("3GP of AAC", ff("3gp", "aac", "-ac", "1")),
  taken("M4A with a BMP cover", from([M4A], (m4a) => coverInM4a(m4a, 27, BMP))),
  taken("M4A with a GIF cover", from([M4A], (m4a) => coverInM4a(m4a, 12, GIF))),
  taken("M4A with a cover of noise", from([M4A], (m4a) => coverInM4a(m4a, 13, noise(3_000)))),
  taken("M4A with junk behind it", from([M4A], (m4a) => joined(m4a, zeros(5_000)))),
  taken("MOV of 24-bit big-endian samples", ff("mov", "pcm_s24be")),
  taken("MOV of little-endian samples", ff("mov", "pcm_s16le")),
  taken("MOV of µ-law", ff("mov", "pcm_mulaw")),
  taken("MOV of QuickTime's ADPCM", ff("mov", "adpcm_ima_qt")),
  taken(
    "MP4 with video in front",
    run(VIDEO, ["-map", "1:v", "-map", "0:a", "-c:v", "mpeg4", "-c:a", "aac", "-f", "mp4"]),
  ),
  taken(
    "MOV with two videos",
    run(VIDEO, ["-map", "1:v", "-map", "1:v", "-map", "0:a", "-c:v", "png", "-c:a", "aac", "-f", "mov"]),
  ),
  ...["pcm_s16be", "pcm_s24be", "pcm_s32be", "pcm_f32be", "pcm_f64be", "pcm_s8", "pcm_alaw", "pcm_mulaw"].map((codec) =>
    taken(`AIFF of ${codec}`, ff("aiff", codec))
  ),
  taken("AIFF of little-endian samples", ff("aiff", "pcm_s16le")),
  taken("AIFF of 96 kHz", ff("aiff", "pcm_s24be", "-ar", "96000")),
  taken("AIFF with 40,000 bytes before its sound", from([AIFF], (aiff) => withAiffChunk(aiff, "ANNO", zeros(40_000)))),
  taken(
    "AIFF with a GIF cover",
    from([AIFF], (aiff) => {
      const tag = picture("image/gif", GIF);
      return joined(aiff, "ID3 ", u32(tag.length), tag);
    }),
  ),
  taken("AAC in ADTS", ADTS),
  taken("AAC in ADTS of 22 kHz, mono", ff("adts", "aac", "-ar", "22050", "-ac", "1")),
  taken("AAC in ADTS behind a tag with a cover", from([ADTS], (aac) => joined(picture("image/gif", GIF), aac))),
  taken("AAC in ADTS with a tag at its end", from([ADTS], (aac) => joined(aac, ID3V1))),
  taken("AAC in ADTS that begins in mid-frame", from([ADTS], (aac) => aac.slice(150))),
  taken("AAC in ADTS that goes on in mono", from([ADTS, ff("adts", "aac", "-ac", "1")], joined)),
  taken("CAF of samples", CAF),
  taken("CAF of ALAC", ff("caf", "alac")),
  taken("CAF of float", ff("caf", "pcm_f32be")),
  taken("CAF of 24 bit", ff("caf", "pcm_s24le")),
  taken("CAF of µ-law", ff("caf", "pcm_mulaw")),
  taken("CAF of ADPCM", ff("caf", "adpcm_ima_qt")),
  taken("FLAC", FLAC),
  taken("FLAC of 88.2 kHz and 24 bit", ff("flac", "flac", "-ar", "88200", "-sample_fmt", "s32")),
  taken("FLAC of mono", ff("flac", "flac", "-ac", "1")),
  taken("FLAC behind an ID3 tag", from([FLAC], (flac) => joined(title("Song"), flac))),
  taken(
    "FLAC with a cover of noise",
    from([FLAC], (flac) => {
      const block = joined(u32(3), u32(9), "image/gif", u32(0), zeros(16), u32(500), noise(500));
      return joined(flac.subarray(0, 42), "\x06", u32(block.length).subarray(1), block, flac.subarray(42));
    }),
  ),
  taken("Ogg of Vorbis", OGG),
  taken("Ogg of Opus", ff("ogg", "opus")),
  taken("Ogg of Opus, a voice", ff("ogg", "opus", "-b:a", "32k", "-ac", "1")),
  taken("Ogg of FLAC", ff("ogg", "flac")),
  taken("Ogg of two songs", from([OGG], (ogg) => joined(ogg, ogg))),
  taken(
    "Ogg of a song in stereo and one in mono",
    from([OGG, ff("ogg", "libvorbis", "-ac", "1", "-ar", "22050")], joined),
  ),
  taken(
    "Ogg with video",
    run(VIDEO, ["-map", "1:v", "-map", "0:a", "-c:v", "libvpx", "-c:a", "libvorbis", "-f", "ogg"]),
  ),
  taken("WebM of Opus", WEBM),
  taken("WebM of Vorbis", ff("webm", "libvorbis")),
  taken("WebM as a browser records it", ff("webm", "opus", "-live", "1")),
  taken("WebM with video", run(VIDEO, ["-map", "1:v", "-map", "0:a", "-c:v", "libvpx", "-c:a", "opus", "-f", "webm"])),
  taken("Matroska of FLAC", ff("matroska", "flac")),
  taken("Matroska of AAC", ff("matroska", "aac")),
  taken("Matroska of samples", ff("matroska", "pcm_s16le")),
  taken("Matroska of MP3", ff("matroska", "libmp3lame")),
  taken("WMA", WMA),
  taken("WMA 1", ff("asf", "wmav1")),
];

/** FFmpeg finds none of them, so it is given the sound alone to say how long it is. */
const BEHIND_JUNK: readonly Sample[] = ([
  ["FLAC behind 300 bytes of junk", zeros(0), noise(300), FLAC],
  ["FLAC behind a tag and 2,000 zeros", title("Song"), zeros(2_000), FLAC],
  ["WAV behind a mark of UTF-8", zeros(0), latin1("\xef\xbb\xbf"), WAV],
  ["WAV behind what a server said", latin1("HTTP/1.0 200 OK\r\nContent-Type: audio/wav\r\n\r\n"), zeros(0), WAV],
  ["AIFF with the head of an old Mac", latin1("\x00\x09Song.aiff"), zeros(117), AIFF],
  ["Ogg behind 512 zeros", zeros(0), zeros(512), OGG],
  ["M4A behind an ID3 tag", title("Song"), zeros(0), M4A],
  ["M4A behind 100 bytes of junk", zeros(0), noise(100), M4A],
] as const).map(([name, one, two, sound]) => ({
  ...taken(name, from([sound], (file) => joined(one, two, file))),
  sound,
}));

const INCOMPLETE: readonly Sample[] = [
  ...([
    ["WAV", WAV],
    ["WAV with 40,000 bytes before its sound", from([WAV], (wav) => withChunk(wav, "JUNK", zeros(40_000)))],
    ["WAV with iXML before its sound", from([WAV], (wav) => withChunk(wav, "iXML", zeros(90_000)))],
    ["RIFX", from([WAV], rifx)],
    ["RF64", ff("wav", "pcm_s16le", "-rf64", "always")],
    ["MP3", MP3],
    ["MP3 without a header", BARE_MP3],
    ["M4A", M4A],
    ["M4A whose index is in front", ff("ipod", "aac", "-movflags", "+faststart", "-b:a", "256k")],
    ["AIFF", AIFF],
    ["AIFF with 40,000 bytes before its sound", from([AIFF], (aiff) => withAiffChunk(aiff, "ANNO", zeros(40_000)))],
    ["CAF", CAF],
    ["CAF of ALAC", ff("caf", "alac")],
    ["FLAC", FLAC],
    ["Ogg", OGG],
    ["WebM", WEBM],
    ["Matroska of FLAC", ff("matroska", "flac")],
    ["WMA", ff("asf", "wmav2", "-b:a", "192k")],
    ["AAC in ADTS", ADTS],
    ["M4A behind an ID3 tag", from([M4A], (m4a) => joined(title("Song"), m4a))],
    ["WAV behind junk", from([WAV], (wav) => joined(noise(300), wav))],
  ] as const).map(([name, whole]) => refused(`half of ${name}`, from([whole], (all) => share(all, 0.62)), "truncated")),
];

const text = (letters: string) => () => Promise.resolve(new Uint8Array(encoder.encode(letters)));
const magic = (head: string) => bytes(head, noise(20_000));

const FOREIGN_FILES: readonly Sample[] = [
  refused("AMR", bytes("#!AMR\n", noise(9_000)), "not_audio", "amr"),
  refused("AMR, wide", bytes("#!AMR-WB\n", noise(9_000)), "not_audio", "amr"),
  refused("AC-3", ff("ac3", "ac3"), "not_audio", "ac3"),
  refused("E-AC-3", ff("eac3", "eac3"), "not_audio", "ac3"),
  refused("M4A of AC-3", ff("mp4", "ac3"), "unreadable", "ac3"),
  ...["drms", "enca", "aavd"].map((name) =>
    refused(
      `M4A with the lock ${name}`,
      from([M4A], (m4a) => renamed(m4a, "mp4a\0\0\0\0", name)),
      "unreadable",
      "protected",
    )
  ),
  refused("Matroska of AC-3", ff("matroska", "ac3"), "unreadable", "ac3"),
  refused("Matroska of WavPack", ff("matroska", "wavpack"), "unreadable", "wavpack"),
  refused("Matroska of TTA", ff("matroska", "tta"), "unreadable", "tta"),
  refused("WAV of G.726", ff("wav", "g726", "-ar", "8000", "-ac", "1"), "unreadable", "g72x"),
  refused("Ogg of Speex", bytes(SPEEX), "unreadable", "speex"),
  refused("DTS", ff("dts", "dca", "-ar", "48000"), "not_audio", "dts"),
  refused("TTA", ff("tta", "tta"), "not_audio", "tta"),
  refused("Wave64", ff("w64", "pcm_s16le"), "not_audio", "wave64"),
  refused("Sun AU", ff("au", "pcm_s16be"), "not_audio", "au"),
  refused("Creative Voice", ff("voc", "pcm_u8"), "not_audio", "voc"),
  refused("AAC in LATM", ff("latm", "aac"), "not_audio", "latm"),
  refused(
    "AVI",
    run(VIDEO, ["-map", "1:v", "-map", "0:a", "-c:v", "mpeg4", "-c:a", "libmp3lame", "-f", "avi"]),
    "not_audio",
    "avi",
  ),
  refused("FLV", ff("flv", "libmp3lame"), "not_audio", "flv"),
  refused("MPEG stream", ff("mpegts", "mp2"), "not_audio", "mpeg"),
  refused("MPEG program", ff("mpeg", "mp2"), "not_audio", "mpeg"),
  refused("RealMedia", ff("rm", "ac3"), "not_audio", "real"),
  refused("MP4 without sound", run(VIDEO, ["-map", "1:v", "-c:v", "mpeg4", "-f", "mp4"]), "not_audio", "silent_video"),
  refused("Monkey's Audio", magic("MAC \x96\x0f"), "not_audio", "ape"),
  refused("DSF", magic("DSD \x1c\x00\x00\x00"), "not_audio", "dsd"),
  refused("Musepack", magic("MPCK"), "not_audio", "musepack"),
  refused("8SVX", bytes("FORM\x00\x00\x10\x008SVX", noise(4_096)), "not_audio", "iff"),
  refused("MIDI", bytes("MThd\x00\x00\x00\x06\x00\x01\x00\x01\x01\xe0MTrk", noise(500)), "not_audio", "midi"),
  refused("tracker module", bytes("song name".padEnd(1_080, "\x00"), "M.K.", noise(4_000)), "not_audio", "tracker"),
  refused("FL Studio project", magic("FLhd\x06\x00\x00\x00"), "not_audio", "project"),
  refused("Cubase project", magic("RIFF\x00\x00\x40\x00NUNDROOT"), "not_audio", "project"),
  refused("Pro Tools session", magic("\x030010111100101011"), "not_audio", "project"),
  refused("SoundFont", magic("RIFF\x00\x40\x00\x00sfbkLIST"), "not_audio", "samples"),
  refused("REX2 loop", magic("CAT \x00\x00\x40\x00REX2HEAD"), "not_audio", "samples"),
  refused("sound of a console", magic("RSTM\xfe\xff\x01\x00"), "not_audio", "game"),
  refused("track of a CD", magic("RIFF\x24\x00\x00\x00CDDAfmt "), "not_audio", "cd_track"),
  refused("dictation", magic("\x03ds2"), "not_audio", "dictation"),
  refused("voice message of a chat app", magic("\x02#!SILK_V3"), "not_audio", "silk"),
  refused("EVRC", magic("#!EVRC\n"), "not_audio", "evrc"),
  refused("TwinVQ", magic("TWIN97012000"), "not_audio", "twinvq"),
  refused("ringtone", magic("MMMD\x00\x00\x40\x00CNTI"), "not_audio", "ringtone"),
  refused("16-bit 8SVX", magic("FORM\x00\x00\x10\x0016SV"), "not_audio", "iff"),
  refused("MIDI of old games", magic("FORM\x00\x00\x00\x0eXDIRINFO"), "not_audio", "midi"),
  refused("packed module", magic("MO3\x05"), "not_audio", "tracker"),
  refused("module of 16 channels", bytes("song".padEnd(1_080, "\x00"), "16CH", noise(4_000)), "not_audio", "tracker"),
  refused("Guitar Pro", magic("\x18FICHIER GUITAR PRO v5.00"), "not_audio", "score"),
  refused("MusicXML", text('<?xml version="1.0"?>\n<score-partwise version="4.0">'), "not_audio", "score"),
  refused("Reason", magic("CAT \x00\x00\x40\x00REASON"), "not_audio", "project"),
  refused("sound of a Nintendo", magic("NESM\x1a"), "not_audio", "game"),
  refused("SoX's own", ff("sox", "pcm_s32le"), "not_audio", "research"),
  refused("sound of CRI", ff("adx", "adpcm_adx"), "not_audio", "game"),
  refused("WavPack", ff("wv", "wavpack"), "not_audio", "wavpack"),
  refused("Kugou", magic("\x7c\xd5\x32\xeb\x86\x02\x7f\x4b"), "not_audio", "protected"),
  refused("torrent", text("d8:announce35:udp://tracker.example:80/announce"), "not_audio", "torrent"),
  refused("font", magic("OTTO\x00\x0c\x00\x80"), "not_audio", "font"),
  refused("cabinet", magic("MSCF\x00\x00\x00\x00"), "not_audio", "archive"),
  refused("JPEG 2000", magic("\x00\x00\x00\x0cjP  \r\n\x87\n"), "not_audio", "jp2"),
  refused("icon", bytes("\x00\x00\x01\x00\x01\x00\x10\x10\x00\x00", noise(3_000)), "not_audio", "icon"),
  refused("MP3 backwards", from([BARE_MP3], (mp3) => mp3.toReversed()), "not_audio"),
  taken("MP3 behind the begin of a page", from([BARE_MP3], (mp3) => joined("<html><body>", mp3))),
  taken("MP4 with video", run(VIDEO, ["-map", "1:v", "-map", "0:a", "-c:v", "mpeg4", "-c:a", "aac", "-f", "mp4"])),
  refused("SID", magic("PSID\x00\x02\x00\x7c"), "not_audio", "game"),
  refused("NIST SPHERE", magic("NIST_1A\n   1024\n"), "not_audio", "research"),
  refused("IRCAM", ff("ircam", "pcm_s16le"), "not_audio", "research"),
  refused("Audible", bytes(u32(4_096), "\x57\x90\x75\x36", noise(9_000)), "not_audio", "protected"),
  refused("MLP", bytes(u32(4_096), "\xf8\x72\x6f\xbb", noise(9_000)), "not_audio", "truehd"),
  refused("Flash", ff("swf", "libmp3lame"), "not_audio", "flv"),
  refused("shortcut of Windows", magic("L\x00\x00\x00\x01\x14\x02\x00"), "not_audio", "shortcut"),
  refused("a Mac's file beside a song", bytes("\x00\x05\x16\x07\x00\x02\x00\x00", zeros(4_000)), "not_audio", "hidden"),
  refused("ZIP", magic("PK\x03\x04\x14\x00"), "not_audio", "zip"),
  refused(
    "ZIP with an MP3 inside",
    from([MP3], (mp3) => joined("PK\x03\x04\x14\x00", zeros(30), "song.mp3", mp3)),
    "not_audio",
    "zip",
  ),
  refused("RAR", magic("Rar!\x1a\x07"), "not_audio", "archive"),
  refused("gzip", magic("\x1f\x8b\x08"), "not_audio", "archive"),
  refused(
    "tar with an MP3 inside",
    from([MP3], (mp3) => joined("song.mp3".padEnd(257, "\x00"), "ustar\x0000", zeros(247), mp3)),
    "not_audio",
    "archive",
  ),
  refused("PDF", magic("%PDF-1.7\n"), "not_audio", "pdf"),
  refused("Word document", magic("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), "not_audio", "office"),
  refused("JPEG", async () => new Uint8Array(await dot("jpeg")), "not_audio", "picture"),
  refused("HEIC", bytes("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00", noise(3_000)), "not_audio", "heic"),
  refused("program", magic("MZ\x90\x00"), "not_audio", "program"),
  refused("web page", text("<!DOCTYPE html><html><body>Not found</body></html>"), "not_audio", "page"),
  refused("playlist", text("#EXTM3U\n#EXTINF:6,\nsong.mp3\n"), "not_audio", "hls"),
  refused("a piece of a streamed MP4", bytes(u32(16), "moofmfhd", noise(3_000)), "truncated"),
  refused("JPEG XL", bytes(u32(24), "ftypjxl ", noise(3_000)), "not_audio", "jxl"),
  refused("picture of a camera", bytes(u32(24), "ftypcrx ", noise(3_000)), "not_audio", "raw"),
  refused("text in UTF-16, big-endian", bytes("\xfe\xff\x00T\x00i\x00t\x00l\x00e"), "not_audio", "text"),
  refused("text in UTF-16", bytes("\xff\xfeT\x00i\x00t\x00l\x00e\x00"), "not_audio", "text"),
  refused("JSON", text('{"error": "Àdùkẹ́ not found"}'), "not_audio", "text"),
  refused("SVG", text('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'), "not_audio", "svg"),
  refused("empty file", bytes(), "empty_file"),
  refused("one byte", bytes("R"), "not_audio", "text"),
  refused("zeros", bytes(zeros(200_000)), "not_audio"),
  refused("noise", bytes(noise(200_000)), "not_audio"),
  refused("tag and nothing behind it", bytes(title("Song")), "not_audio"),
  refused("FLAC of noise", bytes("fLaC", noise(9_000)), "not_audio"),
  refused("Matroska of noise", bytes("\x1a\x45\xdf\xa3", noise(9_000)), "not_audio"),
  refused("AIFF of noise", bytes("FORM\x00\x00\x10\x00AIFF", noise(9_000)), "not_audio"),
  refused("CAF of noise", bytes("caff\x00\x01\x00\x00", noise(9_000)), "not_audio"),
  refused("WMA of noise", bytes("\x30\x26\xb2\x75\x8e\x66\xcf\x11", noise(9_000)), "not_audio"),
  refused("silence", run(["-f", "lavfi", "-i", "anullsrc=d=2"], ["-f", "flac"]), "silent"),
  refused("half a second", ff("flac", "flac", "-t", "0.5"), "too_short"),
];

export const CORPUS: readonly Sample[] = [...WAVS, ...MP3S, ...OTHERS, ...BEHIND_JUNK, ...INCOMPLETE, ...FOREIGN_FILES];
