import { as, callsOf } from "./call.ts";
import type { PresaveAnswer, ReleaseAnswer, ReleaseList, Upcoming } from "../releases.ts";
import { Declaration, NewRelease, ReleaseDate, ReleaseEdit, ReleaseOrder } from "../requests/releases.ts";

const music = callsOf("Music");

export const listReleases = music("GET /api/v1/releases", {
  does: "One's own releases, and who asks to name one",
  who: "team: read",
  answers: as<ReleaseList>(),
});

export const createRelease = music("POST /api/v1/releases", {
  does: "Begin a single, an EP or an album",
  who: "team: edit",
  body: NewRelease,
  answers: as<ReleaseAnswer>(),
});

export const getRelease = music("GET /api/v1/releases/:releaseId", {
  does: "One of one's own releases with its songs",
  who: "team: read",
  answers: as<ReleaseAnswer>(),
});

export const deleteRelease = music("DELETE /api/v1/releases/:releaseId", {
  does: "Discard a release that is not out, with its songs",
  who: "team: edit",
});

export const changeRelease = music("PUT /api/v1/releases/:releaseId", {
  does: "Change a release",
  who: "team: edit",
  body: ReleaseEdit,
  answers: as<ReleaseAnswer>(),
});

export const giveUpc = music("POST /api/v1/releases/:releaseId/upc", {
  does: "Give a release a UPC of the operator's own",
  who: "team: edit",
  answers: as<ReleaseAnswer>(),
});

export const setReleaseCover = music("PUT /api/v1/releases/:releaseId/cover", {
  does: "Set the artwork of a release",
  who: "team: edit",
  form: true,
  answers: as<ReleaseAnswer>(),
});

export const orderRelease = music("PUT /api/v1/releases/:releaseId/order", {
  does: "Put the songs of a release in another order",
  who: "team: edit",
  body: ReleaseOrder,
  answers: as<ReleaseAnswer>(),
});

export const declareRelease = music("PUT /api/v1/releases/:releaseId/declaration", {
  does: "Declare whose the recordings are, and which society collects",
  who: "team: manage",
  body: Declaration,
  answers: as<ReleaseAnswer>(),
});

export const setReleaseDate = music("PUT /api/v1/releases/:releaseId/date", {
  does: "Give a release its date, or another one",
  who: "team: edit",
  body: ReleaseDate,
  answers: as<ReleaseAnswer>(),
});

export const clearReleaseDate = music("DELETE /api/v1/releases/:releaseId/date", {
  does: "Take the date of a release away",
  who: "team: edit",
  answers: as<ReleaseAnswer>(),
});

export const publishRelease = music("POST /api/v1/releases/:releaseId/publish", {
  does: "Bring a release out now",
  who: "team: edit",
  answers: as<ReleaseAnswer>(),
});

export const withdrawRelease = music("POST /api/v1/releases/:releaseId/withdraw", {
  does: "Take a release back",
  who: "team: edit",
  answers: as<ReleaseAnswer>(),
});

export const getUpcoming = music("GET /api/v1/upcoming/:releaseId", {
  does: "What is known of a release before it is out",
  who: "anyone",
  answers: as<Upcoming>(),
});

export const presave = music("PUT /api/v1/upcoming/:releaseId/presave", {
  does: "Hear of a release, and find it among the liked songs once it is out",
  who: "user",
  answers: as<PresaveAnswer>(),
});

export const cancelPresave = music("DELETE /api/v1/upcoming/:releaseId/presave", {
  does: "Wait for a release no longer",
  who: "user",
  answers: as<PresaveAnswer>(),
});
