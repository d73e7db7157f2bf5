import { as, callsOf } from "./call.ts";
import {
  SplitAnswerRequest,
  SplitArtistsQuery,
  SplitDisputeRequest,
  SplitOfferRequest,
  SplitRequest,
  SplitSettleRequest,
} from "../requests/splits.ts";
import type { OwnShares, SplitArtists, SplitDisputeList, SplitInvitation, TrackSplit } from "../splits.ts";

const playlist = callsOf("Playlists and hearts");
const payouts = callsOf("Back office: payouts and books");

export const findSplitArtists = playlist("GET /api/v1/split-artists", {
  does: "Artists of a name, to share a song with",
  who: "creator",
  query: SplitArtistsQuery,
  answers: as<SplitArtists>(),
  shows: ["sharedIncome"],
});

export const getSplit = playlist("GET /api/v1/tracks/:trackId/split", {
  does: "Who shares what a song of yours earns",
  who: "creator",
  answers: as<TrackSplit>(),
  shows: ["sharedIncome"],
});

export const proposeSplit = playlist("PUT /api/v1/tracks/:trackId/split", {
  does: "Ask people to share what a song of yours earns",
  who: "creator",
  body: SplitRequest,
  answers: as<TrackSplit>(),
});

export const withdrawSplit = playlist("DELETE /api/v1/tracks/:trackId/split/proposals/:proposalId", {
  does: "Withdraw shares that are not accepted yet",
  who: "creator",
  answers: as<TrackSplit>(),
});

export const getSplitInvitation = playlist("GET /api/v1/split-invitations/:token", {
  does: "What a link asks about a song's income",
  who: "anyone",
  answers: as<SplitInvitation>(),
  shows: ["shareLink"],
});

export const answerSplitInvitation = playlist("POST /api/v1/split-invitations/:token", {
  does: "Accept or decline a share of a song",
  who: "user",
  body: SplitAnswerRequest,
  answers: as<SplitInvitation>(),
});

export const listShares = playlist("GET /api/v1/shares", {
  does: "Your shares of others' songs, and what they brought",
  who: "creator",
  answers: as<OwnShares>(),
  shows: ["sharedIncome"],
});

export const leaveShare = playlist("DELETE /api/v1/shares/:trackId", {
  does: "Give up your share of a song",
  who: "creator",
  answers: as<OwnShares>(),
});

export const disputeSplit = playlist("POST /api/v1/tracks/:trackId/split/disputes", {
  does: "Have a disputed share held aside",
  who: "creator",
  body: SplitDisputeRequest,
});

export const offerSplitSettlement = playlist("POST /api/v1/split-disputes/:id/offers", {
  does: "Say how what is held should be divided",
  who: "creator",
  body: SplitOfferRequest,
});

export const listSplitDisputes = payouts("GET /api/v1/admin/split-disputes", {
  does: "Disputed shares of songs",
  who: "admin",
  roles: ["catalogue", "finance", "support", "auditor"],
  answers: as<SplitDisputeList>(),
  shows: ["disputedShare"],
});

export const settleSplitDispute = payouts("POST /api/v1/admin/split-disputes/:id/settle", {
  does: "Propose how a disputed share is settled",
  who: "admin",
  roles: ["catalogue", "finance"],
  body: SplitSettleRequest,
  answers: as<SplitDisputeList>(),
});
