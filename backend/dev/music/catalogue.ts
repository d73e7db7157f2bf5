import { durationOf, type StyleName } from "./composer.ts";

export type DemoGenre = "afrobeat" | "amapiano" | "highlife" | "gospel" | "hip-hop" | "jazz";

export interface DemoTrack {
  slug: string;
  title: string;
  genre: DemoGenre;
  album?: string;
  /** Days before the demo world's today. */
  releasedDaysAgo: number;
  durationMs: number;
  seed: number;
  style: StyleName;
  /** What the composer was asked for; `durationMs` is what it made of it. */
  seconds: number;
}

export interface DemoCreator {
  slug: string;
  firstName: string;
  lastName: string;
  artistName: string;
  city: string;
  bio: string;
  genre: DemoGenre;
  /** For `drawPortrait`. */
  portraitSeed: number;
  tracks: DemoTrack[];
}

/** The invented artists of the demo world and their songs. None of these people exists. */
export function demoCatalogue(): DemoCreator[] {
  return CREATORS.map(({ songs, ...creator }) => ({
    ...creator,
    tracks: songs.map(([slug, title, details]) => ({
      slug: `${creator.slug}-${slug}`,
      title,
      genre: creator.genre,
      ...details,
      durationMs: Math.round(durationOf(details) * 1000),
    })),
  }));
}

type Details = Omit<DemoTrack, "slug" | "title" | "genre" | "durationMs">;
type Song = [slug: string, title: string, details: Details];

const CREATORS: (Omit<DemoCreator, "tracks"> & { songs: Song[] })[] = [
  {
    slug: "aduke-bright",
    firstName: "Àdùkẹ́",
    lastName: "Ọlátúnjí",
    artistName: "Àdùkẹ́ Bright",
    city: "Lagos",
    bio: "Sings in Yoruba and Pidgin about small joys. Her first song was recorded on a phone, in a parked danfo.",
    genre: "afrobeat",
    portraitSeed: 11,
    songs: [
      ["ojo-ayo", "Ọjọ́ Ayọ̀", {
        style: "afropop",
        seed: 641,
        seconds: 56,
        album: "Sunlight Balance",
        releasedDaysAgo: 19,
      }],
      ["danfo-love", "Danfo Love", {
        style: "afropop",
        seed: 229,
        seconds: 52,
        album: "Sunlight Balance",
        releasedDaysAgo: 19,
      }],
      ["ife-gidi", "Ìfẹ́ Gidi", {
        style: "afropop",
        seed: 194,
        seconds: 60,
        album: "Sunlight Balance",
        releasedDaysAgo: 19,
      }],
      ["no-shaking", "No Shaking", { style: "afropop", seed: 630, seconds: 48, releasedDaysAgo: 3 }],
    ],
  },
  {
    slug: "arogundade-big-band",
    firstName: "Kúnlé",
    lastName: "Arógundádé",
    artistName: "Arógundádé Big Band",
    city: "Abẹ́òkúta",
    bio: "Eleven players, one groove. Kúnlé Arógundádé writes the horn lines on the backs of bus tickets.",
    genre: "afrobeat",
    portraitSeed: 12,
    songs: [
      ["olumo-stand-up", "Olúmọ Stand Up", {
        style: "afrobeat",
        seed: 403,
        seconds: 104,
        album: "Ground Floor Parliament",
        releasedDaysAgo: 74,
      }],
      ["traffic-na-teacher", "Traffic Na Teacher", {
        style: "afrobeat",
        seed: 483,
        seconds: 62,
        album: "Ground Floor Parliament",
        releasedDaysAgo: 74,
      }],
      ["eko-o-ni-baje", "Èkó Ò Ní Bàjẹ́", { style: "afrobeat", seed: 504, seconds: 80, releasedDaysAgo: 12 }],
    ],
  },
  {
    slug: "zee-danjuma",
    firstName: "Zainab",
    lastName: "Ɗanjuma",
    artistName: "Zee Ɗanjuma",
    city: "Kaduna",
    bio: "Producer and night owl. Puts the log drum under melodies her grandmother hummed.",
    genre: "amapiano",
    portraitSeed: 13,
    songs: [
      ["hasken-wata", "Hasken Wata", {
        style: "amapiano",
        seed: 525,
        seconds: 62,
        album: "Night Shift",
        releasedDaysAgo: 41,
      }],
      ["daren-kaduna", "Daren Kaduna", {
        style: "amapiano",
        seed: 375,
        seconds: 66,
        album: "Night Shift",
        releasedDaysAgo: 41,
      }],
      ["log-drum-prayer", "Log Drum Prayer", { style: "amapiano", seed: 670, seconds: 38, releasedDaysAgo: 6 }],
    ],
  },
  {
    slug: "obiora-palm-wine-nine",
    firstName: "Ọbịọra",
    lastName: "Nwachukwu",
    artistName: "Ọbịọra & the Palm-Wine Nine",
    city: "Enugu",
    bio:
      "Third generation on guitar. Plays the highlife of Coal City weddings, with two guitars that finish each other's sentences.",
    genre: "highlife",
    portraitSeed: 14,
    songs: [
      ["ututu-oma", "Ụtụtụ Ọma", {
        style: "highlife",
        seed: 274,
        seconds: 54,
        album: "Ụtụtụ Ọma",
        releasedDaysAgo: 95,
      }],
      ["egwu-onwa", "Egwu Ọnwa", {
        style: "highlife",
        seed: 339,
        seconds: 60,
        album: "Ụtụtụ Ọma",
        releasedDaysAgo: 95,
      }],
      ["nwanne-m", "Nwanne M", { style: "highlife", seed: 318, seconds: 50, album: "Ụtụtụ Ọma", releasedDaysAgo: 95 }],
      ["coal-city-sunday", "Coal City Sunday", { style: "highlife", seed: 368, seconds: 46, releasedDaysAgo: 9 }],
    ],
  },
  {
    slug: "grace-ekpenyong",
    firstName: "Grace",
    lastName: "Ekpenyong",
    artistName: "Grace Ekpenyong & the Morning Choir",
    city: "Calabar",
    bio: "Leads a choir of forty that rehearses before work. Sings in Efik, English and Pidgin.",
    genre: "gospel",
    portraitSeed: 15,
    songs: [
      ["morning-mercies", "Morning Mercies", {
        style: "gospel",
        seed: 240,
        seconds: 60,
        album: "Morning Mercies",
        releasedDaysAgo: 58,
      }],
      ["na-you-do-am", "Na You Do Am", {
        style: "praise",
        seed: 150,
        seconds: 52,
        album: "Morning Mercies",
        releasedDaysAgo: 58,
      }],
      ["sosongo-abasi", "Sọsọñọ Abasi", {
        style: "praise",
        seed: 222,
        seconds: 56,
        album: "Morning Mercies",
        releasedDaysAgo: 58,
      }],
      ["carry-me-go", "Carry Me Go", { style: "gospel", seed: 182, seconds: 40, releasedDaysAgo: 15 }],
    ],
  },
  {
    slug: "tega-waffi",
    firstName: "Oghenetega",
    lastName: "Emuobo",
    artistName: "Tega Waffi",
    city: "Warri",
    bio: "Raps in Pidgin over loops made when there is light. Every beat is finished before the generator is.",
    genre: "hip-hop",
    portraitSeed: 16,
    songs: [
      ["wetin-man-go-do", "Wetin Man Go Do", {
        style: "boomBap",
        seed: 623,
        seconds: 54,
        album: "Generator Music",
        releasedDaysAgo: 33,
      }],
      ["bring-back-light", "Bring Back Light", {
        style: "boomBap",
        seed: 351,
        seconds: 50,
        album: "Generator Music",
        releasedDaysAgo: 33,
      }],
      ["ekpan-junction", "Ekpan Junction", { style: "boomBap", seed: 125, seconds: 36, releasedDaysAgo: 1 }],
    ],
  },
  {
    slug: "sadiq-garba",
    firstName: "Sadiq",
    lastName: "Garba",
    artistName: "Sadiq G",
    city: "Kano",
    bio: "From Kano, in Hausa, for everyone on the night bus south.",
    genre: "hip-hop",
    portraitSeed: 17,
    songs: [
      ["kano-zuwa-lagos", "Kano Zuwa Lagos", { style: "trap", seed: 271, seconds: 50, releasedDaysAgo: 27 }],
      ["babu-tsoro", "Babu Tsoro", { style: "trap", seed: 204, seconds: 54, releasedDaysAgo: 48 }],
      ["harmattan-flow", "Harmattan Flow", { style: "trap", seed: 661, seconds: 34, releasedDaysAgo: 4 }],
    ],
  },
  {
    slug: "bisi-adewumi-quartet",
    firstName: "Bísí",
    lastName: "Adéwùmí",
    artistName: "Bísí Adéwùmí Quartet",
    city: "Ìbàdàn",
    bio: "Pianist and teacher. Her quartet plays standards that are not written yet, on Thursdays, when it rains.",
    genre: "jazz",
    portraitSeed: 18,
    songs: [
      ["dugbe-after-rain", "Dùgbẹ̀ After Rain", {
        style: "swing",
        seed: 389,
        seconds: 56,
        album: "Seven Hills",
        releasedDaysAgo: 110,
      }],
      ["irole", "Ìrọ̀lẹ́", { style: "afroJazz", seed: 511, seconds: 92, album: "Seven Hills", releasedDaysAgo: 110 }],
      ["thursday-standard", "Thursday Standard", {
        style: "swing",
        seed: 209,
        seconds: 54,
        album: "Seven Hills",
        releasedDaysAgo: 110,
      }],
    ],
  },
];
