import { Check, Copy, RotateCw, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { appOutbox, useOutboxSnapshot } from "../lib/app_outbox.ts";
import { isOnline } from "../lib/connection.ts";
import { formatDateTime, formatDuration, plural } from "../lib/format.ts";
import type { OutboxSnapshot } from "../outbox/snapshot.ts";
import { Button } from "../ui/Button.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { announce } from "../ui/live_region.ts";

/** `/test`: how the app is on this device, for people and for those who help them. */
export function Diagnostics() {
  const { found, look } = useFindings();
  const outbox = useOutboxSnapshot();
  const groups = found && { ...found, "Waiting plays and changes": outboxFindings(outbox) };
  return (
    <div className="mx-auto max-w-3xl px-5 py-8 sm:px-10 sm:py-12">
      <Link to="/" className="text-sm font-semibold text-ink-soft underline-offset-4 hover:underline">
        Back to Orin
      </Link>
      <h1 className="mt-4 text-3xl">Diagnostics</h1>
      <p className="mt-2 text-ink-soft">How Orin is doing on this device. Orin does not send this anywhere.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button icon={<RotateCw size={18} />} busy={!found} onClick={look}>Check again</Button>
        {groups && <CopyReport groups={groups} />}
        {(outbox?.waiting ?? 0) + (outbox?.writes.length ?? 0) > 0 && (
          <Button
            variant="quiet"
            onClick={() => void appOutbox().then((open) => open.nudge())}
          >
            Send now
          </Button>
        )}
      </div>
      {!groups && (
        <div className="mt-8">
          <Skeleton shape="text" count={8} label="Checking..." />
        </div>
      )}
      {groups &&
        Object.entries(groups).map(([title, findings]) => <Group key={title} title={title} findings={findings} />)}
    </div>
  );
}

function useFindings() {
  const [found, setFound] = useState<Record<string, Finding[]>>();
  const look = () => {
    setFound(undefined);
    void inspect().then(setFound);
  };
  useEffect(() => {
    void appOutbox().catch(() => undefined);
    void inspect().then(setFound);
  }, []);
  return { found, look };
}

function Group({ title, findings }: { title: string; findings: readonly Finding[] }) {
  return (
    <section className="mt-8">
      <h2 className="mb-2 text-lg">{title}</h2>
      <dl className="divide-y divide-line rounded-xl border border-line bg-surface">
        {findings.map(({ name, value, isBad }) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-3 text-sm">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="flex min-w-0 items-center gap-2 font-medium wrap-anywhere">
              {isBad && (
                <TriangleAlert aria-label="Needs attention" role="img" size={16} className="shrink-0 text-danger" />
              )}
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function CopyReport({ groups }: { groups: Readonly<Record<string, readonly Finding[]>> }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const lines = Object.entries(groups).flatMap(([title, findings]) => [
      `# ${title}`,
      ...findings.map(({ name, value }) => `${name}: ${value}`),
    ]);
    await navigator.clipboard?.writeText(lines.join("\n"));
    setCopied(true);
    announce("Report copied");
  };
  return (
    <Button
      variant="quiet"
      icon={isCopied ? <Check size={18} /> : <Copy size={18} />}
      onClick={() => void copy().catch(() => undefined)}
    >
      {isCopied ? "Report copied" : "Copy report"}
    </Button>
  );
}

/** What waits on this device, and how the last sending went. */
function outboxFindings(outbox: OutboxSnapshot | undefined): Finding[] {
  if (!outbox) return [{ name: "Outbox", value: "Not open", isBad: true }];
  const { waiting, waitingMs, blocked, dead, othersWaiting, lastFlush, clockOffsetMs, storageFailed } = outbox;
  const { writes, refusedWrites, othersWrites } = outbox;
  return [
    { name: "Waiting", value: `${plural(waiting, "play")}, ${formatDuration(waitingMs / 1_000)} of listening` },
    { name: "Waiting for you to log in", value: String(blocked), isBad: blocked > 0 },
    { name: "Other people's plays waiting", value: String(othersWaiting) },
    { name: "Refused", value: String(dead.length), isBad: dead.length > 0 },
    { name: "Changes waiting", value: String(writes.length) },
    { name: "Other people's changes waiting", value: String(othersWrites) },
    { name: "Changes refused", value: String(refusedWrites.length), isBad: refusedWrites.length > 0 },
    { name: "Last sent", value: lastFlush ? formatDateTime(lastFlush.at) : "Not since you opened this page" },
    { name: "Clock", value: clockText(clockOffsetMs) },
    { name: "Storage works", value: storageFailed ? "No" : "Yes", isBad: storageFailed },
  ];
}

function clockText(offsetMs: number | undefined): string {
  if (offsetMs === undefined) return "Not checked yet";
  const seconds = Math.round(Math.abs(offsetMs) / 1_000);
  return seconds < 2 ? "Correct" : `${plural(seconds, "second")} ${offsetMs > 0 ? "behind" : "ahead"}`;
}

/** One line of the page: what was looked at, and what was found. */
interface Finding {
  name: string;
  value: string;
  isBad?: boolean;
}

const SLOW_MS = 8_000;

/** What the app, the worker, the storage and the network are like now. Nothing leaves the device but one `/healthz`. */
async function inspect(): Promise<Record<string, Finding[]>> {
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
