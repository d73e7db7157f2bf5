import { sealBankDetails } from "../../backend/wallet/banks/details.ts";
import { settleDue } from "../../backend/wallet/settling/settle.ts";
import { requestWithdrawal } from "../../backend/wallet/withdrawal/request.ts";
import { shardLogs } from "../../backend/store/log/shard.ts";
import { seededRandom } from "../../backend/testing/random.ts";
import { tokenOf } from "../../backend/testing/people_fixtures.ts";
import { type ProofDatabase, vacuum } from "../parts/database.ts";
import { PlaySource } from "../parts/play_source.ts";
import { inTurns, openService, type ProofService } from "../parts/service.ts";
import { tellPlays } from "../parts/plays.ts";
import { addAccount } from "../parts/people.ts";
import type { BenchOptions } from "./options.ts";
import { timeRead } from "./timed_read.ts";
import { latenciesRow, type Row } from "./report.ts";

const BUDGET_MS = 300;
const CALLS = 20;
/** Enough to ask for the smallest withdrawal. */
const PLAYS_A_LISTENER = 1_000;
const MOST_WITHDRAWALS = 300;
const FIRST = [
  "Adaeze",
  "Bọ́lá",
  "Chidi",
  "Dámilọ́lá",
  "Ebuka",
  "Fẹ́mi",
  "Grace",
  "Halima",
  "Ifeoma",
  "Jídé",
  "Ngozi",
  "Ṣadé",
];
const LAST = ["Okonkwo", "Adébáyọ̀", "Balogun", "Danjuma", "Eze", "Fashola", "Ibrahim", "Nwosu", "Ọláwálé", "Yusuf"];

/** The first answer of every page of the back office, with the given numbers of people and plays behind it. */
export async function benchAdmin(
  database: ProofDatabase,
  { seed, admin: { users, plays } }: BenchOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  const listeners = Math.ceil(plays / PLAYS_A_LISTENER);
  await using service = await openService(database, "admin", listeners);
  say(`  ${users.toLocaleString("en")} users`);
  const random = seededRandom(seed);
  await inTurns(users - listeners, () => addPerson(service, random));
  say(`  ${plays.toLocaleString("en")} plays`);
  const before = Date.now();
  await tellPlays(service, new PlaySource(listeners, service.tracks, seed), plays);
  // In the midst of the plays: the most has moved before and after it.
  const past = new Date((before + Date.now()) / 2).toISOString();
  await settleDue(service.deps);
  const withdrawalId = await askForMoney(service);
  if (!await service.deps.store.settle(600_000)) throw new Error("What follows the log did not catch up");
  await vacuum(service.ownerUrl);
  const token = await adminToken(service);
  const rows: Row[] = [];
  for (const [page, path] of await pagesOf(service, { token, withdrawalId, users, past })) {
    rows.push(await timePage(`${page}: first answer`, `http://127.0.0.1:${service.port}${path}`, token));
  }
  return rows;
}

/** What each screen asks for when it is opened, searched, ordered and paged through. */
async function pagesOf(
  { port, listeners }: ProofService,
  { token, withdrawalId, users, past }: { token: string; withdrawalId: string; users: number; past: string },
): Promise<[page: string, path: string][]> {
  const list = "/api/v1/admin/users?limit=500&sort=name&order=asc";
  let cursor = "";
  // Ten pages on, so that a page far down is seen, too.
  for (let page = 0; page < Math.min(10, users / 500 - 1); page++) {
    const answer = await fetch(`http://127.0.0.1:${port}${list}${cursor}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    cursor = `&cursor=${(await answer.json()).at(-1)._id}`;
  }
  const person = `user:${listeners[0]?.userId}`;
  return [
    ["/dashboard", "/api/v1/stats"],
    ["/users", "/api/v1/admin/users?limit=50"],
    ["/users, searched", "/api/v1/admin/users?limit=50&q=bola+okon"],
    ["/users, two letters searched", "/api/v1/admin/users?limit=50&q=bo"],
    ["/users, no one found", "/api/v1/admin/users?limit=50&q=zzzznobody"],
    ["/users, by name, far down", `/api/v1/admin/users?limit=50&sort=name&order=asc${cursor}`],
    ["/users, by role", "/api/v1/admin/users?limit=50&sort=role"],
    ["/users, a person", `/api/v1/admin/users/${listeners[0]?.userId}`],
    ["/alltrack", "/api/v1/admin/tracks?limit=50"],
    ["/alltrack, searched", "/api/v1/admin/tracks?limit=50&q=song"],
    ["/approve-earnings", "/api/v1/pending-payments"],
    ["/approve-earnings, case file", `/api/v1/admin/payments/${withdrawalId}/case`],
    ["/approve-earnings, by state", "/api/v1/admin/payments?status=pending"],
    ["/books", "/api/v1/admin/books"],
    ["/books, a past moment", `/api/v1/admin/books?at=${past}`],
    ["/books, months", "/api/v1/admin/books/months"],
    ["/books, reconciliations", "/api/v1/admin/books/days"],
    ["/audit of a user", `/api/v1/admin/audit?subject=${person}`],
    ["/admin-policy", "/api/v1/admin/policy"],
  ];
}

async function timePage(name: string, url: string, token: string): Promise<Row> {
  const latencies: number[] = [];
  for (let call = 0; call <= CALLS; call++) {
    const ms = await timeRead(url, token);
    // The first one warms up and does not count.
    if (call > 0) latencies.push(ms);
  }
  return latenciesRow(name, latencies, { of: "p50", atMost: BUDGET_MS });
}

async function addPerson({ deps }: ProofService, random: () => number): Promise<void> {
  const of = (names: readonly string[]) => names[Math.floor(random() * names.length)] ?? "";
  const [firstName, lastName] = [of(FIRST), of(LAST)];
  const phone = `+23480${String(Math.floor(random() * 1e8)).padStart(8, "0")}`;
  const role = random() < 0.05 ? "creator" as const : "listener" as const;
  await addAccount(deps, { firstName, lastName, phone, address: "Lagos", role, verified: random() < 0.9 });
}

/** Listeners ask for what they earned; answers one of the requests. */
async function askForMoney({ deps, listeners }: ProofService): Promise<string> {
  const made = await Promise.all(
    listeners.slice(0, MOST_WITHDRAWALS).map(async ({ userId }, index) => {
      const accountNumber = String(1_000_000_000 + index % 50);
      const details = { accountNumber, bankCode: "058", accountName: "ADA OBI", bankName: "GTBank" };
      const bank = { ...await sealBankDetails(deps, userId, details), warnings: [] };
      const command = { shard: 0, userId, units: 10_000, bank };
      const { result } = await deps.store.execute(requestWithdrawal, command, {
        logs: shardLogs(0),
        metadata: { actor: `user:${userId}` },
      });
      return result.withdrawalId;
    }),
  );
  return made[0] ?? "";
}

async function adminToken({ deps }: ProofService): Promise<string> {
  const userId = await addAccount(deps, { isAdmin: true });
  return await tokenOf(deps, { userId, isAdmin: true });
}
