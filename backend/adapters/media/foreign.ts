// deno-lint-ignore-file no-control-regex -- formats begin with bytes that are no letters
import type { Foreign } from "../../contract/foreign_formats.ts";
import { cameraRaw } from "./camera_raw.ts";
import { text } from "./file_bytes.ts";

/** The codecs that a container of ours may hold and Orin does not take: FFmpeg's name, or how it begins. */
const CODECS: readonly (readonly [RegExp, Foreign])[] = [
  [/^amr_/, "amr"],
  [/^e?ac3$|^ac4$/, "ac3"],
  [/^dts/, "dts"],
  [/^truehd|^mlp/, "truehd"],
  [/^speex/, "speex"],
  [/^ape$/, "ape"],
  [/^wavpack/, "wavpack"],
  [/^tta$/, "tta"],
  [/^musepack/, "musepack"],
  [/^dsd_/, "dsd"],
  [/^atrac/, "atrac"],
  [/^gsm/, "gsm"],
  [/^qcelp|^evrc/, "qcelp"],
  [/^g72|^adpcm_g72|^ilbc/, "g72x"],
  [/^aac_latm/, "latm"],
  [/^cook|^sipr|^ra_|^ralf/, "real"],
];

/** Whether a stream is encrypted: MP4 then has a name of its own in place of the codec's. */
export function isProtected(codecTag = ""): boolean {
  return /^(drms|enca|aavd)$/.test(codecTag);
}

/** What a codec is called that Orin does not take; undefined for one that few people know. */
export function foreignCodec(codec: string): Foreign | undefined {
  return CODECS.find(([name]) => name.test(codec))?.[1];
}

/** Letters at a fixed place. `\xNN` are bytes; `.` is any byte. */
const MAGIC: readonly (readonly [number, RegExp, Foreign])[] = [
  [0, /^#!AMR/, "amr"],
  [0, /^\x0b\x77/, "ac3"],
  [0, /^\x7f\xfe\x80\x01|^\xfe\x7f\x01\x80|^\x1f\xff\xe8|^\xff\x1f\x00\xe8|^DTSHDHDR/, "dts"],
  [0, /^MAC /, "ape"],
  [0, /^wvpk/, "wavpack"],
  [0, /^TTA[12]/, "tta"],
  [0, /^tBaK/, "tak"],
  [0, /^ajkg/, "shorten"],
  [0, /^OFR /, "optimfrog"],
  [0, /^MPCK|^MP\+/, "musepack"],
  [0, /^DSD |^FRM8[^]{8}DSD /, "dsd"],
  [0, /^riff\x2e\x91\xcf\x11/, "wave64"],
  [0, /^\.snd|^dns\./, "au"],
  [0, /^Creative Voice File/, "voc"],
  [0, /^\.RMF|^\.ra\xfd/, "real"],
  [0, /^RIFF[^]{4}QLCM/, "qcelp"],
  [0, /^ea3\x03|^EA3/, "atrac"],
  [0, /^TWIN(97|00|2 )/, "twinvq"],
  [0, /^\x02?#!SILK/, "silk"],
  [0, /^#!(EVRC|SMV)/, "evrc"],
  [0, /^\x02dss|^\x03ds2/, "dictation"],
  [0, /^MMMD|^XMF_|^BEGIN:IMELODY/, "ringtone"],
  [0, /^RIFF[^]{4}CDDA/, "cd_track"],
  [0, /^FORM[^]{4}(8SVX|16SV|MAUD)/, "iff"],
  [0, /^MThd|^RIFF[^]{4}RMID|^FORM[^]{4}XDIR/, "midi"],
  [0, /^Extended (Module|Instrument): |^IMPM|^MMD[0-3]|^MO3[\x00-\x05]|^MTM\x10|^OKTASONG/, "tracker"],
  [20, /^(!Scream!|BMOD2STM)\x1a/, "tracker"],
  [44, /^SCRM/, "tracker"],
  [1080, /^(M\.K\.|M!K!|\d{1,2}CHN?|FLT[48]|OCTA|CD81)/, "tracker"],
  [0, /^FLhd|^RPP|^<REAPER_PROJECT|^dBase|^RIFF[^]{4}NUND|^\x030010111100101011/, "project"],
  [0, /^CAKEWALK|^CAT [^]{4}REASON/, "project"],
  [0, /^\x18FICHIER GUITAR PRO|^BCF[SZ]|^\x0fSIBELIUS/, "score"],
  [0, /^RIFF[^]{4}(sfbk|DLS )|^CAT [^]{4}REX2/, "samples"],
  [0, /^RSTM|^VAGp|^[PR]SID\x00|^SNES-SPC700|^Vgm |^\x80\x00[^]{10,300}\(c\)CRI/, "game"],
  [0, /^NESM\x1a|^GBS\x01|^PSF[\x01-\x41]|^FSB[3-5]|^HCA\x00|^WBND|^AFS2|^BIK[a-k]|^[CF](STM|WAV)\x00?/, "game"],
  [0, /^NIST_1A|^\x64\xa3[\x01-\x04]\x00|^\.SoX|^XoS\.|^ paf|^fap |^PVF1\n/, "research"],
  [0, /^CTENFDAM|^\x7c\xd5\x32\xeb\x86\x02\x7f\x4b|^yeelion-kuwo/, "protected"],
  [4, /^\x57\x90\x75\x36/, "protected"],
  [4, /^\xf8\x72\x6f[\xba\xbb]/, "truehd"],
  [0, /^RIFF[^]{4}AVI /, "avi"],
  [0, /^\x00\x00\x01[\xb0-\xbf]/, "mpeg"],
  [0, /^G[^]{187}G[^]{187}G/, "mpeg"],
  [4, /^G[^]{191}G[^]{191}G/, "mpeg"],
  [0, /^FLV\x01|^[CFZ]WS[\x03-\x32]/, "flv"],
  [0, /^\x06\x0e\x2b\x34/, "mxf"],
  [0, /^#EXTM3U|^\[playlist\]|^ffconcat/i, "hls"],
  [0, /^PK(\x03\x04|\x05\x06|\x07\x08)/, "zip"],
  [0, /^Rar!|^7z\xbc\xaf|^\x1f\x8b|^BZh|^\xfd7zXZ|^\x28\xb5\x2f\xfd/, "archive"],
  [0, /^\x04\x22\x4d\x18|^MSCF\x00\x00|^StuffIt |^SIT!|^!<arch>|^\xed\xab\xee\xdb/, "archive"],
  [2, /^-lh[0-9d]-/, "archive"],
  [257, /^ustar/, "archive"],
  [0, /^%PDF/, "pdf"],
  [0, /^\xd0\xcf\x11\xe0|^\{\\rtf/, "office"],
  [4, /^ftyp(heic|heix|hevc|mif1|msf1|heim|heis)/, "heic"],
  [4, /^ftypavi[fs]/, "picture"],
  [0, /^\x00\x00\x00\x0cjP {2}|^\xff\x4f\xff\x51/, "jp2"],
  [0, /^II\xbc\x01/, "jxr"],
  [4, /^ftypcrx /, "raw"],
  [0, /^FUJIFILMCCD-RAW|^II(RO|RS|U\x00)|^FOVb|^\x00MRM/, "raw"],
  [0, /^\x00\x00[\x01\x02]\x00[\x01-\x40]\x00[^]{3}\x00|^icns/, "icon"],
  [0, /^\x0a[\x00-\x05][\x00\x01][\x01\x02\x04\x08]/, "pcx"],
  [0, /^P[1-7]\s+(#|\d|WIDTH)/, "netpbm"],
  [0, /^v\/1\x01/, "exr"],
  [0, /^#\?(RADIANCE|RGBE)/, "hdr"],
  [0, /^qoif/, "qoi"],
  [0, /^DDS \x7c/, "dds"],
  [0, /^gimp xcf/, "gimp"],
  [0, /^%!PS|^\xc5\xd0\xd3\xc6/, "postscript"],
  [0, /^\xd7\xcd\xc6\x9a|^\x01\x00\x00\x00[^]{36} EMF/, "metafile"],
  [0, /^AT&TFORM[^]{4}DJV/, "djvu"],
  [0, /^OTTO\x00|^wOF[F2]|^ttcf|^\x00\x01\x00\x00\x00[\x05-\x40][\x00\x01][^]{5}[A-Za-z]{2}/, "font"],
  [0, /^d\d{1,2}:(announce|created|comment|info)/, "torrent"],
  [0, /^\xff\xd8\xff|^\x89PNG|^GIF8|^II\*\x00|^MM\x00\*|^RIFF[^]{4}WEBP/, "picture"],
  [0, /^BM[^]{4}\x00\x00\x00\x00/, "bmp"],
  [0, /^8BPS/, "photoshop"],
  [0, /^\x00\x00\x00\x0cJXL |^\xff\x0a/, "jxl"],
  [4, /^ftypjxl /, "jxl"],
  [0, /^MZ|^\x7fELF|^\xca\xfe\xba\xbe|^\xcf\xfa\xed\xfe|^\x00asm|^#!\//, "program"],
  [0, /^SQLite format 3/, "database"],
  [0, /^L\x00\x00\x00\x01\x14\x02\x00|^\[InternetShortcut\]/, "shortcut"],
  [0, /^\x00\x05\x16[\x00\x07]\x00\x02\x00\x00|^\x00\x00\x00\x01Bud1/, "hidden"],
];

const LOOKED_AT = 1_100;

/** What a file is by its first bytes, where it is none of ours and known; no judgement about its content. */
export function foreignFile(head: Uint8Array): Foreign | undefined {
  const letters = text(head, 0, LOOKED_AT);
  const known = cameraRaw(head) ?? MAGIC.find(([at, magic]) => magic.test(letters.slice(at)))?.[2];
  if (!known && isLatm(head)) return "latm";
  return known ?? writing(head.subarray(0, LOOKED_AT));
}

/** Frames of LATM follow each other at their own length. */
function isLatm(head: Uint8Array): boolean {
  const lengthAt = (at: number) => {
    const [first, second = 0, third = 0] = head.subarray(at, at + 3);
    return first === 0x56 && second >> 5 === 7 ? ((second & 31) << 8 | third) + 3 : 0;
  };
  const [one, two] = [lengthAt(0), lengthAt(lengthAt(0))];
  return one > 0 && two > 0 && lengthAt(one + two) > 0;
}

/** Text has no control characters but those of lines. */
function writing(head: Uint8Array): Foreign | undefined {
  const wide = { "\xff\xfe": "utf-16le", "\xfe\xff": "utf-16be" }[text(head, 0, 2)];
  // The last letter may be cut.
  const letters = new TextDecoder(wide ?? "utf-8").decode(head).replace(/\ufffd+$/, "");
  if (letters.trim() === "" || /[\u0000-\u0008\u000e-\u001f\ufffd]/.test(letters)) return undefined;
  if (/^\s*(<(\?|!)[^]*)?<svg[\s/>]/i.test(letters)) return "svg";
  if (/^\s*<[?!][^]*<score-/i.test(letters)) return "score";
  return /^\s*<(!doctype html|html|head|body|script)/i.test(letters) ? "page" : "text";
}
