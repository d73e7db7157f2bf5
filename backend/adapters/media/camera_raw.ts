import type { Foreign } from "../../contract/foreign_formats.ts";

/** Tags of TIFF: https://www.loc.gov/preservation/digital/formats/content/tiff_tags.shtml */
const COMPRESSION = 259;
const PHOTOMETRIC = 262;
const SUB_DIRECTORIES = 330;
const DNG_VERSION = 50_706;
/** The sensor's own values, in colours side by side or each for itself. */
const OF_SENSOR = [32_803, 34_892];
/** Those of Sony, Samsung, Nikon and Pentax. */
const BY_CAMERA = [32_767, 32_770, 32_772, 34_713, 65_535];
const MOST_DIRECTORIES = 16;

/**
 * Whether a TIFF is what a camera writes in its place: its first picture is then a small preview. Directories that are
 * not in the bytes are not looked at.
 */
export function cameraRaw(bytes: Uint8Array): Extract<Foreign, "dng" | "raw"> | undefined {
  const mark = String.fromCharCode(...bytes.subarray(0, 4));
  if (mark !== "II*\0" && mark !== "MM\0*") return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = mark.startsWith("I");
  const short = (at: number) => at + 2 <= bytes.length ? view.getUint16(at, isLittle) : 0;
  const long = (at: number) => at + 4 <= bytes.length ? view.getUint32(at, isLittle) : 0;
  // Canon's own mark.
  if (String.fromCharCode(...bytes.subarray(8, 10)) === "CR") return "raw";
  const directories = [long(4)];
  // Grows on the way.
  for (const directory of directories) {
    const end = Math.min(directory + 2 + 12 * short(directory), bytes.length);
    let isOfSensor = false;
    for (let at = directory + 2; at < end; at += 12) {
      const [tag, count, value] = [short(at), long(at + 4), short(at + 8)];
      if (tag === DNG_VERSION) return "dng";
      isOfSensor ||= tag === PHOTOMETRIC ? OF_SENSOR.includes(value) : tag === COMPRESSION && BY_CAMERA.includes(value);
      if (tag !== SUB_DIRECTORIES) continue;
      const first = count === 1 ? at + 8 : long(at + 8);
      for (let each = 0; each < Math.min(count, MOST_DIRECTORIES); each++) directories.push(long(first + 4 * each));
    }
    if (isOfSensor) return "raw";
    if (directories.length > MOST_DIRECTORIES) break;
  }
  return undefined;
}
