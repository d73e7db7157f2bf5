import { between, pick } from "../../backend/testing/random.ts";
import type { Song } from "./music.ts";
import type { HeardPlay, Person } from "./person.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How a kind of honest people listens. A new kind is one more row of `HABITS`. */
export interface Habit {
  readonly name: string;
  /** In a whole town. */
  readonly people: number;
  /** How many of them live behind one address, and how many share a phone; `carrier`: all behind that network's. */
  readonly behindOneAddress: number | "carrier";
  readonly onOnePhone?: number;
  /** One artist, instead of everyone's songs. */
  readonly isFan?: true;
  readonly isPremium?: true;
  /** Their phones' clocks are wrong by hours. */
  readonly hasWrongClock?: true;
  /** They use what no document promises: their row is printed, and no target holds for it. */
  readonly isUndocumented?: true;
  /** A day that begins at this midnight (epoch ms); `index` is the person's place among those of the habit. */
  day(person: Person, at: { readonly midnight: number; readonly index: number }): Promise<void>;
}

export const HABITS: readonly Habit[] = [
  { name: "Commuters without network", people: 40, behindOneAddress: "carrier", day: commute },
  { name: "Families behind one address", people: 40, behindOneAddress: 4, day: evening },
  { name: "Students of one hostel", people: 40, behindOneAddress: 40, day: evening },
  { name: "Two people with one phone", people: 20, behindOneAddress: 2, onOnePhone: 2, day: takeTurns },
  { name: "Phones with a wrong clock", people: 20, behindOneAddress: "carrier", hasWrongClock: true, day: evening },
  { name: "Clients that send minutes alone", people: 20, behindOneAddress: "carrier", day: tellMinutes },
  {
    name: "Wrong clock, startedAt without sentAt",
    people: 20,
    behindOneAddress: "carrier",
    hasWrongClock: true,
    isUndocumented: true,
    day: tellWrongStart,
  },
  { name: "Night workers", people: 20, behindOneAddress: 5, day: night },
  { name: "Fans of one artist", people: 20, behindOneAddress: 1, isFan: true, day: evening },
  { name: "Premium, saved songs", people: 20, behindOneAddress: 1, isPremium: true, day: hearSaved },
];

/** Songs fetched at home, heard on the way without network, told hours later; in the evening the network breaks off. */
async function commute(person: Person, { midnight }: { midnight: number }): Promise<void> {
  const { clock, phone, random } = person;
  await clock.until(midnight + 6 * HOUR_MS + between(random, 0, 60) * MINUTE_MS);
  const fetched: [Song, number][] = [];
  for (const song of person.choose(4, 7)) fetched.push([song, await phone.fetchSong(song)]);
  await clock.pass(between(random, 10, 40) * MINUTE_MS);
  for (const [song, ms] of fetched) await person.hear(song, { ms, offline: true });
  await clock.pass(between(random, 1, 3) * HOUR_MS);
  await person.tell();
  await clock.until(midnight + 17 * HOUR_MS + between(random, 0, 60) * MINUTE_MS);
  for (const song of person.choose(3, 6)) {
    const ms = await phone.fetchSong(song, { share: random() < 0.3 ? between(random, 0.3, 0.9) : 1 });
    await person.hear(song, { ms, offline: true });
  }
  await clock.pass(between(random, 1, 3) * HOUR_MS);
  await person.tell();
}

async function evening(person: Person, { midnight }: { midnight: number }): Promise<void> {
  await person.clock.until(midnight + between(person.random, 18, 20.5) * HOUR_MS);
  await hearOnline(person, person.choose(8, 16));
}

/** One after the other on the same phone. */
async function takeTurns(person: Person, { midnight, index }: { midnight: number; index: number }): Promise<void> {
  await person.clock.until(
    midnight + (index % 2 === 0 ? 15 : 19) * HOUR_MS + between(person.random, 0, 60) * MINUTE_MS,
  );
  await hearOnline(person, person.choose(8, 16));
}

/** From before midnight until after it. */
async function night(person: Person, { midnight }: { midnight: number }): Promise<void> {
  await person.clock.until(midnight + between(person.random, 22.5, 23.8) * HOUR_MS);
  await hearOnline(person, person.choose(14, 20));
}

/** The documented body: minutes, and no moment. */
async function tellMinutes(person: Person, { midnight }: { midnight: number }): Promise<void> {
  await tellOneByOne(person, midnight, () => ({}));
}

/** The start by a clock that is wrong, and nothing that shows how wrong. */
async function tellWrongStart(person: Person, { midnight }: { midnight: number }): Promise<void> {
  await tellOneByOne(person, midnight, ({ startedAt }) => ({ startedAt: startedAt + person.clockErrorMs }));
}

async function tellOneByOne(person: Person, midnight: number, more: (heard: HeardPlay) => object): Promise<void> {
  await person.clock.until(midnight + between(person.random, 12, 20) * HOUR_MS);
  for (const song of person.choose(8, 16)) {
    const heard = await person.hear(song, { ms: await person.phone.fetchSong(song), offline: false });
    if (!heard) return;
    person.takeNewest();
    await person.phone.tellMinutes(song.trackId, heard.heardMs, { playId: heard.playId, ...more(heard) });
    await person.clock.pass(between(person.random, 5, 90) * 1_000);
  }
}

/** Saved over the network, heard without it, told in the evening or a day later. */
async function hearSaved(person: Person, { midnight }: { midnight: number }): Promise<void> {
  const { clock, phone, random } = person;
  await clock.until(midnight + between(random, 5, 7) * HOUR_MS);
  const saved = await phone.save(person.choose(10, 15));
  await clock.pass(HOUR_MS);
  for (const song of saved) {
    await person.hear(song, { ms: song.durationMs, offline: true });
    await clock.pass(between(random, 1, 20) * MINUTE_MS);
  }
  await clock.until(midnight + 20 * HOUR_MS);
  if (pick(random, [true, false])) await person.tell();
}

/** Each song is fetched, heard and told before the next one. */
async function hearOnline(person: Person, songs: readonly Song[]): Promise<void> {
  for (const song of songs) {
    const ms = await person.phone.fetchSong(song);
    if (ms === 0) return;
    await person.hear(song, { ms, offline: false });
    await person.tell();
    await person.clock.pass(between(person.random, 2, 60) * 1_000);
  }
}
