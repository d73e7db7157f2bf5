// deno-lint-ignore-file no-control-regex -- files are told by their bytes

/** A file's text, or in words what kind of file it is where it is none. */
type FileText = { text: string } | { kind: string };

/**
 * The text of a file in whatever encoding programs write: UTF-8 and UTF-16 with or without a mark, else Windows-1252. A
 * few bytes that are no UTF-8 do not make Latin of a text whose other letters are.
 */
export function fileText(bytes: Uint8Array): FileText {
  const kind = signatureOf(bytes);
  if (kind !== undefined) return { kind };
  const text = decoded(bytes).replace(/^\ufeff/, "");
  return isText(text) ? { text } : { kind: "no text file" };
}

function decoded(bytes: Uint8Array): string {
  const wide = wideOf(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  const text = new TextDecoder().decode(bytes);
  const [broken, letters] = [countOf(text, /\ufffd/g), countOf(text, /[^\0-\x7f]/g)];
  return broken === 0 || broken < letters / 4 ? text : new TextDecoder("windows-1252").decode(bytes);
}

function wideOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const some = bytes.subarray(0, 2_000);
  const zeros = (half: number) => some.filter((byte, index) => index % 2 === half && byte === 0).length;
  const [even, odd] = [zeros(0), zeros(1)];
  // Latin letters, digits and line breaks have a zero beside each, always on the same side.
  const few = 2 + some.length / 60;
  if (odd > few && even < odd / 4) return "utf-16le";
  return even > few && odd < even / 4 ? "utf-16be" : undefined;
}

/** What is no text has control characters all over. */
function isText(text: string): boolean {
  const some = text.slice(0, 4_000);
  return countOf(some, /(?![\t\n\f\r\x1b])\p{Cc}/gu) <= some.length / 20;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** What texts of other kinds are, by how they begin. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:REM |PERFORMER "|TITLE "|FILE "|CATALOG )/, "a CUE sheet"],
  [/^(?:WEBVTT|\d+\s+\d{2}:\d{2}:\d{2}[,.]\d+ -->|\[Script Info\])/, "a file of subtitles"],
  [/^BEGIN:VCARD/i, "a file of contacts"],
  [/^BEGIN:VCALENDAR/i, "a calendar"],
  [/^<(?:!doctype html|html)/i, "a web page"],
];

/** What a text is that is neither lyrics nor a list of songs; undefined for all others. */
export function otherText(text: string): string | undefined {
  const begin = text.trimStart();
  return TEXTS.find(([pattern]) => pattern.test(begin))?.[1];
}

/** How files of other kinds begin. */
const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^%PDF/, "a PDF document"],
  [/^PK\x03\x04[^]*?xl\/worksheets/, "an Excel table: save it as CSV"],
  [/^PK\x03\x04[^]*?opendocument\.spreadsheet/, "an OpenDocument table: save it as CSV"],
  [/^PK\x03\x04[^]*?word\/document/, "a Word document"],
  [/^PK\x03\x04/, "a ZIP archive: open it, and choose the list in it"],
  [/^\xd0\xcf\x11\xe0/, "an Excel or Word file: save it as text or CSV"],
  [/^\{\\rtf/, "a document with formats (RTF): save it as text"],
  [/^(?:\x1f\x8b|Rar!|7z\xbc\xaf|BZh|\xfd7zXZ)/, "an archive: open it, and choose the list in it"],
  [/^bplist/, "a binary property list: export it as XML"],
  [/^SQLite format/, "a database"],
  [
    /^(?:\x89PNG|\xff\xd8\xff|GIF8|BM[^]{4}\0\0\0\0|RIFF[^]{4}WEBP|II\*\0|MM\0\*|[^]{4}ftyp(?:heic|heix|mif1|avif))/,
    "a picture",
  ],
  [
    /^(?:ID3|fLaC|OggS|RIFF[^]{4}WAVE|FORM[^]{4}AIF|MThd|#!AMR|caff|\xff[\xf1-\xf3\xf9-\xfb]|[^]{4}ftypM4[AB])/,
    "a recording",
  ],
  [/^(?:\x1aE\xdf\xa3|RIFF[^]{4}AVI |[^]{4}ftyp)/, "a film"],
  [/^(?:MZ[^]{2}\0|\x7fELF|\xca\xfe\xba\xbe|\xcf\xfa\xed\xfe)/, "a program"],
];

function signatureOf(bytes: Uint8Array): string | undefined {
  // Latin-1: a letter for each byte. An archive names its files at its end.
  const letters = (part: Uint8Array) => Array.from(part, (byte) => String.fromCharCode(byte)).join("");
  const begin = letters(bytes.subarray(0, 16));
  const text = begin.startsWith("PK")
    ? begin + letters(bytes.subarray(16, 4_000)) + letters(bytes.subarray(-8_000))
    : begin;
  return SIGNATURES.find(([pattern]) => pattern.test(text))?.[1];
}
