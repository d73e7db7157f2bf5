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

/** Orin's own ads, in the order in which the list shows them. */
export const HOUSE_ADS: readonly HouseAd[] = [
  {
    id: "premium",
    format: "banner",
    title: "Hear it without ads",
    text: "Premium plays on, in 160 kbit/s, and comes along offline.",
    href: "/subscriptions",
    call: "See Premium",
  },
  {
    id: "creators",
    format: "square",
    title: "Your song could stand here",
    text: "Upload your music, be heard, and earn from every listener.",
    href: "/signup",
    call: "Become a creator",
  },
  {
    id: "earning",
    format: "responsive",
    title: "Your minutes are money",
    text: "See how tokens are counted, and how they reach your bank.",
    href: "/policy",
    call: "How it works",
  },
];
