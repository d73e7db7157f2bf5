import { askPlaying, getPlaying, getPlayingOf, stopPlayingHere, tellPlaying } from "@contract/calls/listening.ts";
import { ask } from "../lib/ask.ts";
import { requestOf } from "../lib/request_of.ts";
import { newId } from "@contract/ids.ts";
import type { PlayingTold } from "@contract/requests/playing.ts";
import { ApiError, failureText } from "../lib/api_error.ts";
import { isOnline, subscribeOnline } from "../lib/connection.ts";
import { getSession, subscribeSession } from "../lib/session.ts";
import { appPlayer } from "../player/app_player.ts";
import { Elsewhere, type ElsewhereParts } from "./elsewhere.ts";
import { Presence } from "./presence.ts";

const TAKEN_OVER_MS = 6_000;
const FAILURE = "Your other device could not be reached. Please try again.";

let elsewhere: Elsewhere | undefined;
let say: ElsewhereParts["say"] = () => undefined;
/** The service refuses this token: who has to log in again is asked by what they do, not by this. */
let refused: string | undefined;

/** What the account's other devices play; the first call also begins to tell them what this one does. */
export function appElsewhere(): Elsewhere {
  return elsewhere ??= start();
}

/** Sets where to show the result of a press. */
export function sayElsewhere(how: ElsewhereParts["say"]): void {
  say = how;
}

function start(): Elsewhere {
  const [player, monotonicNow] = [appPlayer(), () => performance.now()];
  const made = new Elsewhere({
    ...{ player, monotonicNow, newId },
    getDevices: () => calling(ask(getPlaying)),
    getQueue: (id) => calling(ask(getPlayingOf, { id })),
    ask: (id, body) => calling(ask(askPlaying, { id, body })),
    canLook: () => isLoggedIn() && isOnline() && document.visibilityState === "visible",
    say: (text, tone) => say(text, tone),
    failureText: (error) => failureText(error, FAILURE),
  });
  const presence = new Presence({
    ...{ player, monotonicNow, newId, tellLast },
    tell: (body) => calling(ask(tellPlaying, { body })),
    close: async () => void await calling(ask(stopPlayingHere)),
    canTell: () => isLoggedIn() && isOnline(),
    onAnswer: ({ playsElsewhere, ask }) => {
      if (playsElsewhere) void made.look();
      // The device that took over needs a moment to begin.
      if (ask) setTimeout(() => void made.look(), TAKEN_OVER_MS);
    },
  });
  addEventListener("pagehide", presence.end);
  const look = () => void made.look();
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" ? look() : made.rest());
  subscribeOnline(() => isOnline() && look());
  let token = getSession()?.token;
  subscribeSession(() => {
    if (token === getSession()?.token) return;
    token = getSession()?.token;
    presence.forget();
    made.forget();
    look();
  });
  look();
  return made;
}

function isLoggedIn(): boolean {
  const token = getSession()?.token;
  return token !== undefined && token !== refused;
}

async function calling<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const token = getSession()?.token;
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) refused = token;
    throw error;
  }
}

/** The page is gone before an answer comes. */
function tellLast(told: PlayingTold): void {
  const headers = { "content-type": "application/json", authorization: `Bearer ${getSession()?.token}` };
  const [path, { method = "PUT" }] = requestOf(tellPlaying);
  fetch(path, { method, keepalive: true, headers, body: JSON.stringify(told) }).catch(() => undefined);
}
