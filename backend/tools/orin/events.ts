import { PERSONAL_DATA_STREAM, type PersonalDataOpened } from "../../audit/events.ts";
import { openSealed, personsIn } from "../../audit/reads.ts";
import { isoTime } from "../../contract/iso_time.ts";
import type { LogName, RecordedEvent } from "../../store/log/event.ts";
import { PersonalData } from "../../store/personal/personal_data.ts";
import { readLog, readStream } from "../../store/log/read.ts";
import type { Sql } from "../../store/sql.ts";
import { Store } from "../../store/store.ts";
import { projections } from "../../../projections/mod.ts";
import { openTool, type Tool } from "./tool.ts";

const PAGE = 1_000;
const FOLLOW_EVERY_MS = 250;

interface EventOptions {
  /** A position of a log or a version of a stream. */
  readonly from: number;
  readonly type?: string | undefined;
  readonly follow?: boolean | undefined;
  readonly personal?: boolean | undefined;
}

/**
 * `orin events`: the events of a stream or log, one a line, as JSON. Personal fields stay sealed; opening them is an
 * event of its own.
 */
export async function showEvents(subject: string, options: EventOptions): Promise<void> {
  const { from, type, follow = false, personal = false } = options;
  await using tool = await openTool();
  const source = await sourceOf(tool.sql, subject);
  for (let next = from;;) {
    const { events, end } = await source(next);
    const wanted = type === undefined ? events : events.filter((event) => event.type === type);
    print(personal ? await openPersonal(tool, subject, wanted) : wanted);
    if (end > next) next = end;
    else if (!follow) return;
    else await new Promise((resolve) => setTimeout(resolve, FOLLOW_EVERY_MS));
  }
}

/** Reads from a position or version on; `end` is where the next read begins, the same again when there is no more. */
type Source = (from: number) => Promise<{ events: RecordedEvent[]; end: number }>;

async function sourceOf(sql: Sql, subject: string): Promise<Source> {
  const logs = await sql<{ log: LogName }[]>`select log from all_logs order by log`;
  const log = logs.find((row) => row.log === subject)?.log;
  if (log !== undefined) {
    return async (from) => {
      const [head] = await sql<
        { position: number }[]
      >`select last_position as position from all_logs where log = ${log}`;
      const upTo = Math.min(head?.position ?? 0, from - 1 + PAGE);
      return { events: await readLog(sql, log, { after: from - 1, upTo }), end: Math.max(from, upTo + 1) };
    };
  }
  return async (from) => {
    const found = await Promise.all(logs.map((row) => readStream(sql, row.log, subject, { fromVersion: from })));
    const events = found.flat();
    return { events, end: (events.at(-1)?.streamVersion ?? from - 1) + 1 };
  };
}

function print(events: readonly RecordedEvent[]): void {
  for (const event of events) {
    const times = { occurredAt: isoTime(event.occurredAt), recordedAt: isoTime(event.recordedAt) };
    console.log(JSON.stringify({ ...event, ...times }));
  }
}

/** Says so in the log first, then opens. */
async function openPersonal(tool: Tool, subject: string, events: readonly RecordedEvent[]): Promise<RecordedEvent[]> {
  const keys = await new PersonalData(tool.keys).keysOf(tool.sql, personsIn(events));
  if (keys.size > 0) {
    const { ownerUrl: url, keys: ring } = tool;
    const fingerprintKey = ring.kept("fingerprints");
    await using store = new Store({ url, projections, fingerprintKey, follow: false });
    const opened: PersonalDataOpened = {
      type: "PersonalDataOpened",
      data: { lookedInto: subject, personIds: [...keys.keys()] },
    };
    await store.appendToStream("social", PERSONAL_DATA_STREAM, [opened], { metadata: { actor: "system:console" } });
  }
  return events.map((event) => ({ ...event, data: openSealed(event.data, [...keys.values()]) }));
}
