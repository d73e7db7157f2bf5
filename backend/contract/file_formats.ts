/** A kind of file that Orin takes, under each name that programs and phones give it. */
interface FileFormat {
  readonly name: string;
  /** The first is the one to rename it to. */
  readonly endings: readonly string[];
  /** The first is the one to send it as; without a leading `x-`. */
  readonly subtypes: readonly string[];
}

/** The recordings that Orin takes: checks, file pickers, the screens' lines and the refusals' words follow from it. */
export const AUDIO_FORMATS = {
  mp3: {
    name: "MP3",
    endings: ["mp3", "mpga", "mpeg", "mpg", "mp2", "mpa"],
    subtypes: ["mpeg", "mp3", "mpeg3", "mpeg-3", "mpg", "mpga", "mp2", "mpa"],
  },
  mp4: {
    name: "M4A",
    endings: ["m4a", "mp4", "m4b", "m4r", "aac", "mov", "qt", "3gp", "3ga", "3g2", "alac"],
    subtypes: [
      ...["mp4", "m4a", "m4b", "m4r", "mp4a-latm", "aac", "vnd.dlna.adts", "3gpp", "3gpp2", "quicktime", "alac"],
    ],
  },
  aac: { name: "AAC", endings: ["aac", "adts"], subtypes: ["aac", "aacp", "vnd.dlna.adts", "hx-aac-adts"] },
  wav: {
    name: "WAV",
    endings: ["wav", "wave", "bwf", "rf64", "bw64"],
    subtypes: ["wav", "wave", "vnd.wave", "pn-wav", "bwf", "rf64", "bw64"],
  },
  aiff: { name: "AIFF", endings: ["aiff", "aif", "aifc"], subtypes: ["aiff", "aifc", "aif"] },
  flac: { name: "FLAC", endings: ["flac"], subtypes: ["flac"] },
  ogg: {
    name: "Ogg",
    endings: ["ogg", "oga", "opus", "ogx", "ogv"],
    subtypes: ["ogg", "opus", "vorbis", "vorbis+ogg", "opus+ogg", "flac+ogg"],
  },
  caf: { name: "CAF", endings: ["caf"], subtypes: ["caf"] },
  webm: { name: "WebM", endings: ["webm", "weba", "mka", "mkv"], subtypes: ["webm", "matroska"] },
  wma: { name: "WMA", endings: ["wma", "asf", "wmv"], subtypes: ["ms-wma", "wma", "ms-asf", "ms-wmv"] },
} as const satisfies Record<string, FileFormat>;

export type AudioContainer = keyof typeof AUDIO_FORMATS;
export const AUDIO_CONTAINERS = keysOf(AUDIO_FORMATS);

/** The pictures that Orin takes. Each is drawn anew; of one that moves it is the first frame. */
export const PICTURE_FORMATS = {
  jpeg: { name: "JPEG", endings: ["jpg", "jpeg", "jpe", "jfif"], subtypes: ["jpeg", "jpg", "pjpeg"] },
  png: { name: "PNG", endings: ["png"], subtypes: ["png", "apng"] },
  webp: { name: "WebP", endings: ["webp"], subtypes: ["webp"] },
  gif: { name: "GIF", endings: ["gif"], subtypes: ["gif"] },
  avif: { name: "AVIF", endings: ["avif"], subtypes: ["avif"] },
  tiff: { name: "TIFF", endings: ["tif", "tiff"], subtypes: ["tiff"] },
} as const satisfies Record<string, FileFormat>;

export type PictureKind = keyof typeof PICTURE_FORMATS;

/** "MP3, M4A or FLAC": what may be uploaded, in a sentence. */
export const AUDIO_NAMES = namesOf(AUDIO_FORMATS);
export const PICTURE_NAMES = namesOf(PICTURE_FORMATS);

/** What a file picker offers: some phones know no type of an ending, and some programs no ending of a type. */
export const AUDIO_ACCEPT = acceptOf("audio", AUDIO_FORMATS);
/** Phones turn their own HEIC into JPEG where a picker does not ask for it. */
export const PICTURE_ACCEPT = acceptOf("image", PICTURE_FORMATS);

/** The last of several counts. A name without one, or with words behind its dot ("Mr. Money"), claims nothing. */
export function endingOf(filename: string): string | undefined {
  const ending = /\.([a-z0-9]{2,5})[\s.]*$/i.exec(filename)?.[1]?.toLowerCase();
  return ending !== undefined && /[a-z]/.test(ending) ? ending : undefined;
}

/** Whether a file that is named so may be a recording of ours. */
export function mayBeAudio(filename: string): boolean {
  const ending = endingOf(filename);
  const formats: readonly FileFormat[] = Object.values(AUDIO_FORMATS);
  return ending === undefined || formats.some(({ endings }) => endings.includes(ending));
}

function namesOf(formats: Readonly<Record<string, FileFormat>>): string {
  const names = Object.values(formats).map(({ name }) => name);
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

function acceptOf(major: string, formats: Readonly<Record<string, FileFormat>>): string {
  const all = Object.values(formats);
  const types = all.flatMap(({ subtypes }) =>
    subtypes.flatMap((subtype) => [`${major}/${subtype}`, `${major}/x-${subtype}`])
  );
  const endings = all.flatMap((format) => format.endings.map((ending) => `.${ending}`));
  return [...new Set([...types, ...endings])].join(",");
}

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly [Key, ...Key[]] {
  return Object.keys(record) as [Key, ...Key[]];
}
