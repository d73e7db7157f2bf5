import { findPoolUsed } from "../../projections/listening/reward_credit.ts";
import { policyAt, readPolicies } from "../../projections/admin/policies.ts";
import { findUser } from "../../projections/accounts/users.ts";
import { walletSummary } from "../../projections/wallet/wallets.ts";
import { lagosDay, lagosDayStart } from "../../backend/contract/policy.ts";
import type { Policy } from "../../backend/contract/policy_rules.ts";
import type { TrustLevel } from "../../backend/contract/trust.ts";
import { between, type Random, seededRandom } from "../../backend/testing/random.ts";
import { raiseLevel } from "../../backend/testing/people_fixtures.ts";
import { givePremium } from "../../backend/testing/premium.ts";
import { holdsOf } from "../../backend/wallet/gate.ts";
import { settleDue } from "../../backend/wallet/settling/settle.ts";
import type { Bot, FarmKind } from "./bot.ts";
import { FARMS } from "./farms.ts";
import { linkedGroups } from "./groups.ts";
import { freezeFarms } from "./human.ts";
import { type Habit, HABITS } from "./habits.ts";
import { addArtist, LONGEST_SECONDS, type Song } from "./music.ts";
import { Person } from "./person.ts";
import { type Account, Phone } from "./phone.ts";
import { openTownService, type TownService } from "./service.ts";
import { provePhone, rename, signUp } from "./sign_up.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Long enough before the first day for a farm's backlog of 14 days. */
const SIGN_UP_DAYS = 16;
/** The most accounts that one number may prove. */
export const PEOPLE_A_NUMBER = 3;
/** A machine may be busy. */
const SETTLE_MS = 600_000;
const SIGN_UPS_AT_ONCE = 10;
const CARRIER = "102.89.0.1";

interface TownOptions {
  readonly seed: number;
  readonly days: number;
  /** How much of a whole town: accounts of farms and honest people. */
  readonly share: number;
  /** Of the farms' accounts. */
  readonly level: TrustLevel;
  say(line: string): void;
}

/** A farm and its accounts, after the run. */
export interface Farm {
  readonly kind: FarmKind;
  readonly bots: readonly Bot[];
}

/** People of one habit, after the run. */
interface Neighbours {
  readonly habit: Habit;
  readonly people: readonly Person[];
}

/** What a run has left behind. */
export interface TownRun {
  readonly options: TownOptions;
  readonly farms: readonly Farm[];
  readonly neighbours: readonly Neighbours[];
  readonly policy: Policy;
  /** Units by Lagos day. */
  readonly poolUsed: ReadonlyMap<string, number>;
  /** Honest people who are suspended although no admin suspended them. */
  readonly suspended: number;
  /** The longest hold that an honest person met, from its beginning to its end; Infinity where it has none. Ms. */
  readonly longestHoldMs: number;
  /** When a human froze the groups, epoch ms; only where the farms' accounts are of level 1. */
  readonly frozenAt: number | undefined;
  /** What farms' accounts can withdraw at the end, in units, by user. */
  readonly available: ReadonlyMap<string, number>;
  /** Accounts that the back office sees as linked. */
  readonly groups: readonly ReadonlySet<string>[];
}

/** Lets a town live for some days on the real service, and answers what everyone did and was paid. */
export async function runTown(options: TownOptions): Promise<TownRun> {
  const firstMidnight = lagosDayStart("2026-06-08");
  const midnights = Array.from({ length: options.days }, (_, day) => firstMidnight + day * DAY_MS);
  await using service = await openTownService(firstMidnight - (SIGN_UP_DAYS + 5) * DAY_MS);
  const town = new Town(service, midnights, options);
  options.say("… everyone signs up");
  const neighbours = await town.settle();
  const farms = await town.plant();
  const people = neighbours.flatMap((one) => one.people);
  const farmed = farms.flatMap(({ bots }) => bots.map(({ phone }) => phone.account.userId));
  const frozenAt = options.level === 0 ? undefined : midnights[Math.floor(options.days / 2)];
  await service.clock.run([...town.lives(neighbours, farms), () => town.tidyUp({ farmed, people, frozenAt })]);
  await service.deps.store.settle(SETTLE_MS);
  return {
    ...{ options, farms, neighbours },
    policy: policyAt(await readPolicies(service.deps.store.sql), service.clock.now()),
    poolUsed: await town.poolUsed(),
    suspended: await suspendedOf(service, people),
    longestHoldMs: town.longestHoldMs,
    frozenAt,
    available: await availableOf(service, farmed),
    groups: await linkedGroups(service.deps),
  };
}

/** Makes the people and the farms of a town, and lives their days. */
class Town {
  #songs: readonly Song[] = [];
  #seeds = 0;
  longestHoldMs = 0;

  constructor(
    readonly service: TownService,
    readonly midnights: readonly number[],
    readonly options: TownOptions,
  ) {}

  /** Artists, and the honest people, who sign up at all hours of several days. */
  async settle(): Promise<Neighbours[]> {
    const { deps } = this.service;
    const artists: Song[][] = [];
    for (let artist = 0; artist < 8; artist++) {
      artists.push(await addArtist(deps, { name: `Artist ${artist}`, songs: 12, random: this.#random() }));
    }
    this.#songs = artists.flat();
    const made = HABITS.map((habit, street) => ({ habit, street, people: [] as Person[] }));
    await this.service.clock.run(
      made.flatMap(({ habit, street, people }) =>
        Array.from({ length: this.#count(habit.people) }, (_, index) => async () => {
          people[index] = await this.#arrive(habit, { street, index, fanOf: artists[index % artists.length] ?? [] });
        })
      ),
    );
    return made;
  }

  /** The farms: each has an artist of its own, and signs its accounts up within an hour or two. */
  async plant(): Promise<Farm[]> {
    const farms: Farm[] = [];
    for (const [field, kind] of FARMS.entries()) {
      const name = `${kind.name} Artist`;
      const songs = { songs: 20, random: this.#random(), seconds: LONGEST_SECONDS };
      const own = await addArtist(this.service.deps, { name, ...songs });
      const bots: Bot[] = [];
      const beganAt = this.service.clock.now();
      await this.service.clock.run(
        Array.from({ length: this.#count(kind.accounts) }, (_, index) => async () => {
          await this.service.clock.until(beganAt + Math.floor(index / SIGN_UPS_AT_ONCE) * 4 * MINUTE_MS);
          bots[index] = await this.#sow(kind, { field, index, own });
        }),
      );
      farms.push({ kind, bots });
    }
    return farms;
  }

  /** What everyone does from the first midnight on. */
  lives(neighbours: readonly Neighbours[], farms: readonly Farm[]): (() => Promise<void>)[] {
    return [
      ...neighbours.flatMap(({ habit, people }) =>
        people.map((person, index) => () => this.#live(habit, { person, index }))
      ),
      ...farms.flatMap(({ kind, bots }) => bots.map((bot) => () => kind.live(bot))),
    ];
  }

  /** What happens beside the requests, every hour: projections follow, rewards settle; once a human looks at the groups. */
  async tidyUp(
    { farmed, people, frozenAt }: {
      farmed: readonly string[];
      people: readonly Person[];
      frozenAt: number | undefined;
    },
  ): Promise<void> {
    const { clock, deps } = this.service;
    await this.#rename(people.filter((_, index) => index % 4 === 0));
    for (const midnight of this.midnights) {
      this.options.say(`… ${lagosDay(midnight)}`);
      for (let hour = 0; hour < 24; hour++) {
        await clock.until(midnight + hour * HOUR_MS);
        await deps.store.settle(SETTLE_MS);
        await settleDue(deps);
        if (clock.now() === frozenAt) await freezeFarms(this.service, new Set(farmed));
        await this.#lookAtHolds(people);
      }
    }
  }

  /** A marriage or a typing error: it holds what leaves the account for a while. */
  async #rename(people: readonly Person[]): Promise<void> {
    await this.service.clock.until(this.midnights[0] ?? 0);
    for (const { phone } of people) {
      await rename(this.service, { account: phone.account, firstName: "Adaeze", address: phone.options.address });
    }
  }

  async #lookAtHolds(people: readonly Person[]): Promise<void> {
    const { deps, clock } = this.service;
    const owners = people.map(({ phone: { account: { userId } } }) => ({ shard: deps.shardOf(userId), userId }));
    for (const { since, until = Infinity } of (await holdsOf(deps.store.sql, owners, clock.now())).values()) {
      this.longestHoldMs = Math.max(this.longestHoldMs, until - since);
    }
  }

  async poolUsed(): Promise<Map<string, number>> {
    const { sql } = this.service.deps.store;
    const used = new Map<string, number>();
    for (const day of this.midnights.map(lagosDay)) used.set(day, (await findPoolUsed(sql, 0, day)).all);
    return used;
  }

  async #arrive(
    habit: Habit,
    { street, index, fanOf }: { street: number; index: number; fanOf: readonly Song[] },
  ): Promise<Person> {
    const { clock } = this.service;
    const random = this.#random();
    await clock.pass(Math.floor(between(random, 0, 4 * 24)) * HOUR_MS);
    const { behindOneAddress: behind, onOnePhone = 1 } = habit;
    const address = behind === "carrier" ? CARRIER : `197.210.${street}.${Math.floor(index / behind)}`;
    const account = await signUp(this.service, { email: `person.${street}.${index}@orin.example`, address });
    const deviceId = `phone-${street}-${Math.floor(index / onOnePhone)}`;
    // Most of them have used Orin for a while.
    const level = index % 4 === 0 ? 0 : 1;
    await this.#trust(account, { level, number: numberOf("805", street, index), address });
    const clockErrorMs = habit.hasWrongClock ? Math.round(between(random, 1, 9) * HOUR_MS) * (index % 2 ? 1 : -1) : 0;
    const songs = habit.isFan ? fanOf : this.#songs;
    return new Person(new Phone(this.service, account, { deviceId, address }), clock, {
      ...{ level, songs, random, clockErrorMs },
    });
  }

  async #sow(
    kind: FarmKind,
    { field, index, own }: { field: number; index: number; own: readonly Song[] },
  ): Promise<Bot> {
    const house = kind.addresses === "carrier" ? 0 : index % Math.ceil(kind.addresses * this.options.share);
    const address = kind.addresses === "carrier" ? CARRIER : `105.112.${field}.${house}`;
    const account = await signUp(this.service, { email: `bot.${field}.${index}@orin.example`, address });
    // As many accounts as Orin lets have one number share it, one after the other.
    const number = numberOf("803", field, Math.floor(index / PEOPLE_A_NUMBER));
    await this.service.clock.pass(index % PEOPLE_A_NUMBER * HOUR_MS);
    await this.#trust(account, { level: this.options.level, number, address });
    const phone = new Phone(this.service, account, { deviceId: `farm-${field}-${index}`, address });
    const { clock } = this.service;
    return { phone, clock, random: this.#random(), index, own, town: this.#songs, midnights: this.midnights };
  }

  /** Proves the number and then has the level, without the days of listening that it asks for. */
  async #trust(
    account: Account,
    { level, number, address }: { level: TrustLevel; number: string; address: string },
  ): Promise<void> {
    if (level === 0) return;
    await provePhone(this.service, { account, number, address });
    await raiseLevel(this.service.deps, account.userId, level);
  }

  async #live(habit: Habit, { person, index }: { person: Person; index: number }): Promise<void> {
    const { clock, deps } = this.service;
    await clock.until(this.midnights[0] ?? 0);
    if (habit.isPremium) await givePremium(deps, person.phone.account.userId);
    for (const midnight of this.midnights) await habit.day(person, { midnight, index });
    await clock.pass(HOUR_MS);
    await person.tell();
  }

  #count(whole: number): number {
    return Math.max(2, Math.round(whole * this.options.share));
  }

  /** Random numbers of their own for each person, so that one more changes nothing for the others. */
  #random(): Random {
    return seededRandom(this.options.seed * 100_003 + this.#seeds++);
  }
}

async function availableOf({ deps }: TownService, userIds: readonly string[]): Promise<Map<string, number>> {
  const found = await Promise.all(userIds.map(async (userId) => {
    const { availableUnits } = await walletSummary(deps.store.sql, deps.shardOf(userId), userId);
    return [userId, availableUnits] as const;
  }));
  return new Map(found);
}

async function suspendedOf({ deps }: TownService, people: readonly Person[]): Promise<number> {
  const users = await Promise.all(people.map(({ phone }) => findUser(deps.store.sql, phone.account.userId)));
  return users.filter((user) => user?.suspension !== undefined).length;
}

/** A mobile number of its own, in E.164. */
function numberOf(network: string, street: number, index: number): string {
  return `+234${network}${String(street * 100_000 + index).padStart(7, "0")}`;
}
