import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import { openTestStore, type TestStore } from "../testing/store.ts";
import type { CommandHandler } from "./log/command.ts";
import type { LogName } from "./log/event.ts";
import { derivedId } from "./log/ids.ts";
import { type Streams, streamsOf } from "./streams.ts";

const metadata = { actor: "system:test" };
let test: TestStore;
let loads = 0;
beforeAll(async () => void (test = await openTestStore()));
afterAll(() => test[Symbol.asyncDispose]());

interface JarId {
  readonly jarId: string;
  readonly shelf?: LogName;
}
interface Jar {
  readonly beans: number;
  readonly lastAt: number;
}
type JarEvent =
  | { readonly type: "BeansAdded"; readonly data: { readonly beans: number } }
  | { readonly type: "JarSealed"; readonly data: { readonly by: string } };

const jars = streamsOf<JarId, Jar, JarEvent>({
  log: ({ shelf = "social" }) => shelf,
  stream: ({ jarId }) => `jar/${jarId}`,
  initial: { beans: 0, lastAt: 0 },
  evolve: (jar, event, at) => event.type === "BeansAdded" ? { beans: jar.beans + event.data.beans, lastAt: at } : jar,
  eventId: ({ jarId }, event) => event.type === "JarSealed" ? derivedId(jarId, "sealed") : undefined,
});

type Command = JarId & { beans?: number };
type Answer = { beans: number; version: number };

function handler(
  name: string,
  decide: (jars: Streams<JarId, Jar, JarEvent>, command: Command) => JarEvent[],
): CommandHandler<Command, Streams<JarId, Jar, JarEvent>, Answer> {
  return {
    name,
    load(tx, commands, scope) {
      loads += 1;
      return jars.load(tx, scope, commands);
    },
    decide(jars, command) {
      const appends = jars.add(command, decide(jars, command));
      return { appends, result: { beans: jars.of(command).beans, version: jars.version(command) } };
    },
  };
}

const add = handler("addBeans", (_jars, { beans = 1 }) => [{ type: "BeansAdded", data: { beans } }]);
const take = handler("takeBeans", (jars, command) => {
  const { beans = 1 } = command;
  if (jars.of(command).beans < beans) throw new Refusal("conflict", "The jar has fewer beans");
  return [{ type: "BeansAdded", data: { beans: -beans } }];
});
const seal = handler("sealJar", () => [{ type: "JarSealed", data: { by: "ada" } }]);

const run = async (of: typeof add, command: Command) => {
  const logs = [command.shelf ?? "social"];
  return (await test.store.execute(of, command, { logs, metadata })).result;
};

it("commands of all kinds in a group share a stream's state, and each sees the ones before it", async () => {
  const jar = { jarId: newId() };
  loads = 0;
  const answers = await Promise.all([
    run(add, { ...jar, beans: 5 }),
    run(take, { ...jar, beans: 3 }),
    run(add, jar),
    run(take, { ...jar, beans: 3 }),
  ]);
  expect(loads).toBe(2);
  expect(answers).toEqual([5, 2, 3, 0].map((beans, index) => ({ beans, version: index + 1 })));
});

it("a refused command leaves the state to the next one, and later groups meet what is stored", async () => {
  const jar = { jarId: newId() };
  await run(add, { ...jar, beans: 2 });
  const [refused, taken] = await Promise.allSettled([run(take, { ...jar, beans: 3 }), run(take, { ...jar, beans: 2 })]);
  expect(refused).toMatchObject({ status: "rejected", reason: { code: "conflict" } });
  expect(taken).toEqual({ status: "fulfilled", value: { beans: 0, version: 2 } });
  await expect(run(take, jar)).rejects.toThrow("fewer beans");
});

it("each id has the log that its kind names", async () => {
  const jar = { jarId: newId(), shelf: "plays/0" as const };
  await run(add, jar);
  expect(await run(add, jar)).toEqual({ beans: 2, version: 2 });
  expect(await test.store.readStream("plays/0", `jar/${jar.jarId}`)).toHaveLength(2);
});

it("an event that a stream holds once has an id derived from the stream's", async () => {
  const jar = { jarId: newId() };
  await run(seal, jar);
  const [stored] = await test.store.readStream("social", `jar/${jar.jarId}`);
  expect(stored?.eventId).toBe(derivedId(jar.jarId, "sealed"));
  await expect(run(seal, jar)).rejects.toThrow();
  expect(await test.store.readStream("social", `jar/${jar.jarId}`)).toHaveLength(1);
});

it("outside a command one stream's state is read with the times of its events", async () => {
  const jar = { jarId: newId() };
  expect(await jars.state(test.store.sql, jar)).toEqual({ beans: 0, lastAt: 0 });
  await run(add, jar);
  const [stored] = await test.store.readStream("social", `jar/${jar.jarId}`);
  expect(await jars.state(test.store.sql, jar)).toEqual({ beans: 1, lastAt: stored?.recordedAt });
});

it("a kind may read its states elsewhere; versions are the streams', and changes tell what the group decided", async () => {
  const jar = { jarId: newId() };
  await run(add, { ...jar, beans: 2 });
  const weighed = streamsOf<JarId, number, JarEvent>({
    log: "social",
    stream: ({ jarId }) => `jar/${jarId}`,
    initial: 0,
    evolve: (grams, event) => event.type === "BeansAdded" ? grams + event.data.beans / 2 : grams,
    read: (_tx, ids) => Promise.resolve((id) => ids.includes(id) ? 1 : NaN),
  });
  const grow: CommandHandler<
    JarId,
    Streams<JarId, number, JarEvent>,
    { changes: { before: number; after: number }[] }
  > = {
    name: "growBeans",
    load: (tx, commands, scope) => weighed.load(tx, scope, commands),
    decide(jars, jar) {
      expect(jars.changes()).toEqual([]);
      const appends = jars.add(jar, [{ type: "BeansAdded", data: { beans: 1 } }, {
        type: "BeansAdded",
        data: { beans: 3 },
      }]);
      return { appends, result: { changes: jars.changes() } };
    },
  };
  const { result } = await test.store.execute(grow, jar, { logs: ["social"], metadata });
  expect(result.changes).toEqual([{ before: 1, after: 3 }]);
  expect(await jars.state(test.store.sql, jar)).toMatchObject({ beans: 6 });
});

it("a stream that nobody loaded is a mistake of the code", async () => {
  const wrong: typeof add = { ...add, load: (tx, _commands, scope) => jars.load(tx, scope, []) };
  await expect(run(wrong, { jarId: newId() })).rejects.toThrow("was not loaded");
});
