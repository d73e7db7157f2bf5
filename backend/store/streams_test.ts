import { afterAll, beforeAll, expect, it } from "vitest";
import type { Event } from "./log/event.ts";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import { openTestStore, type TestStore } from "../testing/store.ts";
import type { LogName } from "./log/event.ts";
import { derivedId } from "./log/ids.ts";
import { streamsOf } from "./streams.ts";

const metadata = { actor: "system:test" };
let test: TestStore;
let groups = 0;
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
  | Event<"BeansAdded", { readonly beans: number }>
  | Event<"JarSealed", { readonly by: string }>;

const jars = streamsOf<JarId, Jar, JarEvent>({
  log: ({ shelf = "social" }) => shelf,
  stream: ({ jarId }) => `jar/${jarId}`,
  initial: { beans: 0, lastAt: 0 },
  evolve: (jar, event, at) => event.type === "BeansAdded" ? { beans: jar.beans + event.data.beans, lastAt: at } : jar,
  eventId: ({ jarId }, event) => event.type === "JarSealed" ? derivedId(jarId, "sealed") : undefined,
});

type Command = JarId & { beans?: number };

const handled = (name: string, decide: (jar: Jar, beans: number) => JarEvent[]) =>
  jars.handler(name, {
    id: (command: Command): JarId => command,
    beside: () => Promise.resolve(groups += 1),
    decide: (jar, { beans = 1 }) => decide(jar, beans),
    result: ({ after, command }) => ({ jarId: command.jarId, beans: after.beans }),
  });
const add = handled("addBeans", (_jar, beans) => [{ type: "BeansAdded", data: { beans } }]);
const seal = handled("sealJar", () => [{ type: "JarSealed", data: { by: "ada" } }]);
const take = handled("takeBeans", (jar, beans) => {
  if (jar.beans < beans) throw new Refusal("conflict", "The jar has fewer beans");
  return [{ type: "BeansAdded", data: { beans: -beans } }];
});

const run = async (handler: typeof add, command: Command) => {
  const logs = [command.shelf ?? "social"];
  return (await test.store.execute(handler, command, { logs, metadata })).result.beans;
};
const eventsOf = ({ jarId, shelf = "social" }: JarId) => test.store.readStream(shelf, `jar/${jarId}`);
const stateOf = async (jar: JarId) => (await jars.states(test.store.sql, [jar]))(jar);

it("commands of all kinds in a group share a stream's state, and each sees the ones before it", async () => {
  const jar = { jarId: newId() };
  groups = 0;
  const answers = await Promise.all([
    run(add, { ...jar, beans: 5 }),
    run(take, { ...jar, beans: 3 }),
    run(add, jar),
    run(take, { ...jar, beans: 3 }),
  ]);
  expect(groups, "one load for each kind of command").toBe(2);
  expect(answers).toEqual([5, 2, 3, 0]);
  expect((await eventsOf(jar)).map((event) => event.streamVersion)).toEqual([1, 2, 3, 4]);
});

it("a refused command leaves the state to the next one, and later groups meet what is stored", async () => {
  const jar = { jarId: newId() };
  await run(add, { ...jar, beans: 2 });
  const [refused, taken] = await Promise.allSettled([run(take, { ...jar, beans: 3 }), run(take, { ...jar, beans: 2 })]);
  expect(refused).toMatchObject({ status: "rejected", reason: { code: "conflict" } });
  expect(taken).toEqual({ status: "fulfilled", value: 0 });
  await expect(run(take, jar)).rejects.toThrow("fewer beans");
});

it("each id has the log that its kind names", async () => {
  const jar = { jarId: newId(), shelf: "plays/0" as const };
  await run(add, jar);
  expect(await run(add, jar)).toBe(2);
  expect(await eventsOf(jar)).toHaveLength(2);
});

it("an event that a stream holds once has an id derived from the stream's", async () => {
  const jar = { jarId: newId() };
  await run(seal, jar);
  expect((await eventsOf(jar))[0]?.eventId).toBe(derivedId(jar.jarId, "sealed"));
  await expect(run(seal, jar)).rejects.toThrow();
  expect(await eventsOf(jar)).toHaveLength(1);
});

it("outside a command the states are those of the stored events, with their times", async () => {
  const jar = { jarId: newId() };
  expect(await stateOf(jar)).toEqual({ beans: 0, lastAt: 0 });
  await run(add, jar);
  expect(await stateOf(jar)).toEqual({ beans: 1, lastAt: (await eventsOf(jar))[0]?.recordedAt });
});

it("a kind may read its states elsewhere; a decision may ask what its group has changed", async () => {
  const jar = { jarId: newId() };
  await run(add, { ...jar, beans: 2 });
  const weights = streamsOf<JarId, number, JarEvent>({
    log: "social",
    stream: ({ jarId }) => `jar/${jarId}`,
    initial: 0,
    evolve: (grams, event) => event.type === "BeansAdded" ? grams + event.data.beans * 10 : grams,
    read: (_tx, ids) => Promise.resolve((id) => ids.includes(id) ? 7 : NaN),
  });
  const grow = weights.handler("growBeans", {
    id: (jar: JarId) => jar,
    decide: (_grams, _jar, { streams }) =>
      streams.changes().length > 0 ? [] : [{ type: "BeansAdded", data: { beans: 1 } }],
    result: ({ after, events }) => ({ after, grown: events.length }),
  });
  const growing = () => test.store.execute(grow, jar, { logs: ["social"], metadata });
  const [first, second] = await Promise.all([growing(), growing()]);
  expect([first.result, second.result]).toEqual([{ after: 17, grown: 1 }, { after: 17, grown: 0 }]);
  expect((await eventsOf(jar)).map((event) => event.streamVersion)).toEqual([1, 2]);
});

it("a command says what follows from its events elsewhere, in its order; a stream that two ask for is read once", async () => {
  const [full, empty] = [{ jarId: newId() }, { jarId: newId() }];
  await run(add, { ...full, beans: 3 });
  let reads = 0;
  const weights = streamsOf<JarId, number, JarEvent>({
    log: "social",
    stream: ({ jarId }) => `jar/${jarId}`,
    initial: 0,
    evolve: (beans, event) => event.type === "BeansAdded" ? beans + event.data.beans : beans,
    read: (_tx, ids) => Promise.resolve((reads += 1, (id) => ids.includes(id) && id.jarId === full.jarId ? 3 : 0)),
  });
  const pour = weights.handler("pourBeans", {
    id: ({ from }: { from: JarId; to: JarId }) => from,
    beside: (tx, commands, scope) => weights.load(tx, scope, commands.flatMap(({ from, to }) => [from, to])),
    decide: (beans) => beans > 0 ? [{ type: "BeansAdded", data: { beans: -beans } }] : [],
    appends: (events, { from, to }, { streams, beside }) =>
      events.flatMap(({ data }) => [
        ...beside.add(to, "beans" in data ? [{ type: "BeansAdded", data: { beans: -data.beans } }] : []),
        ...streams.add(from, events),
      ]),
    result: ({ after, beside, command }) => ({ from: after, to: beside.of(command.to) }),
  });
  const pouring = () => test.store.execute(pour, { from: full, to: empty }, { logs: ["social"], metadata });
  const poured = await Promise.all([pouring(), pouring()]);
  expect(poured.map(({ result }) => result)).toEqual([{ from: 0, to: 3 }, { from: 0, to: 3 }]);
  expect(reads, "one read for each stream").toBe(2);
  const [given, taken] = [(await eventsOf(empty))[0], (await eventsOf(full))[1]];
  expect(given?.data).toEqual({ beans: 3 });
  expect(taken?.position).toBe((given?.position ?? 0) + 1);
});

it("a stream that nobody loaded is a mistake of the code", async () => {
  const wrong: typeof add = {
    ...add,
    load: async (tx, _commands, scope) => ({ streams: await jars.load(tx, scope, []), beside: 0 }),
  };
  await expect(run(wrong, { jarId: newId() })).rejects.toThrow("was not loaded");
});
