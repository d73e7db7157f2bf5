import { streamEmbedded } from "@contract/calls/catalogue.ts";
import type { StreamGrant } from "@contract/listening.ts";
import type { Problem } from "@contract/problem.ts";
import { browserSavesData } from "../lib/browser_saves_data.ts";
import { requestOf } from "../lib/request_of.ts";
import { EmbedPlayer, refusedWords, UNREACHABLE } from "./player.ts";

// The player on other sites. Its page is in a sandbox (backend/http/framed_page.ts): it has no storage, cookies or
// worker, and asks the service without a session, so that what is heard here is a visitor's play and earns nothing.

const main = part("embed", HTMLElement);
if (main.dataset["state"] === "ready") {
  const { track = "", title = "", artist = "", seconds = "0", early = "" } = main.dataset;
  const parts = {
    main,
    play: part("play", HTMLButtonElement),
    seek: part("seek", HTMLInputElement),
    at: part("at", HTMLElement),
    words: part("words", HTMLElement),
  };
  const song = { title, artist, seconds: Number(seconds), early };
  const player = new EmbedPlayer(song, parts, {
    openStream: () => openStream(track, early),
    onSound: () => tellNeighbours(window),
  });
  onNeighbour(window, () => player.hush());
  player.start();
}

/** A fresh address for the sound, or why there is none, in words. */
async function openStream(trackId: string, early: string): Promise<StreamGrant | string> {
  const quality = browserSavesData() ? "saver" : "normal";
  const [address] = requestOf(streamEmbedded, { trackId, query: { quality } });
  try {
    const answer = await fetch(address, { credentials: "omit", cache: "no-store" });
    if (answer.ok) return await answer.json();
    const { code, message }: Partial<Problem> = await answer.json();
    return refusedWords(code, early) || message || UNREACHABLE.service;
  } catch {
    return navigator.onLine ? UNREACHABLE.service : UNREACHABLE.offline;
  }
}

function part<Part extends HTMLElement>(id: string, kind: { new (): Part }): Part {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no #${id}`);
  return found;
}

/** What a player says to the others when it is about to sound. */
const SOUNDS = "orin-embed-sounds";
/** A page with more frames is none that shows players. */
const MOST_FRAMES = 200;

/**
 * Tells the players in all other frames of the same page that this one sounds now. Frames of another site have nothing in
 * common but the page around them: no lock, no storage, no channel. So players in other tabs, and Orin itself, are not
 * told: no browser gives a framed page a way to them.
 */
function tellNeighbours(own: Window): void {
  const frames: Window[] = own.top ? [own.top] : [];
  for (let at = 0; at < frames.length && frames.length < MOST_FRAMES; at++) {
    const frame = frames[at];
    for (let child = 0; child < (frame?.length ?? 0); child++) {
      const inside = frame?.[child];
      if (inside) frames.push(inside);
    }
  }
  // Other readers learn no more than that something sounds, which they hear.
  for (const frame of frames) if (frame !== own) frame.postMessage(SOUNDS, "*");
}

/** Calls back when a player in another frame sounds. Anybody may say so: it makes this one silent, and no more. */
function onNeighbour(own: Window, hush: () => void): void {
  own.addEventListener("message", ({ data }) => {
    if (data === SOUNDS) hush();
  });
}
