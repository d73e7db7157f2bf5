import { createStore } from "../lib/store.ts";

/** Chromium's event that lets a page offer its installation. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<void>;
}

type InstallOffer = { kind: "prompt"; install(): void } | { kind: "ios" };

/** What can be offered now; null when installed, dismissed lately, or on the first visit. */
export const installOffer = createStore<InstallOffer | null>(null);

const VISITS_KEY = "orin.visits";
const DISMISSED_KEY = "orin.install-dismissed";
const REST_MS = 30 * 24 * 3_600_000;

/** Counts the visit and waits for the browser's offer. Call once at start. */
export function watchInstall(): void {
  const isSecondVisit = countVisit() > 1;
  if (!isSecondVisit || isInstalled() || isResting()) return;
  if (isIos()) installOffer.set({ kind: "ios" });
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    const install = () => void (event as BeforeInstallPromptEvent).prompt().then(() => installOffer.set(null));
    installOffer.set({ kind: "prompt", install });
  });
  addEventListener("appinstalled", () => installOffer.set(null));
}

/** Not now: asks again in thirty days at the earliest. */
export function dismissInstall(): void {
  localStorage.setItem(DISMISSED_KEY, String(Date.now()));
  installOffer.set(null);
}

function countVisit(): number {
  const before = Number(localStorage.getItem(VISITS_KEY)) || 0;
  if (sessionStorage.getItem(VISITS_KEY)) return before;
  sessionStorage.setItem(VISITS_KEY, "counted");
  localStorage.setItem(VISITS_KEY, String(before + 1));
  return before + 1;
}

/** Whether this is the installed app, not a tab. */
export function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}

function isResting(): boolean {
  return Date.now() - Number(localStorage.getItem(DISMISSED_KEY)) < REST_MS;
}

/** iPads call themselves Macs, but no Mac has a touch screen. */
function isIos(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}
