import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { sized } from "../testing/proof.ts";
import { openTestStore, type TestStore } from "../testing/store.ts";
import type { CommandHandler } from "../store/log/command.ts";
import type { Append, LogName } from "../store/log/event.ts";
import { verify } from "../store/chain/verify.ts";
import { ledgerAccounts, loadBalances, readBalances, readTotal } from "./accounts.ts";
import type { Code } from "./codes.ts";
import { Pass } from "./pass.ts";
import { passFor } from "../testing/transfers.ts";
import { type Hold, loadHolds, placeHold, postHold, voidHold } from "./hold.ts";
import { availableAccount, reservedAccount } from "./chart.ts";
import type { Balances } from "./transfer.ts";
import { ledgerCheck } from "./verify.ts";

const POOL = "pool:rewards";
const metadata = { actor: "system:test" };

interface User {
  readonly id: string;
  readonly shard: number;
}

/** What is asked of the ledger, and once more now and then: `again` takes the id of an earlier command. */
type ModelCommand =
  | { readonly kind: "reward" | "spend"; readonly user: User; readonly units: number }
  | { readonly kind: "give"; readonly user: User; readonly to: User; readonly units: number }
  | { readonly kind: "place" | "post" | "void" | "expire"; readonly user: User; readonly hold: Hold };

const ask: CommandHandler<ModelCommand, Balances> = {
  name: "ask",
  refusalsStick: true,
  async load(tx, commands, scope) {
    const users = commands.flatMap((asked) => asked.kind === "give" ? [asked.user, asked.to] : [asked.user]);
    const { shard } = users[0] ?? expect.fail("there is no command");
    const accounts = users.flatMap(({ id }) => [availableAccount(id), reservedAccount(id)]);
    const loaded = await loadBalances(tx, scope, { shard, accounts: [POOL, "paid_out", ...accounts] });
    await loadHolds(
      tx,
      scope,
      commands.flatMap((asked) => {
        return "hold" in asked ? [{ log: `ledger/${asked.user.shard}` as const, holdId: asked.hold.holdId }] : [];
      }),
    );
    return loaded;
  },
  decide: (balances, asked) => ({ appends: decideAsked(balances, asked), result: undefined }),
};

function decideAsked(balances: Balances, asked: ModelCommand): Append[] {
  const { user } = asked;
  const log: LogName = `ledger/${user.shard}`;
  const post = (code: Code, from: string, to: string, units: number) => {
    const entries = [{ account: from, amount: -units }, { account: to, amount: units }];
    return balances.post(log, { transferId: newId(), code, entries }, passFor({ entries }));
  };
  switch (asked.kind) {
    case "reward":
      return [post("reward", POOL, availableAccount(user.id), asked.units)];
    case "spend":
      return [post("extra_play", availableAccount(user.id), POOL, asked.units)];
    case "give":
      return [post("gift", availableAccount(user.id), availableAccount(asked.to.id), asked.units)];
    case "place":
      return [placeHold(balances, log, { ...asked.hold, pass: new Pass(user.id, asked.hold.units) })];
    case "post":
      return [postHold(balances, log, { ...asked.hold, to: [{ account: "paid_out", amount: asked.hold.units }] })];
    case "void":
      return [voidHold(balances, log, asked.hold)];
    case "expire":
      return [voidHold(balances, log, { ...asked.hold, end: "expired" })];
  }
}

/** The ledger as simply as it can be said: sums by user, and what became of each hold and each command. */
class Model {
  readonly available = new Map<string, number>();
  readonly reserved = new Map<string, number>();
  readonly holds = new Map<string, "pending" | "posted" | "voided" | "expired">();

  /** Whether it is done; a refusal changes nothing. */
  apply(asked: ModelCommand): boolean {
    const { id } = asked.user;
    const of = (map: Map<string, number>, user = id) => map.get(user) ?? 0;
    const move = (map: Map<string, number>, units: number, user = id) => map.set(user, of(map, user) + units);
    if (asked.kind === "reward") return move(this.available, asked.units), true;
    if ("hold" in asked && asked.kind !== "place") {
      const { holdId, units } = asked.hold;
      if (this.holds.get(holdId) !== "pending") return false;
      this.holds.set(holdId, ({ post: "posted", void: "voided", expire: "expired" } as const)[asked.kind]);
      move(this.reserved, -units);
      if (asked.kind !== "post") move(this.available, units);
      return true;
    }
    const units = "hold" in asked ? asked.hold.units : asked.units;
    if (of(this.available) < units || (asked.kind === "give" && asked.to.id === id)) return false;
    move(this.available, -units);
    if (asked.kind === "give") move(this.available, units, asked.to.id);
    if (asked.kind === "place") {
      this.holds.set(asked.hold.holdId, "pending");
      move(this.reserved, units);
    }
    return true;
  }
}

const step = fc.record({
  kind: fc.constantFrom("reward", "spend", "give", "place", "post", "void", "expire", "again"),
  user: fc.nat(3),
  to: fc.nat(3),
  units: fc.integer({ min: 1, max: 300 }),
  earlier: fc.nat(30),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

describe.each([1, 2])("the ledger with %i shards", (shards) => {
  let test: TestStore;
  beforeAll(async () => void (test = await openTestStore({ projections: [ledgerAccounts], shards: 2 })));
  afterAll(() => test[Symbol.asyncDispose]());

  /**
   * The commands of a history and what the model makes of them. Resolutions name a hold that was placed, and now and
   * then one that never was; repeats name any command before them.
   */
  function commandsOf(steps: readonly Step[], users: readonly User[]) {
    const commands: { commandId: string; asked: ModelCommand; done: boolean }[] = [];
    const model = new Model();
    const userOf = (index: number) => users[index] ?? expect.fail("no such user");
    for (const { kind, user: index, to, units, earlier } of steps) {
      const user = userOf(index);
      const add = (asked: ModelCommand) => commands.push({ commandId: newId(), asked, done: model.apply(asked) });
      if (kind === "again") {
        const known = commands[earlier % Math.max(1, commands.length)];
        if (known) commands.push(known);
      } else if (kind === "reward" || kind === "spend") add({ kind, user, units });
      // A group is of one shard: people give here to those of their own.
      else if (kind === "give") add({ kind, user, to: userOf(to - to % shards + index % shards), units });
      else if (kind === "place") {
        add({ kind, user, hold: { holdId: newId(), userId: user.id, units, code: "withdrawal" } });
      } else {
        const placed = commands.filter(({ asked, done }) => asked.kind === "place" && done);
        const asked = placed[earlier % Math.max(1, placed.length)]?.asked;
        const unknown: Hold = { holdId: newId(), userId: user.id, units, code: "withdrawal" };
        if (earlier % 4 === 0) add({ kind, user, hold: unknown });
        else if (asked?.kind === "place") add({ kind, user: asked.user, hold: asked.hold });
      }
    }
    return { commands, model };
  }

  it("does what the model does, command by command in whole groups, and its books prove themselves", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
        const users = Array.from({ length: 4 }, (_, index) => ({ id: newId(), shard: index % shards }));
        const { commands, model } = commandsOf(steps, users);
        const answers = await Promise.allSettled(
          commands.map(({ commandId, asked }) =>
            test.store.execute(ask, asked, {
              ...{ logs: [`ledger/${asked.user.shard}`], metadata, commandId, content: commandId },
            })
          ),
        );
        expect(answers.map(({ status }) => status === "fulfilled"))
          .toEqual(commands.map(({ done }) => done));
        for (const { id, shard } of users) {
          const balances = await readBalances(test.store.sql, shard, [availableAccount(id), reservedAccount(id)]);
          expect([...balances.values()]).toEqual([model.available.get(id) ?? 0, model.reserved.get(id) ?? 0]);
        }
      }),
      {
        numRuns: sized(12, 200),
        interruptAfterTimeLimit: 25_000,
        ...(Deno.env.get("ORIN_SEED") ? { seed: Number(Deno.env.get("ORIN_SEED")) } : {}),
      },
    );
    expect(await readTotal(test.store.sql)).toBe(0);
    const proof = await verify({
      ...{ url: test.serviceUrl, projections: [ledgerAccounts], checks: [ledgerCheck], full: true },
    });
    expect(proof.problems).toEqual([]);
  });
});
