import { AUDIO_FORMATS, type AudioContainer, endingOf, PICTURE_FORMATS } from "../../contract/file_formats.ts";
import type { Foreign } from "../../contract/foreign_formats.ts";
import { type FileClaim, MediaRefusal } from "./types.ts";

/** Programs and chat apps mix these up. It does no harm, because we draw every picture again. */
const PICTURE_ENDINGS: readonly string[] = [
  ...Object.values(PICTURE_FORMATS).flatMap(({ endings }) => endings),
  ...["heic", "heif", "bmp"],
];
const SAYS_NOTHING = ["", "application/octet-stream", "binary/octet-stream", "application/unknown"];

/** Refuses a recording whose name or declared type does not fit its bytes. */
export function refuseMisnamedSound(container: AudioContainer, { filename, contentType }: FileClaim): void {
  const { name, endings, subtypes }: { name: string; endings: readonly string[]; subtypes: readonly string[] } =
    AUDIO_FORMATS[container];
  const ending = endingOf(filename);
  if (ending !== undefined && !endings.includes(ending)) {
    throw new MediaRefusal("misnamed", {
      message: `This file is named ".${ending}" but contains ${name}: please name it ".${
        endings[0]
      }", or export it again`,
    });
  }
  const type = typeOf(contentType);
  if (!type || isSound(type, subtypes)) return;
  throw new MediaRefusal("misnamed", {
    message: `This file was sent as "${type.major}/${type.minor}" but contains ${name}: please send it as "audio/${
      subtypes[0]
    }"`,
  });
}

/** Refuses a picture whose name or declared type is no picture's; `found` is what it is instead, where that is known. */
export function refuseMisnamedPicture({ filename, contentType }: FileClaim, found?: Foreign): void {
  const ending = endingOf(filename);
  const type = typeOf(contentType);
  const isNamedSo = ending === undefined || PICTURE_ENDINGS.includes(ending);
  const isDeclaredSo = !type || (type.major === "image" && !type.minor.startsWith("svg"));
  if (!isNamedSo || !isDeclaredSo) throw new MediaRefusal("not_an_image", { found });
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
  return major === "audio" &&
    !Object.values(AUDIO_FORMATS).some((known: { subtypes: readonly string[] }) => known.subtypes.includes(minor));
}
