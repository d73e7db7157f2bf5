export interface HouseAd {
  id: string;
  /** 728 × 90, 336 × 280, or whatever room there is. */
  format: "banner" | "square" | "responsive";
  title: string;
  text: string;
  /** A path of this site. */
  href: string;
  call: string;
}

/** One ad after so many tracks. */
export const ADS_EVERY = 8;

/** Orin's own ads, in display order. */
export const HOUSE_ADS: readonly HouseAd[] = [
  {
    id: "premium",
    format: "banner",
    title: "Hear it without ads",
    text: "Premium: no ads, 160 kbit/s, your music offline.",
    href: "/subscriptions",
    call: "See Premium",
  },
  {
    id: "creators",
    format: "square",
    title: "Your song could be here",
    text: "Upload your music, reach listeners and earn from every play.",
    href: "/signup",
    call: "Become a creator",
  },
  {
    id: "earning",
    format: "responsive",
    title: "Your minutes are money",
    text: "See how you earn tokens and send them to your bank.",
    href: "/policy",
    call: "How it works",
  },
];
