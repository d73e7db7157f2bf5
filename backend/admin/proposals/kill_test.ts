import { afterAll, beforeAll, expect, it } from "vitest";
import { GIFT_REFUND } from "../../gifts/refund/events.ts";
import { UNITS_PER_TOKEN } from "../../contract/money.ts";
import type { ProposalShown } from "../../contract/proposals.ts";
import { readTotal } from "../../ledger/accounts.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import type { ProposerOrder } from "../../testing/faults/proposer.ts";
import { atEveryStep, type Life, runScript } from "../../testing/kills.ts";
import { TEST_KEY, TEST_SHARDS } from "../../testing/store.ts";
import { eventually } from "../../testing/wait.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { type ProposalEvent, proposalStream } from "../../approvals/events.ts";

const SCRIPT = new URL("../../testing/faults/proposer.ts", import.meta.url);
const PROPOSALS = "/api/v1/admin/proposals";
/** More than one side returns alone. */
const DOLLARS = 40;
const TOKENS = 60_000;

let test: TestWallet;
let [one, other]: TestPerson[] = [];
beforeAll(async () => {
  test = await openTestWallet();
  [one, other] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
});
afterAll(() => test[Symbol.asyncDispose]());

interface RunResult extends Life {
  readonly giver: TestPerson;
  readonly artist: TestPerson;
  readonly giftId: string;
  /** What the log says of the proposal where the process died. */
  readonly types: readonly string[];
}

const typesOf = async (giftId: string) =>
  (await test.world.deps.store.readStream<ProposalEvent>(
    "social",
    proposalStream({ kind: GIFT_REFUND, subject: giftId }),
  )).map(({ type }) => type);

/** A gift that two admins return in a process of their own, which is killed with -9 at a step. */
async function story(boundary: number): Promise<RunResult> {
  const [giver, artist] = [await test.person({ tokens: TOKENS }), await test.person({ role: "creator" })];
  const given = await test.call(giver, "POST", "/api/v1/gifts", {
    body: { artistId: artist.userId, amount: DOLLARS, method: "tokens" },
  });
  const giftId = String(given.body.giftId);
  await test.world.deps.store.settle();
  const order: ProposerOrder = {
    ...{ url: test.world.test.serviceUrl, directory: test.world.directory, fingerprintKey: [...TEST_KEY] },
    ...{ shards: TEST_SHARDS, aheadMs: test.world.deps.now() - Date.now(), boundary },
    ...{ giftId, proposes: one?.userId ?? "", confirms: other?.userId ?? "" },
  };
  const life = await runScript(SCRIPT, order);
  return { ...life, giver, artist, giftId, types: await typesOf(giftId) };
}

/** Who lost the answer looks at what waits, and goes on. */
async function goOn({ giftId, types }: RunResult): Promise<void> {
  if (!one || !other || types.includes("ProposalConfirmed")) return;
  if (types.length === 0) {
    expect((await test.call(one, "POST", `/api/v1/admin/gifts/${giftId}/refund`)).status).toBe(202);
  }
  const { proposals } = (await test.call(other, "GET", PROPOSALS)).body;
  const waiting = proposals.find(({ subject }: ProposalShown) => subject === giftId);
  const { status } = await test.call(other, "POST", `${PROPOSALS}/${waiting.proposalId}/confirm`, {
    body: { shown: waiting.shown },
  });
  expect(status).toBe(200);
}

it("a proposal is made, confirmed and carried out once, over a kill -9 at every step", async () => {
  const { lives } = await atEveryStep(story);
  const seen = new Set(lives.map(({ types }) => types.join()));
  expect([...seen].sort()).toEqual(expect.arrayContaining(["ProposalMade", "ProposalMade,ProposalConfirmed"]));
  for (const told of lives) {
    await goOn(told);
    // What follows a confirmation is done without another press.
    await eventually("the giver to have the tokens", async () => {
      await test.world.settle();
      return (await test.moneyOf(told.giver)).available;
    }).toBe(TOKENS * UNITS_PER_TOKEN);
    expect(await test.settlingOf(told.artist)).toBe(0);
    expect(await typesOf(told.giftId)).toEqual(["ProposalMade", "ProposalConfirmed"]);
  }
  expect(await readTotal(test.world.deps.store.sql)).toBe(0);
});
