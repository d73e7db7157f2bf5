import { expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { PlayBatchAnswer } from "../../contract/listening.ts";
import { addPerson, addTrack, deliver } from "../../testing/people_fixtures.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { TEST_SECRET } from "../../testing/store.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { eventually } from "../../testing/wait.ts";
import { readTotal } from "../../ledger/accounts.ts";

const DAY_MS = 86_400_000;
const [LISTENERS, PLAYS, TRACKS] = [6, 500, 42];
/** Every play is a minute of a track on a day of its own: 20 units each. */
const EARNED_TOKENS = PLAYS * 0.2;

interface Phone {
  readonly token: string;
  readonly plays: readonly Record<string, unknown>[];
}

it("a service killed with -9 during a batch replay loses and doubles nothing", async () => {
  let now = Date.now() - 20 * DAY_MS;
  await using world = await openWorld({ now: () => now });
  const uploads = await Promise.all(
    Array.from({ length: TRACKS }, () => addTrack(world.deps, { ownerId: newId(), durationMs: 60_000 })),
  );
  const tracks = uploads.map(({ trackId }) => trackId);
  const phones = await Promise.all(Array.from({ length: LISTENERS }, () => addPhone(world, tracks)));
  now = Date.now();
  const env = { DATABASE_URL: world.test.ownerUrl, ORIN_SECRET: TEST_SECRET };
  const start = async () => await startTestServer({ dataDir: await Deno.makeTempDir({ prefix: "orin-kill-" }), env });
  const [doomed, survivor] = await Promise.all([start(), start()]);
  await using _survivor = survivor;

  const cutOff = phones.map((phone, index) => send(index % 3 === 2 ? survivor : doomed, phone));
  await inTheMiddle(world, { plays: 200, then: () => doomed.end("SIGKILL") });
  const first = await Promise.all(cutOff);
  expect(first).toContain(undefined);

  await using again = await start();
  const answers = await Promise.all(phones.flatMap((phone) => [send(again, phone), send(survivor, phone)]));
  for (const answer of answers) {
    expect(answer?.results).toHaveLength(PLAYS);
    expect(answer?.results.filter(({ status }) => status !== "accepted" && status !== "duplicate")).toEqual([]);
  }
  const last = await Promise.all(phones.map((phone) => send(again, phone)));
  expect(last.map((answer) => answer?.newBalance)).toEqual(phones.map(() => EARNED_TOKENS));
  const [count] = await world.deps.store.sql`
    select count(*)::int as events, count(distinct stream)::int as plays from plays_events where log = 'plays/0'`;
  expect(count).toEqual({ events: LISTENERS * PLAYS, plays: LISTENERS * PLAYS });
  expect(await readTotal(world.deps.store.sql)).toBe(0);
});

/** Undefined when no answer came: the phone keeps its rows and will send them again. */
async function send(server: TestServer, { token, plays }: Phone): Promise<PlayBatchAnswer | undefined> {
  try {
    const response = await fetch(`${server.url}/api/v1/plays`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ sentAt: Date.now(), plays }),
    });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

/** Acts once this many plays are stored, while it holds the log. */
async function inTheMiddle(
  world: World,
  { plays, then }: { plays: number; then: () => Promise<unknown> },
): Promise<void> {
  const actOnce = () =>
    world.deps.store.sql.begin(async (tx) => {
      const [head] = await tx`select last_position from shard_logs where log = 'plays/0' for update`;
      const isDone = Number(head?.lastPosition) >= plays;
      if (isDone) await then();
      return isDone;
    });
  // Asked often, so that most plays are still to come.
  await eventually(`${plays} plays to be stored`, actOnce, { pauseMs: 5 }).toBe(true);
}

async function addPhone({ deps }: World, tracks: readonly string[]): Promise<Phone> {
  const { userId } = await addPerson(deps);
  await deliver({ ...deps, now: Date.now }, userId, tracks);
  const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS - 12 * 3_600_000;
  const plays = Array.from({ length: PLAYS }, (_, index) => ({
    playId: newId(),
    trackId: tracks[index % TRACKS],
    startedAt: noon - Math.floor(index / TRACKS) * DAY_MS + (index % TRACKS) * 100_000,
    listenedMs: 60_000,
  }));
  return { token: (await deps.tokens.signReport(userId)).token, plays };
}
