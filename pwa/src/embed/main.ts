import { streamEmbedded } from "@contract/calls/catalogue.ts";
import { requestOf } from "../lib/request_of.ts";
import type { StreamGrant } from "@contract/listening.ts";
import type { Problem } from "@contract/problem.ts";
import { browserSavesData } from "../lib/browser_saves_data.ts";
import { onNeighbour, tellNeighbours } from "./neighbours.ts";
import { EmbedPlayer } from "./player.ts";
import { refusedWords, UNREACHABLE } from "./refused_words.ts";

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
