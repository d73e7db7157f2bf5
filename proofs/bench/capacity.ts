import { tableOf } from "../parts/table.ts";
import type { PlayBytes } from "./bytes.ts";

/** What we suppose of listeners. */
const PLAYS_A_DAY = 20;
const REPORTS_A_PLAY = 1.2;
const PEAK = 4;
/** Processor time of a credited play, µs: `deno task proofs bench --profile`, the command with 64 producers, 2026-11-23. */
const DATABASE_US = 235;
const SERVICE_US = 230;
/** More than one play: HTTP around it, as the same profile tells of single reports. */
const HTTP_US = 250;

const DAY_S = 86_400;
const LISTENERS = [1_000_000, 10_000_000, 100_000_000];

/** `docs/capacity.md`: what an installation needs by its daily listeners, from the bytes that a play leaves. */
export function capacityText({ plays, tables, wal, archived }: PlayBytes): string {
  const stay = tables.filter(({ days }) => days === undefined).reduce((sum, one) => sum + one.heap + one.indexes, 0);
  const rows: [string, (listeners: number) => string][] = [
    ["Plays a second, mean / at the peak", (n) => `${round(perSecond(n))} / ${round(perSecond(n) * PEAK)}`],
    [
      "Events a second at the peak",
      (n) => round(perSecond(n) * PEAK * (REPORTS_A_PLAY + 1)),
    ],
    ["Cores of the database at the peak", (n) => round(perSecond(n) * PEAK * REPORTS_A_PLAY * DATABASE_US / 1e6)],
    [
      "Cores of the service at the peak",
      (n) => round(perSecond(n) * PEAK * REPORTS_A_PLAY * (SERVICE_US + HTTP_US) / 1e6),
    ],
    ["Disk for what goes again", (n) => bytes(n * PLAYS_A_DAY * keptFor(tables))],
    ["Disk a year for what stays", (n) => bytes(n * PLAYS_A_DAY * 365 * stay)],
    ["Write-ahead log a day", (n) => bytes(n * PLAYS_A_DAY * wal)],
  ];
  return [
    "# What an installation needs",
    "",
    "`deno task proofs bench --capacity` writes this file. It measures the bytes that credited plays leave " +
    `(${
      plays.toLocaleString("en")
    } of them, through the real command), and supposes ${PLAYS_A_DAY} plays a listener and day, ` +
    `${REPORTS_A_PLAY} reports a play, a peak of ${PEAK} times the mean, and the processor time of \`deno task proofs bench --profile\` ` +
    `(${DATABASE_US} µs of the database, ${
      SERVICE_US + HTTP_US
    } µs of the service a report). Without sound, pictures, standbys and backups.`,
    "",
    tableOf(
      ["Daily listeners", ...LISTENERS.map((n) => n.toLocaleString("en"))],
      rows.map(([name, of]) => [name, ...LISTENERS.map(of)]),
    ),
    "",
    "One machine of 16 cores carries the first column. The second wants several shards and several servers for them " +
    "(`docs/operating/scale.md`). A play leaves:",
    "",
    tableOf(
      ["Table", "Bytes", "Days"],
      tables.map(({ table, heap, indexes, days }) => [table, round(heap + indexes), String(days ?? "all")]),
    ),
    "",
    "An event that has left for the archive (`docs/operating/restore.md`, Archive) takes " +
    `${Object.entries(archived).map(([log, each]) => `${Math.round(each)} bytes in \`${log}\``).join(" and ")}.`,
    "",
  ].join("\n");
}

function perSecond(listeners: number): number {
  return listeners * PLAYS_A_DAY / DAY_S;
}

/** Bytes of a day's plays times the days that they stay. */
function keptFor(tables: PlayBytes["tables"]): number {
  return tables.reduce((sum, { heap, indexes, days = 0 }) => sum + (heap + indexes) * days, 0);
}

function round(value: number): string {
  return (value < 10 ? Math.ceil(value * 10) / 10 : Math.round(value)).toLocaleString("en");
}

function bytes(value: number): string {
  return value >= 1e15
    ? `${round(value / 1e15)} PB`
    : value >= 1e12
    ? `${round(value / 1e12)} TB`
    : `${round(value / 1e9)} GB`;
}
