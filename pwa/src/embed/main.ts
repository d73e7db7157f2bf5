import { minutesAndSeconds } from "@contract/duration.ts";
import type { StreamGrant } from "@contract/listening.ts";
import type { Problem } from "@contract/problem.ts";
import { refusedWords, UNREACHABLE } from "./refused_words.ts";

// The player on other sites. Its page is in a sandbox (backend/http/framed_page.ts): it has no storage, cookies or
// worker, and asks the service without a session, so that what is heard here is a visitor's play and earns nothing.

const SEEK_S: Readonly<Record<string, number>> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -15,
  PageUp: 15,
};

const main = part("embed", HTMLElement);
if (main.dataset["state"] === "ready") start();

function start(): void {
  const [play, seek, at, words] = [
    part("play", HTMLButtonElement),
    part("seek", HTMLInputElement),
    part("at", HTMLElement),
    part("words", HTMLElement),
  ];
  const { track = "", title = "", artist = "", seconds = "0", early = "" } = main.dataset;
  const length = Number(seconds);
  const audio = new Audio();
  /** Where to begin, in seconds, once there is sound to begin with. */
  let from = 0;
  let isDragging = false;
  let hasSound = false;

  const say = (text: string) => void (words.textContent = text);

  const show = () => {
    const isPlaying = !audio.paused;
    const position = Math.min(hasSound && audio.readyState > 0 ? audio.currentTime : from, length);
    main.toggleAttribute("data-playing", isPlaying);
    play.setAttribute("aria-label", `${isPlaying ? "Pause" : "Play"} ${title} by ${artist}`);
    if (isDragging) return;
    seek.value = String(Math.floor(position));
    showPosition(position);
  };

  const showPosition = (position: number) => {
    at.textContent = minutesAndSeconds(position * 1_000);
    seek.style.setProperty("--part", `${length > 0 ? 100 * position / length : 0}%`);
    seek.setAttribute("aria-valuetext", `${spoken(position)} of ${spoken(length)}`);
  };

  const goTo = (position: number) => {
    from = Math.min(Math.max(0, position), Math.max(0, length - 1));
    if (hasSound && audio.readyState > 0) audio.currentTime = from;
    show();
  };

  /** What was heard stays where it was: the next press asks for a new address. */
  const fail = (text: string) => {
    if (hasSound && audio.currentTime > 0) from = audio.currentTime;
    hasSound = false;
    audio.removeAttribute("src");
    audio.load();
    main.removeAttribute("aria-busy");
    say(text);
    show();
  };

  const begin = async () => {
    main.setAttribute("aria-busy", "true");
    say("");
    if (!hasSound) {
      const answer = await openStream(track, early);
      if (typeof answer === "string") return fail(answer);
      hasSound = true;
      audio.src = answer.streamUrl;
      audio.currentTime = from;
    }
    // A refusal of the sound itself comes as an error of the element.
    await audio.play().catch(() => undefined);
  };

  const toggle = () => {
    if (main.hasAttribute("aria-busy")) return;
    if (audio.paused) void begin();
    else audio.pause();
  };

  const busy = (is: boolean) => () => {
    if (is) main.setAttribute("aria-busy", "true");
    else main.removeAttribute("aria-busy");
    show();
  };
  for (const name of ["play", "pause", "timeupdate", "seeked"]) audio.addEventListener(name, show);
  for (const name of ["playing", "pause", "canplay"]) audio.addEventListener(name, busy(false));
  audio.addEventListener("waiting", busy(true));
  audio.addEventListener("ended", () => goTo(0));
  audio.addEventListener("error", () => {
    if (hasSound) fail(navigator.onLine ? "The sound stopped coming. Press play to go on." : UNREACHABLE.offline);
  });

  play.addEventListener("click", toggle);
  seek.addEventListener("input", () => {
    isDragging = true;
    showPosition(Number(seek.value));
  });
  seek.addEventListener("change", () => {
    isDragging = false;
    goTo(Number(seek.value));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = SEEK_S[event.key];
    const isOnControl = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
    if (step !== undefined) goTo((hasSound ? audio.currentTime : from) + step);
    else if (event.key === "k" || (event.key === " " && !isOnControl)) toggle();
    else return;
    event.preventDefault();
  });
  navigator.mediaSession?.setActionHandler("seekto", ({ seekTime }) => goTo(seekTime ?? 0));
  if (navigator.mediaSession) navigator.mediaSession.metadata = new MediaMetadata({ title, artist });
  if (early !== "") say(refusedWords("early_access", early));
  show();
}

/** A fresh address for the sound, or why there is none, in words. */
async function openStream(trackId: string, early: string): Promise<StreamGrant | string> {
  const quality = "connection" in navigator && isSaving(navigator.connection) ? "saver" : "normal";
  const address = `/api/v1/stream/${trackId}/embedded?quality=${quality}`;
  try {
    const answer = await fetch(address, { credentials: "omit", cache: "no-store" });
    if (answer.ok) return await answer.json() as StreamGrant;
    const { code, message }: Partial<Problem> = await answer.json();
    return refusedWords(code, early) || message || UNREACHABLE.service;
  } catch {
    return navigator.onLine ? UNREACHABLE.service : UNREACHABLE.offline;
  }
}

/** Not all browsers know it, and TypeScript's library does not. */
function isSaving(connection: unknown): boolean {
  return typeof connection === "object" && connection !== null && "saveData" in connection &&
    connection.saveData === true;
}

function spoken(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
  return minutes === 0 ? `${rest} seconds` : `${minutes} minutes ${rest} seconds`;
}

function part<Element extends HTMLElement>(id: string, kind: { new (): Element }): Element {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no #${id}`);
  return found;
}
