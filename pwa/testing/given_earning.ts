import type { Earning } from "@contract/earning.ts";

/** Of a person whose first songs have nearly reached the day's limit. */
export const EARNING_OF_A_NEWCOMER: Earning = {
  today: { earned: 1.79, limit: 2, plays: 12, freePlaysLeft: 8, freePlayLimit: 20 },
  pool: { left: 49_000 },
  settling: 1.79,
  withdrawable: 0,
  goal: { amount: 100, left: 98.21, isFirst: true },
  level: {
    now: 0,
    next: {
      limit: 24,
      steps: [
        { text: "Prove your phone number", done: 0, of: 1 },
        { text: "Be on Orin for 7 days", done: 7, of: 7 },
        { text: "Listen for 60 minutes", done: 9, of: 60 },
        { text: "Listen on 3 days, a minute each", done: 1, of: 3 },
        { text: "Listen to 5 artists, a minute each", done: 4, of: 5 },
      ],
    },
  },
};
