import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProposal, openProposals } from "../../../projections/admin/proposals.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { registerUser } from "../../accounts/account/register.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Recorded } from "../../store/log/event.ts";
import type { Event } from "../../store/log/event.ts";
import { streamsOf } from "../../store/streams.ts";
import { inviteAdmin } from "../../testing/people_fixtures.ts";
import { sized } from "../../testing/proof.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { confirmProposal, propose, withdrawProposal } from "../../approvals/decide.ts";
import { shownHash } from "../../approvals/reads.ts";
import { type ProposalEvent, proposalStream } from "../../approvals/events.ts";
import type { Matter, ProposalKind, Step } from "../../approvals/kind.ts";
import { KINDS } from "./kinds.ts";

const DAY_MS = 24 * 3_600_000;
/** Longer than every span in which decisions add up. */
const LONG_MS = 400 * DAY_MS;
/** Of the limit for one decision; of a kind without one, of this many units. */
const SOME_UNITS = 1_000;

/** What a decision could be about. */
const about = fc.record({
  share: fc.constantFrom(0.2, 0.5, 0.6, 1, 1.1),
  /** Whose it is: a stranger's, an admin's of the first side, or that of an account which the first side opened. */
  whose: fc.constantFrom(
    "stranger" as const,
    "stranger" as const,
    "stranger" as const,
    "own" as const,
    "opened" as const,
  ),
  needs: fc.constantFrom(undefined, undefined, undefined, "two" as const),
  /** The admin who had a part in it. */
  part: fc.constantFrom(undefined, undefined, 0, 1, 2),
});
type ProposalSubject = typeof about extends fc.Arbitrary<infer One> ? One : never;

type Deciding =
  | { readonly does: "ask"; readonly by: number; readonly subject: number }
  | { readonly does: "confirm" | "withdraw"; readonly by: number; readonly row: number };

const by = fc.nat(3);
const ask = (who: fc.Arbitrary<number>): fc.Arbitrary<Deciding> =>
  fc.record({ does: fc.constant("ask" as const), by: who, subject: fc.nat(5) });
const step: fc.Arbitrary<Deciding> = fc.oneof(
  { weight: 5, arbitrary: ask(by) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant("confirm" as const), by, row: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("withdraw" as const), by, row: fc.nat(9) }) },
);

/** What happens: some decisions at the same moment, and time. */
const run = fc.record({
  sides: fc.constantFrom(2, 3),
  subjects: fc.array(about, { minLength: 6, maxLength: 6 }),
  moments: fc.array(
    fc.record({
      decisions: fc.oneof(
        { weight: 4, arbitrary: fc.array(step, { minLength: 1, maxLength: 3 }) },
        // Both admins of the first side.
        { weight: 1, arbitrary: fc.array(ask(fc.nat(1)), { minLength: 3, maxLength: 6 }) },
      ),
      days: fc.constantFrom(0, 0, 0, 1, 8, 31),
    }),
    { minLength: 6, maxLength: 16 },
  ),
});
type Run = typeof run extends fc.Arbitrary<infer One> ? One : never;

type Booked = Event<"PropertyBooked", { readonly subject: string }>;

let test: TestWallet;
/** Two of the first side, then one of each other side. */
let admins: readonly string[];
let opened: string;
beforeAll(async () => {
  test = await openTestWallet();
  const { deps } = test.world;
  const [first, second, third] = [
    await test.person({ isAdmin: true }),
    await test.person({ isAdmin: true }),
    await test.person({ isAdmin: true }),
  ];
  const puppet = await inviteAdmin(deps, { by: first, confirmedBy: second });
  admins = [first.userId, puppet.userId, second.userId, third.userId];
  opened = newId(deps.now());
  const person = { userId: opened, firstName: "Mule", lastName: "Obi", email: `${opened}@farm.example` };
  const account = { ...person, phone: "", address: "", role: "listener" as const, passwordHash: "none" };
  const metadata = { actor: `user:${puppet.userId}` };
  await registerUser(deps, { ...account, verified: true, isAdmin: false }, { metadata });
  await deps.store.settle();
});
afterAll(() => test[Symbol.asyncDispose]());

const sideOf = (admin: string) => Math.max(1, admins.indexOf(admin));

const seen = new Set<string>();

describe.each(KINDS.map((kind) => [kind.name, kind] as const))("%s", (_name, kind) => {
  it("is decided by no side alone above its sums, nor about its own, nor twice", async () => {
    await fc.assert(
      fc.asyncProperty(run, async (asked) => {
        test.pass(LONG_MS);
        const world = await worldOf(kind, asked);
        for (const { decisions, days } of asked.moments) {
          const rows = await world.rows();
          await Promise.all(decisions.map((decision) => world.take(decision, rows)));
          test.pass(days * DAY_MS + 1);
        }
        await world.check();
      }),
      { numRuns: sized(2, 40), endOnFailure: true },
    );
  });
});

it("all of it happened: alone, by two, withdrawn, lapsed, and refused to the same side and about its own", () => {
  expect([...seen].sort()).toEqual(expect.arrayContaining([
    ...["DecidedAlone", "ProposalConfirmed", "ProposalMade", "ProposalWithdrawn"],
    ...["already_decided", "not_independent", "not_your_approval"],
  ]));
});

/** A row with its own limits and rules, over matters that the test makes up. */
async function worldOf(row: ProposalKind<unknown>, { sides, subjects }: Run) {
  const { deps } = test.world;
  const { sql } = deps.store;
  const limits = row.alone === "nothing" ? undefined : row.alone(policyAt(await readPolicies(sql), deps.now()));
  const facts = new Map(subjects.map((one) => [newId(), one]));
  const ids = [...facts.keys()];
  const unitsOf = ({ share }: ProposalSubject) => Math.floor(share * (limits?.onceUnits ?? SOME_UNITS));
  const peopleOf = (
    { whose }: ProposalSubject,
  ) => [whose === "own" ? admins[1] ?? "" : whose === "opened" ? opened : newId()];
  const people = new Map(ids.map((id) => [id, peopleOf(factsOf(id))]));
  function factsOf(subject: string): ProposalSubject {
    const found = facts.get(subject);
    if (!found) throw new Error(`There is no subject ${subject}`);
    return found;
  }
  const matterOf = (subject: string): Matter => ({
    ...{ log: "social", units: unitsOf(factsOf(subject)), people: people.get(subject) ?? [] },
    ...{ needs: factsOf(subject).needs, title: row.name, lines: [], link: { label: "", path: "" } },
  });
  const kind: ProposalKind<{ subject: string }> = {
    ...row,
    lapsesAt: (now) => now + 7 * DAY_MS,
    matter: (_deps, subject) => Promise.resolve(matterOf(subject)),
    hadPart: (_deps, { subject, adminId }) => {
      const { part } = factsOf(subject);
      return Promise.resolve(part !== undefined && admins[part] === adminId);
    },
    prepare: (_deps, { subject }) => Promise.resolve({ subject }),
    booking,
    followUp: () => Promise.resolve(),
  };
  const metadata = { actor: "system:test" };
  /** With two sides the third one's admin is the second one's. */
  const adminOf = (index: number) => admins[index < 2 || sides === 3 ? index : 2] ?? "";

  async function take(decision: Deciding, rows: readonly string[]): Promise<void> {
    const adminId = adminOf(decision.by);
    try {
      if (decision.does === "ask") {
        await propose(deps, kind, { subject: ids[decision.subject] ?? "", content: {}, adminId, metadata });
        return;
      }
      const found = await findProposal(sql, rows[decision.row % rows.length] ?? newId());
      if (!found) return;
      const shown = shownHash(kind.name, { matter: matterOf(found.subject), content: {} });
      if (decision.does === "confirm") await confirmProposal(deps, kind, { row: found, shown, adminId, metadata });
      else await withdrawProposal(deps, kind, { row: found, adminId, metadata });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      seen.add(error.code);
    }
  }

  /** Of this run, those that wait first, and those of before. */
  const known = new Set<string>();
  async function rows(): Promise<string[]> {
    await deps.store.catchUp(["proposals"]);
    const open = await openProposals(sql, { now: deps.now(), limit: 200 });
    const own = open.filter(({ subject }) => facts.has(subject)).map(({ proposalId }) => proposalId);
    for (const id of own) known.add(id);
    return [...own, ...[...known].filter((id) => !own.includes(id))];
  }

  async function check(): Promise<void> {
    const decided: { readonly at: number; readonly units: number; readonly side: number }[] = [];
    for (const subject of ids) {
      const stream = proposalStream({ kind: kind.name, subject });
      const events = await deps.store.readStream<ProposalEvent>("social", stream);
      for (const { type } of events) seen.add(type);
      checkSubject(events, { facts: factsOf(subject), people: people.get(subject) ?? [] });
      const ends = events.filter(({ type }) => type === "DecidedAlone" || type === "ProposalConfirmed");
      expect(ends.length, "decided once").toBeLessThanOrEqual(1);
      const booked = await deps.store.readStream<Booked>("social", bookedStream(subject));
      expect(booked.length, "booked with its decision").toBe(ends.length);
      for (const { type, data, recordedAt: at } of ends) {
        if (type === "DecidedAlone") decided.push({ at, units: data.units, side: sideOf(data.adminId) });
      }
    }
    expect(decided.length > 0 && limits === undefined, "alone, where nothing may be").toBe(false);
    for (const last of decided) {
      expect(last.units, "at once").toBeLessThanOrEqual(limits?.onceUnits ?? 0);
      for (const { ms, units: most } of limits?.spans ?? []) {
        const before = decided.filter(({ at, side }) => side === last.side && at <= last.at && at > last.at - ms);
        expect(before.reduce((sum, { units }) => sum + units, 0), `in ${ms} ms`).toBeLessThanOrEqual(most);
      }
    }
  }
  return { take, rows, check };
}

/** The decisions about one subject, as simply as the rules can be said. */
function checkSubject(
  events: readonly Recorded<ProposalEvent>[],
  { facts: { needs, part, whose }, people }: { readonly facts: ProposalSubject; readonly people: readonly string[] },
): void {
  let open: Extract<ProposalEvent, { type: "ProposalMade" }>["data"] | undefined;
  for (const { type, data, recordedAt: at } of events) {
    const isWaiting = open !== undefined && at < open.lapsesAt;
    const isOwn = whose !== "stranger" && sideOf(data.adminId) === 1;
    switch (type) {
      case "ProposalMade":
        expect(isWaiting, "one waits at a time").toBe(false);
        open = data;
        break;
      case "DecidedAlone":
        expect([isWaiting, isOwn, needs], "alone").toEqual([false, false, undefined]);
        expect(part === undefined ? undefined : admins[part], "who had a part").not.toBe(data.adminId);
        open = undefined;
        break;
      case "ProposalConfirmed":
        expect([isWaiting, isOwn, open?.proposalId], "confirmed").toEqual([true, false, data.proposalId]);
        expect(sideOf(data.adminId), "by another side").not.toBe(sideOf(open?.adminId ?? ""));
        expect(people, "about its own").not.toContain(data.adminId);
        open = undefined;
        break;
      case "ProposalWithdrawn":
        expect([isWaiting, open?.proposalId], "withdrawn").toEqual([true, data.proposalId]);
        expect(isOwn && sideOf(open?.adminId ?? "") !== 1, "taken away what is about its own").toBe(false);
        open = undefined;
    }
  }
}

function bookedStream(subject: string): string {
  return `property/${subject}`;
}

/** Books once; what is decided again meanwhile is refused, as real bookings do it. */
const booking = streamsOf<string, boolean, Booked>({
  log: "social",
  stream: bookedStream,
  initial: false,
  evolve: () => true,
}).handler("propertyBooking", {
  id: ({ subject }: { readonly subject: string; readonly step: Step }) => subject,
  decide(isBooked, { subject, step: now }): Booked[] {
    if (isBooked) throw new Refusal("already_decided", "This is decided already");
    return now === "carry_out" ? [{ type: "PropertyBooked", data: { subject } }] : [];
  },
  result: () => undefined,
});
