import { AUDIO_FORMATS } from "../../contract/file_formats.ts";

const BY_ENDING: Record<string, string> = {
  ...Object.fromEntries(
    Object.values(AUDIO_FORMATS).map(({ endings, subtypes }) => [endings[0], `audio/${subtypes[0]}`]),
  ),
  opus: "audio/ogg",
  avif: "image/avif",
  gif: "image/gif",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
  csv: "text/csv; charset=utf-8",
  json: "application/json",
  pdf: "application/pdf",
  txt: "text/plain; charset=utf-8",
  zip: "application/zip",
};

/** The content type of a key's ending; `application/octet-stream` for any other and for none. */
export function contentTypeOf(key: string): string {
  const ending = /\.([a-z0-9]+)$/.exec(key)?.[1] ?? "";
  return BY_ENDING[ending] ?? "application/octet-stream";
}
