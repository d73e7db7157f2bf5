import type { AskAnswer, PlayingDevices, PlayingQueue, ToldAnswer } from "../playing.ts";
import type { Policies } from "../policy_rules.ts";
import { as, callsOf } from "./call.ts";
import type { Earning } from "../earning.ts";
import type { FreePlays, PlayHistory, TrackEarnings } from "../listening.ts";
import type { ListeningDays, MonthInReview } from "../listening_days.ts";
import { PlayBatch, PlayHistoryQuery } from "../requests/listening.ts";
import { PlayingAsk, PlayingTold } from "../requests/playing.ts";
import { StatementQuery } from "../requests/statement.ts";

const listening = callsOf("Listening");

export const getEarning = listening("GET /api/v1/earning", {
  does: "What you earned today, what is left, and what comes next",
  who: "user",
  answers: as<Earning>(),
});

export const tellPlaying = listening("PUT /api/v1/playing", {
  does: "Tell your other devices what this one plays",
  who: "user",
  body: PlayingTold,
  maxBytes: 32 * 1024,
  answers: as<ToldAnswer>(),
});

export const stopPlayingHere = listening("DELETE /api/v1/playing", {
  does: "Tell them that this device plays nothing any more",
  who: "user",
});

export const getPlaying = listening("GET /api/v1/playing", {
  does: "What your devices play now",
  who: "user",
  answers: as<PlayingDevices>(),
  shows: ["artistPage"],
});

export const getPlayingOf = listening("GET /api/v1/playing/:id", {
  does: "The queue of one of your devices, to go on with",
  who: "user",
  answers: as<PlayingQueue>(),
  shows: ["artistPage"],
});

export const askPlaying = listening("POST /api/v1/playing/:id/ask", {
  does: "Ask one of your devices to pause, or to hand over",
  who: "user",
  body: PlayingAsk,
  answers: as<AskAnswer>(),
});

export const listeningDays = listening("GET /api/v1/listening-days", {
  does: "The caller's last seven days: time, earnings, days in a row and what a day brings",
  who: "user",
  answers: as<ListeningDays>(),
});

export const monthInReview = listening("GET /api/v1/month-in-review", {
  does: "The caller's month: time, songs, artists and earnings",
  who: "user",
  query: StatementQuery,
  answers: as<MonthInReview>(),
});

export const trackEarnings = listening("GET /api/v1/track-earnings/:trackId", {
  does: "What one track has earned you",
  who: "user",
  answers: as<TrackEarnings>(),
});

export const reportPlays = listening("POST /api/v1/plays", {
  does: "Report plays",
  who: "reporter",
  body: PlayBatch,
  maxBytes: 2 * 1024 * 1024,
});

export const reportPlay = listening("POST /api/v1/play/:trackId", { does: "Report one play", who: "reporter" });

export const getFreePlays = listening("GET /api/v1/free-plays", {
  does: "The free plays that are left today",
  who: "user",
  answers: as<FreePlays>(),
});

export const playHistory = listening("GET /api/v1/play-history", {
  does: "Your plays with their receipts, newest first",
  who: "user",
  query: PlayHistoryQuery,
  answers: as<PlayHistory>(),
});

export const getPolicy = listening("GET /api/v1/policy", {
  does: "The rules in force: rewards, prices and limits",
  who: "everyone",
  answers: as<Policies>(),
});
