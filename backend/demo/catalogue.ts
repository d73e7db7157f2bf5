import { join } from "node:path";
import type { Genre } from "../contract/catalogue.ts";
import type { SocialField } from "../contract/social_links.ts";

/** An artist of the demo world and their songs. */
export interface DemoArtist {
  readonly slug: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly artistName: string;
  readonly city: string;
  readonly bio: string;
  /** Invented, like the artists. */
  readonly links: Partial<Record<SocialField, string>>;
  /** Whether everyone may see their email and phone. */
  readonly isContactPublic?: boolean;
  /** Whether everyone may see their full name. */
  readonly isNamePublic?: boolean;
  readonly genre: Genre;
  readonly songs: readonly DemoSong[];
}

export interface DemoSong {
  /** Unique among all songs: its files have this name. */
  readonly slug: string;
  readonly title: string;
  readonly durationMs: number;
  readonly album?: string;
  /** Days before the demo world's today. */
  readonly releasedDaysAgo: number;
  /** Most artists let listeners keep their music; some songs show what it looks like when they do not. */
  readonly downloadable?: false;
}

/** Invented people and songs: none of them exists. */
export const DEMO_ARTISTS: readonly DemoArtist[] = [
  {
    slug: "aduke-bright",
    firstName: "Àdùkẹ́",
    lastName: "Ọlátúnjí",
    artistName: "Àdùkẹ́ Bright",
    city: "Lagos",
    bio:
      "Sings in Yoruba and Pidgin about small joys. Her first song was recorded on a phone, in a parked danfo, between two showers of rain. Since then she has sung at weddings in Mushin, on rooftops in Yaba and once, by mistake, at a bank's annual meeting, where they asked her back. She writes before dawn, while her street is still quiet.",
    links: { instagramHandle: "orin_demo_aduke", twitterHandle: "orin_demo_aduke", facebookProfile: "orin.demo.aduke" },
    isContactPublic: true,
    isNamePublic: true,
    genre: "afrobeat",
    songs: [
      { slug: "ojo-ayo", title: "Ọjọ́ Ayọ̀", durationMs: 55_878, album: "Sunlight Balance", releasedDaysAgo: 59 },
      { slug: "danfo-love", title: "Danfo Love", durationMs: 52_769, album: "Sunlight Balance", releasedDaysAgo: 59 },
      { slug: "ife-gidi", title: "Ìfẹ́ Gidi", durationMs: 60_318, album: "Sunlight Balance", releasedDaysAgo: 59 },
      { slug: "no-shaking", title: "No Shaking", durationMs: 47_149, releasedDaysAgo: 3 },
    ],
  },
  {
    slug: "arogundade-big-band",
    firstName: "Kúnlé",
    lastName: "Arógundádé",
    artistName: "Arógundádé Big Band",
    city: "Abẹ́òkúta",
    bio:
      "Eleven players, one groove. Kúnlé Arógundádé writes the horn lines on the backs of bus tickets. The band rehearses in a school hall in Abẹ́òkúta, and the caretaker has the last word on the tempo. Book us for anything that has a dance floor, or room for one.",
    links: { facebookProfile: "orin.demo.arogundade", instagramHandle: "orin_demo_bigband" },
    isContactPublic: true,
    isNamePublic: true,
    genre: "afrobeat",
    songs: [
      {
        slug: "olumo-stand-up",
        title: "Olúmọ Stand Up",
        durationMs: 104_222,
        album: "Ground Floor Parliament",
        releasedDaysAgo: 74,
      },
      {
        slug: "traffic-na-teacher",
        title: "Traffic Na Teacher",
        durationMs: 61_469,
        album: "Ground Floor Parliament",
        releasedDaysAgo: 74,
      },
      { slug: "eko-o-ni-baje", title: "Èkó Ò Ní Bàjẹ́", durationMs: 79_288, releasedDaysAgo: 12 },
    ],
  },
  {
    slug: "zee-danjuma",
    firstName: "Zainab",
    lastName: "Ɗanjuma",
    artistName: "Zee Ɗanjuma",
    city: "Kaduna",
    bio:
      "Producer and night owl. Puts the log drum under melodies her grandmother hummed, and finishes most of them between the last call to prayer and the first. Trained as an engineer, which explains the spreadsheets. Her sets start slow and end with the lights on.",
    links: { instagramHandle: "orin_demo_zee", twitterHandle: "orin_demo_zee" },
    genre: "amapiano",
    songs: [
      { slug: "hasken-wata", title: "Hasken Wata", durationMs: 63_053, album: "Night Shift", releasedDaysAgo: 41 },
      { slug: "daren-kaduna", title: "Daren Kaduna", durationMs: 66_865, album: "Night Shift", releasedDaysAgo: 41 },
      { slug: "log-drum-prayer", title: "Log Drum Prayer", durationMs: 38_757, releasedDaysAgo: 6 },
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
    links: { facebookProfile: "orin.demo.palmwinenine" },
    isContactPublic: true,
    isNamePublic: true,
    genre: "highlife",
    songs: [
      { slug: "ututu-oma", title: "Ụtụtụ Ọma", durationMs: 54_174, album: "Ụtụtụ Ọma", releasedDaysAgo: 95 },
      { slug: "egwu-onwa", title: "Egwu Ọnwa", durationMs: 60_378, album: "Ụtụtụ Ọma", releasedDaysAgo: 95 },
      { slug: "nwanne-m", title: "Nwanne M", durationMs: 49_103, album: "Ụtụtụ Ọma", releasedDaysAgo: 95 },
      {
        slug: "coal-city-sunday",
        title: "Coal City Sunday",
        durationMs: 45_636,
        releasedDaysAgo: 9,
        downloadable: false,
      },
    ],
  },
  {
    slug: "grace-ekpenyong",
    firstName: "Grace",
    lastName: "Ekpenyong",
    artistName: "Grace Ekpenyong & the Morning Choir",
    city: "Calabar",
    bio:
      "Leads a choir of forty that rehearses before work. Sings in Efik, English and Pidgin. The Morning Choir began with nine neighbours in a compound in Calabar and still meets there, at five, with tea. Half of what they earn buys schoolbooks for the children of its singers.",
    links: { facebookProfile: "orin.demo.morningchoir", linkedinProfile: "orin-demo-morning-choir" },
    isContactPublic: true,
    isNamePublic: true,
    genre: "gospel",
    songs: [
      {
        slug: "morning-mercies",
        title: "Morning Mercies",
        durationMs: 59_143,
        album: "Morning Mercies",
        releasedDaysAgo: 58,
        downloadable: false,
      },
      {
        slug: "na-you-do-am",
        title: "Na You Do Am",
        durationMs: 51_180,
        album: "Morning Mercies",
        releasedDaysAgo: 58,
      },
      {
        slug: "sosongo-abasi",
        title: "Sọsọñọ Abasi",
        durationMs: 55_333,
        album: "Morning Mercies",
        releasedDaysAgo: 58,
      },
      { slug: "carry-me-go", title: "Carry Me Go", durationMs: 40_824, releasedDaysAgo: 15 },
    ],
  },
  {
    slug: "tega-waffi",
    firstName: "Oghenetega",
    lastName: "Emuobo",
    artistName: "Tega Waffi",
    city: "Warri",
    bio: "Raps in Pidgin over loops made when there is light. Every beat is finished before the generator is.",
    links: { twitterHandle: "orin_demo_tega", instagramHandle: "orin_demo_tega" },
    genre: "hip-hop",
    songs: [
      {
        slug: "wetin-man-go-do",
        title: "Wetin Man Go Do",
        durationMs: 53_429,
        album: "Generator Music",
        releasedDaysAgo: 33,
      },
      {
        slug: "bring-back-light",
        title: "Bring Back Light",
        durationMs: 48_897,
        album: "Generator Music",
        releasedDaysAgo: 33,
      },
      { slug: "ekpan-junction", title: "Ekpan Junction", durationMs: 36_667, releasedDaysAgo: 1 },
    ],
  },
  {
    slug: "sadiq-garba",
    firstName: "Sadiq",
    lastName: "Garba",
    artistName: "Sadiq G",
    city: "Kano",
    bio: "From Kano, in Hausa, for everyone on the night bus south.",
    links: { twitterHandle: "orin_demo_sadiq" },
    isContactPublic: true,
    isNamePublic: true,
    genre: "hip-hop",
    songs: [
      { slug: "kano-zuwa-lagos", title: "Kano Zuwa Lagos", durationMs: 50_345, releasedDaysAgo: 27 },
      { slug: "babu-tsoro", title: "Babu Tsoro", durationMs: 54_394, releasedDaysAgo: 48, downloadable: false },
      { slug: "harmattan-flow", title: "Harmattan Flow", durationMs: 34_239, releasedDaysAgo: 4 },
    ],
  },
  {
    slug: "bisi-adewumi-quartet",
    firstName: "Bísí",
    lastName: "Adéwùmí",
    artistName: "Bísí Adéwùmí Quartet",
    city: "Ìbàdàn",
    bio: "Pianist and teacher. Her quartet plays standards that are not written yet, on Thursdays, when it rains.",
    links: { linkedinProfile: "orin-demo-bisi-adewumi", facebookProfile: "orin.demo.bisiquartet" },
    genre: "jazz",
    songs: [
      {
        slug: "dugbe-after-rain",
        title: "Dùgbẹ̀ After Rain",
        durationMs: 55_953,
        album: "Seven Hills",
        releasedDaysAgo: 110,
      },
      { slug: "irole", title: "Ìrọ̀lẹ́", durationMs: 91_072, album: "Seven Hills", releasedDaysAgo: 110 },
      {
        slug: "thursday-standard",
        title: "Thursday Standard",
        durationMs: 53_724,
        album: "Seven Hills",
        releasedDaysAgo: 110,
      },
    ],
  },
];

/** The song's recording: AAC at 96 kbit/s, as loud as every rendition. */
export function songFile(song: DemoSong): string {
  return join(MEDIA, `${song.slug}.m4a`);
}

export function coverFile(song: DemoSong): string {
  return join(MEDIA, `${song.slug}.webp`);
}

export function portraitFile(artist: DemoArtist): string {
  return join(MEDIA, `${artist.slug}.webp`);
}

const MEDIA = join(import.meta.dirname ?? "", "media");
