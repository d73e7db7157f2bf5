import { isOnline } from "../lib/connection.ts";

/** One line of the page: what was looked at, and what was found. */
export interface Finding {
  name: string;
  value: string;
  isBad?: boolean;
}

const SLOW_MS = 8_000;

/** What the app, the worker, the storage and the network are like now. Nothing leaves the device but one `/healthz`. */
export async function inspect(): Promise<Record<string, Finding[]>> {
  const [service, worker, storage] = await Promise.all([inspectService(), inspectWorker(), inspectStorage()]);
  return {
    Versions: [
      { name: "App", value: __BUILD_ID__ },
      { name: "Browser", value: navigator.userAgent },
    ],
    Connection: [{ name: "State", value: isOnline() ? "Online" : "Offline", isBad: !isOnline() }, ...service],
    Worker: worker,
    Storage: storage,
  };
}

async function inspectService(): Promise<Finding[]> {
  const started = performance.now();
  try {
    const { ok, status } = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(SLOW_MS) });
    const tookMs = Math.round(performance.now() - started);
    return [{ name: "Service", value: `Answered ${status} after ${tookMs} ms`, isBad: !ok }];
  } catch {
    return [{ name: "Service", value: "No answer", isBad: true }];
  }
}

async function inspectWorker(): Promise<Finding[]> {
  if (!("serviceWorker" in navigator)) return [{ name: "Worker", value: "Not supported here", isBad: true }];
  const registration = await navigator.serviceWorker.getRegistration();
  const state = registration?.active?.state ?? "none";
  return [
    { name: "Worker", value: state, isBad: !registration?.active },
    { name: "Controls this page", value: yesNo(navigator.serviceWorker.controller !== null) },
    { name: "Update ready", value: yesNo(registration?.waiting !== undefined && registration.waiting !== null) },
    ...await inspectCaches(),
  ];
}

async function inspectCaches(): Promise<Finding[]> {
  if (!("caches" in globalThis)) return [];
  const names = await caches.keys();
  return await Promise.all(names.map(async (name) => {
    const entries = await (await caches.open(name)).keys();
    return { name: `Cache ${name.replace(/https?:\/\/.*$/, "").replace(/-$/, "")}`, value: `${entries.length} files` };
  }));
}

async function inspectStorage(): Promise<Finding[]> {
  if (!navigator.storage?.estimate) return [{ name: "Storage", value: "This browser does not say" }];
  const { usage = 0, quota = 0 } = await navigator.storage.estimate();
  const isKept = await navigator.storage.persisted?.() ?? false;
  const databases = await indexedDB.databases?.() ?? [];
  return [
    { name: "Used", value: `${megabytes(usage)} of ${megabytes(quota)}`, isBad: quota > 0 && usage / quota > 0.9 },
    { name: "Protected from clearing", value: yesNo(isKept) },
    { name: "Databases", value: databases.map(({ name }) => name).join(", ") || "none" },
  ];
}

function yesNo(is: boolean): string {
  return is ? "Yes" : "No";
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString("en-NG", { maximumFractionDigits: 1 })} MB`;
}
