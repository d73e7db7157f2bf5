import { newId } from "@contract/ids.ts";
import type { AskAnswer, PlayingDevices, PlayingQueue, ToldAnswer } from "@contract/playing.ts";
import type { PlayingTold } from "@contract/requests/playing.ts";
import { api } from "../lib/api.ts";
import { ApiError, failureText } from "../lib/api_error.ts";
import { isOnline, subscribeOnline } from "../lib/connection.ts";
import { getSession, subscribeSession } from "../lib/session.ts";
import { appPlayer } from "../player/app_player.ts";
import { Elsewhere, type ElsewhereParts } from "./elsewhere.ts";
import { Presence } from "./presence.ts";

const PATH = "/api/v1/playing";
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

/** Where it is said what came of a press. */
export function sayElsewhere(how: ElsewhereParts["say"]): void {
  say = how;
}

function start(): Elsewhere {
  const [player, monotonicNow] = [appPlayer(), () => performance.now()];
  const made = new Elsewhere({
    ...{ player, monotonicNow, newId },
    getDevices: () => calling<PlayingDevices>(PATH),
    getQueue: (id) => calling<PlayingQueue>(`${PATH}/${id}`),
    ask: (id, body) => calling<AskAnswer>(`${PATH}/${id}/ask`, { method: "POST", body }),
    canLook: () => isLoggedIn() && isOnline() && document.visibilityState === "visible",
    say: (text, tone) => say(text, tone),
    failureText: (error) => failureText(error, FAILURE),
  });
  const presence = new Presence({
    ...{ player, monotonicNow, newId, tellLast },
    tell: (body) => calling<ToldAnswer>(PATH, { method: "PUT", body }),
    close: async () => void await calling(PATH, { method: "DELETE" }),
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

async function calling<Answer>(path: string, options: Parameters<typeof api>[1] = {}): Promise<Answer> {
  const token = getSession()?.token;
  try {
    return await api<Answer>(path, options);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) refused = token;
    throw error;
  }
}

/** The page is gone before an answer comes. */
function tellLast(told: PlayingTold): void {
  const headers = { "content-type": "application/json", authorization: `Bearer ${getSession()?.token}` };
  fetch(PATH, { method: "PUT", keepalive: true, headers, body: JSON.stringify(told) }).catch(() => undefined);
}
