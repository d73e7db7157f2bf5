import type { AudioContainer } from "./magic.ts";
import { type FileClaim, MediaRefusal } from "./types.ts";

interface Known {
  readonly name: string;
  /** The first is the one to rename it to. */
  readonly endings: readonly string[];
  /** The first is the one to send it as; without a leading `x-`. */
  readonly subtypes: readonly string[];
}

/** The names of each format: phones and editors know several for the same container. */
const SOUNDS: Record<AudioContainer, Known> = {
  mp3: {
    name: "MP3",
    endings: ["mp3", "mpga", "mpeg", "mpg"],
    subtypes: ["mpeg", "mp3", "mpeg3", "mpeg-3", "mpg", "mpga"],
  },
  mp4: {
    name: "M4A",
    endings: ["m4a", "mp4", "m4b", "m4r", "aac", "mov", "3gp", "3ga", "3g2"],
    subtypes: ["mp4", "m4a", "m4b", "mp4a-latm", "aac", "vnd.dlna.adts", "3gpp", "3gpp2", "quicktime"],
  },
  wav: { name: "WAV", endings: ["wav", "wave"], subtypes: ["wav", "wave", "vnd.wave", "pn-wav"] },
  flac: { name: "FLAC", endings: ["flac"], subtypes: ["flac"] },
  ogg: {
    name: "Ogg",
    endings: ["ogg", "oga", "opus"],
    subtypes: ["ogg", "opus", "vorbis", "vorbis+ogg", "opus+ogg", "flac+ogg"],
  },
};

/** Programs and chat apps mix these up. It does no harm, because we draw every picture again. */
const PICTURE_ENDINGS = ["jpg", "jpeg", "jpe", "jfif", "png", "webp", "gif", "avif", "heic", "heif", "bmp"];
const SAYS_NOTHING = ["", "application/octet-stream", "binary/octet-stream", "application/unknown"];

/** Refuses a recording whose name or declared type does not fit its bytes. */
export function refuseMisnamedSound(container: AudioContainer, { filename, contentType }: FileClaim): void {
  const { name, endings, subtypes } = SOUNDS[container];
  const ending = endingOf(filename);
  if (ending !== undefined && !endings.includes(ending)) {
    throw new MediaRefusal(
      "misnamed",
      `This file is named ".${ending}" but contains ${name}: please name it ".${endings[0]}", or export it again`,
    );
  }
  const type = typeOf(contentType);
  if (!type || isSound(type, subtypes)) return;
  throw new MediaRefusal(
    "misnamed",
    `This file was sent as "${type.major}/${type.minor}" but contains ${name}: please send it as "audio/${
      subtypes[0]
    }"`,
  );
}

/** Refuses a picture whose name or declared type is no picture's. */
export function refuseMisnamedPicture({ filename, contentType }: FileClaim): void {
  const ending = endingOf(filename);
  const type = typeOf(contentType);
  const isNamedSo = ending === undefined || PICTURE_ENDINGS.includes(ending);
  const isDeclaredSo = !type || (type.major === "image" && !type.minor.startsWith("svg"));
  if (!isNamedSo || !isDeclaredSo) throw new MediaRefusal("not_an_image");
}

/** The last of several counts. A name without one, or with words behind its dot ("Mr. Money"), claims nothing. */
function endingOf(filename: string): string | undefined {
  const ending = /\.([a-z0-9]{2,5})[\s.]*$/i.exec(filename)?.[1]?.toLowerCase();
  return ending !== undefined && /[a-z]/.test(ending) ? ending : undefined;
}

/** Undefined where nothing is claimed. */
function typeOf(contentType: string): { major: string; minor: string } | undefined {
  const [essence = ""] = contentType.toLowerCase().split(";");
  const [, major, minor] = /^([a-z]+)\/(?:x-)?([a-z0-9.+-]{1,60})$/.exec(essence.trim()) ?? [];
  if (SAYS_NOTHING.includes(essence.trim()) || major === undefined || minor === undefined) return undefined;
  return { major, minor };
}

/** An unknown kind of sound claims only to be sound. */
function isSound({ major, minor }: { major: string; minor: string }, subtypes: readonly string[]): boolean {
  if (["audio", "video", "application"].includes(major) && subtypes.includes(minor)) return true;
  return major === "audio" && !Object.values(SOUNDS).some((known) => known.subtypes.includes(minor));
}
