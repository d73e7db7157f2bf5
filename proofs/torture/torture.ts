/// <reference lib="dom" />
import type { Browser, BrowserContext, Page } from "playwright-core";
import { availableAccount, reservedAccount, settlingAccount } from "../../backend/ledger/chart.ts";
import { readBalances, readTotal } from "../../backend/ledger/accounts.ts";
import { startBrowser } from "../../backend/testing/chromium.ts";
import { givePremium } from "../../backend/testing/premium.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { seededRandom } from "../../pwa/src/outbox/testing/random.ts";
import { publishAlbum } from "../../pwa/e2e/given_album.ts";
import { waitForWorker } from "../../pwa/e2e/given_listener.ts";
import { GivenNetwork } from "../../pwa/e2e/given_network.ts";
import { givePerson, type Person } from "../../pwa/e2e/given_people.ts";
import { serveApp } from "../../pwa/e2e/e2e_server.ts";
import { pause } from "../parts/waiting.ts";
import { type Heard, listenIn, loosenClock, setClock } from "./ear.ts";
import { NetworkFaults, type TakenReport } from "./network_faults.ts";

const MS_PER_UNIT = 3_000;
const PATIENCE_MS = 6_000;
const MINUTE_MS = 60_000;
/** The app keeps what was heard every 5 s: who is killed loses no more than that. */
const LOST_BY_A_KILL_MS = 5_500;
/** Who has heard less has not listened. */
const SHORTEST_MS = 1_000;
/** Ear and app look at other moments: what they may differ in where a listen begins, ends or is cut. */
const BLUR_MS = 350;

/** What came of a torture: of each user what was heard, told and paid, and what may be missing. */
interface Outcome {
  readonly users: readonly UserOutcome[];
  readonly refused: readonly TakenReport[];
  /** Sum of all accounts: zero. */
  readonly total: number;
  readonly left: number;
  /** How often the clock was set. */
  readonly clockSets: number;
}

interface UserOutcome {
  readonly name: string;
  readonly heardMs: number;
  /** By the reports that the service has taken. */
  readonly toldMs: number;
  /** Units that these are worth, by this test's own sum. */
  readonly worth: number;
  /**
   * Of these what the service says lies over other time, or in the future: with a clock set back two plays can, and are
   * paid once; with one set forward while a song plays the rest of it is.
   */
  readonly overlapping: number;
  readonly balance: number;
  readonly plays: number;
  /** What kills and moments too short to be a play may have lost. */
  readonly mayBeLostMs: number;
  readonly blurMs: number;
}

interface Orders {
  readonly seed: number;
  readonly seconds: number;
  readonly songs: number;
  log(line: string): void;
}

/**
 * A bad half hour of one phone, squeezed into `seconds`: two tabs, two users, a network that goes, crawls, answers 503
 * or loses answers, tabs that are killed, a clock that jumps. Then all is well again, and what waits is sent.
 */
export async function torture({ seed, seconds, songs: count, log }: Orders): Promise<Outcome> {
  await using stack = new AsyncDisposableStack();
  const world = stack.use(await openWorld());
  const { songs } = await publishAlbum(world, { album: "Torture", songs: count });
  const people = [await givePerson(world, "Ada", "listener"), await givePerson(world, "Bola", "listener")];
  // Nothing but what was heard bounds what they earn.
  for (const { userId } of people) await givePremium(world.deps, userId);
  await world.deps.store.settle();
  const server = stack.use(
    await serveApp(world),
  );
  const weather = stack.use(new NetworkFaults(server.url));
  const network = stack.use(new GivenNetwork(weather.url));
  const browser = await startBrowser();
  stack.defer(() => browser.close());
  const phone = new Phone({ browser, network, weather, people, seed, log, titles: songs.map(({ title }) => title) });
  await phone.start();
  log("The phone is on");
  await phone.live(seconds * 1_000);
  log("All is well again");
  const left = await phone.recover();
  const durations = new Map(songs.map(({ trackId, durationMs }) => [trackId, durationMs]));
  const heard = phone.heard();
  return {
    users: await Promise.all(people.map(async ({ userId, email }, index): Promise<UserOutcome> => {
      const own = heard.filter((one) => one.userId === userId);
      const reports = weather.taken.filter((one) => one.userId === userId);
      const short = msOf(own.filter(({ ms }) => ms < SHORTEST_MS + BLUR_MS));
      const sum = sumOf(reports, durations);
      return {
        ...{ name: email, heardMs: msOf(own), ...sum, balance: await balanceOf(world, userId) },
        mayBeLostMs: short + LOST_BY_A_KILL_MS * (phone.kills[index] ?? 0),
        blurMs: BLUR_MS * (sum.plays + (phone.turns[index] ?? 0)),
      };
    })),
    refused: weather.taken.filter(({ status }) => status === "refused"),
    total: await readTotal(world.deps.store.sql),
    left,
    clockSets: phone.clockSets,
  };
}

/** What is wrong after a torture, in words; nothing where each was paid exactly for what they heard. */
export function faultsOf({ users, refused, total, left, clockSets }: Outcome): string[] {
  const faults: string[] = [];
  if (left > 0) faults.push(`${left} plays were never sent`);
  if (total !== 0) faults.push(`the books sum to ${total}`);
  for (const { playId, reason } of refused) faults.push(`play ${playId} was refused: ${reason}`);
  for (const { name, heardMs, toldMs, worth, overlapping, balance, mayBeLostMs, blurMs } of users) {
    if (overlapping > 0 && clockSets === 0) {
      faults.push(`${overlapping} units of ${name} overlap, by a clock that was right`);
    }
    if (balance > worth || balance < worth - overlapping) {
      faults.push(`${name} has ${balance} units for what is worth ${worth}, of it ${overlapping} twice`);
    }
    if (toldMs > heardMs + blurMs) faults.push(`${name} was paid for ${toldMs} ms and heard ${heardMs}`);
    if (toldMs < heardMs - blurMs - mayBeLostMs) faults.push(`${name} heard ${heardMs} ms and was paid for ${toldMs}`);
  }
  if (msOf(users.map(({ toldMs: ms }) => ({ ms }))) === 0) faults.push("nobody heard anything");
  return faults;
}

function msOf(list: readonly { readonly ms: number }[]): number {
  return Math.round(list.reduce((sum, { ms }) => sum + ms, 0));
}

/** What reports are worth: each new second of a play once, a track's length a day for each track, a unit for three seconds. */
function sumOf(reports: readonly TakenReport[], durations: ReadonlyMap<string, number>) {
  const plays = new Map<string, { toldMs: number; creditedMs: number }>();
  const byTrack = new Map<string, number>();
  let overlappingMs = 0;
  for (const { playId, trackId, listenedMs, reason } of reports) {
    const play = plays.get(playId) ?? { toldMs: 0, creditedMs: 0 };
    const credited = byTrack.get(trackId) ?? 0;
    const granted = Math.max(0, Math.min(listenedMs - play.toldMs, (durations.get(trackId) ?? 0) - credited));
    if (reason === "overlap" || reason === "future") overlappingMs += granted;
    byTrack.set(trackId, credited + granted);
    plays.set(playId, { toldMs: Math.max(listenedMs, play.toldMs), creditedMs: play.creditedMs + granted });
  }
  const sums = [...plays.values()];
  return {
    toldMs: sums.reduce((sum, { toldMs }) => sum + toldMs, 0),
    worth: sums.reduce((sum, { creditedMs }) => sum + Math.floor(creditedMs / MS_PER_UNIT), 0),
    overlapping: Math.ceil(overlappingMs / MS_PER_UNIT),
    plays: plays.size,
  };
}

async function balanceOf({ deps }: World, userId: string): Promise<number> {
  const accounts = [availableAccount(userId), reservedAccount(userId), settlingAccount(userId)];
  const balances = await readBalances(deps.store.sql, deps.shardOf(userId), accounts);
  return [...balances.values()].reduce((sum, units) => sum + units, 0);
}

interface PhoneParts {
  readonly browser: Browser;
  readonly network: GivenNetwork;
  readonly weather: NetworkFaults;
  readonly people: readonly Person[];
  readonly titles: readonly string[];
  readonly seed: number;
  log(line: string): void;
}

class Phone {
  /** How often each user's sound was killed with its tab. */
  readonly kills = [0, 0];
  /** How often something befell each of them that may cut a listen. */
  readonly turns = [0, 0];
  clockSets = 0;
  heard: () => Heard[] = () => [];
  readonly #parts: PhoneParts;
  readonly #random: () => number;
  #context: BrowserContext | undefined;
  #user = 0;
  #clockOffMs = 0;
  /** Songs that each user has not begun yet; then again from the start. */
  readonly #unheard: string[][];

  constructor(parts: PhoneParts) {
    this.#parts = parts;
    this.#random = seededRandom(parts.seed);
    this.#unheard = parts.people.map(() => [...parts.titles]);
  }

  get #page(): Page | undefined {
    return this.#context?.pages().at(-1);
  }

  async start(): Promise<void> {
    const { browser, network } = this.#parts;
    this.#context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: network.url });
    this.#context.setDefaultTimeout(PATIENCE_MS);
    // The worker keeps the right time: a clock that is off is only of this test's pages.
    await this.#context.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, "sync"));
    await loosenClock(this.#context);
    this.heard = await listenIn(this.#context);
    await this.#logIn();
    const page = this.#page;
    if (page) await waitForWorker(page);
    await this.#open();
    await this.#play();
  }

  async live(ms: number): Promise<void> {
    const moves: [name: string, often: number, move: () => Promise<unknown>][] = [
      ["another song", 4, () => this.#play()],
      ["the next song", 2, () => this.#press("n")],
      ["pause and go on", 2, () => this.#pause()],
      // Back again nothing new would be delivered, so by the rules nothing more is earned.
      ["seek", 2, () => this.#press("ArrowRight")],
      ["no network", 2, () => this.#offline()],
      ["2G", 2, () => this.#under("2G")],
      ["503", 2, () => this.#under("503")],
      ["lost answers", 2, () => this.#under("answers lost")],
      ["reload", 1, () => this.#reload()],
      ["killed tab", 2, () => this.#kill()],
      ["second tab", 2, () => this.#secondTab()],
      ["another user", 1, () => this.#changeUser()],
      ["clock set back", 1, () => this.#jump(-1)],
      ["clock set forward", 1, () => this.#jump(1)],
    ];
    const bag = moves.flatMap((move) => Array.from({ length: move[1] }, () => move));
    for (const until = Date.now() + ms; Date.now() < until;) {
      const [name, , move] = bag[this.#below(bag.length)] ?? moves[0] ?? ["", 0, () => Promise.resolve()];
      this.turns[this.#user] = (this.turns[this.#user] ?? 0) + 1;
      // A button that a bad network keeps away is part of such a life.
      const trouble = await move().then(() => "", (error) => ` (${String(error).split("\n")[0]})`);
      this.#parts.log(`${name}${trouble}`);
      await this.#wait(1_000, 4_000);
    }
  }

  /** Everything is well again: what waits is sent. Answers how many rows are left, which is none. */
  async recover(): Promise<number> {
    const { network, weather } = this.#parts;
    network.give();
    weather.weather = "fair";
    await this.#context?.setOffline(false);
    // A paused listen would go on in its own tab: a new one ends it.
    const before = this.#context?.pages() ?? [];
    const page = await this.#newPage();
    for (const one of before) await one.close();
    await this.#goTo(page, "/songs");
    const deadline = Date.now() + 5 * MINUTE_MS;
    let left = await this.#waiting();
    for (; left > 0 && Date.now() < deadline; left = await this.#waiting()) {
      await pause(1_000);
    }
    return left;
  }

  async #logIn(): Promise<void> {
    const person = this.#parts.people[this.#user];
    const page = this.#page ?? await this.#newPage();
    await this.#goTo(page, "/login");
    await page.getByLabel("Email", { exact: true }).fill(person?.email ?? "");
    await page.getByLabel("Password", { exact: true }).fill(person?.password ?? "");
    await page.getByRole("button", { name: "Login" }).click();
    await page.waitForURL((url) => url.pathname === "/", { timeout: 5 * PATIENCE_MS });
  }

  async #open(): Promise<Page> {
    const page = this.#page ?? await this.#newPage();
    await this.#goTo(page, "/songs");
    return page;
  }

  #goTo(page: Page, path: string) {
    return page.goto(path, { waitUntil: "commit", timeout: 5 * PATIENCE_MS });
  }

  async #newPage(): Promise<Page> {
    if (!this.#context) throw new Error("The phone is not on");
    return await this.#context.newPage();
  }

  async #play(): Promise<void> {
    const page = this.#page;
    if (!page) return;
    if (new URL(page.url()).pathname !== "/songs") await this.#open();
    const titles = this.#unheard[this.#user] ?? [];
    if (titles.length === 0) titles.push(...this.#parts.titles);
    const [title] = titles.splice(this.#below(titles.length), 1);
    await page.getByRole("button", { name: new RegExp(`^Play ${title}`) }).first().click();
  }

  async #press(key: string): Promise<void> {
    await this.#page?.locator("body").press(key, { timeout: PATIENCE_MS });
  }

  async #pause(): Promise<void> {
    await this.#press("k");
    await this.#wait(500, 2_000);
    await this.#press("k");
  }

  async #offline(): Promise<void> {
    const { network } = this.#parts;
    // Sometimes the browser knows, and sometimes it believes to be connected.
    const isKnown = this.#random() < 0.5;
    network.take({ hangs: !isKnown && this.#random() < 0.5 });
    if (isKnown) await this.#context?.setOffline(true);
    await this.#wait(2_000, 6_000);
    if (this.#random() < 0.3) await this.#reload().catch(() => undefined);
    network.give();
    await this.#context?.setOffline(false);
  }

  async #under(weather: NetworkFaults["weather"]): Promise<void> {
    this.#parts.weather.weather = weather;
    if (this.#random() < 0.5) await this.#press("n").catch(() => undefined);
    await this.#wait(2_000, 5_000);
    this.#parts.weather.weather = "fair";
  }

  async #reload(): Promise<void> {
    await this.#page?.reload({ waitUntil: "commit", timeout: 5 * PATIENCE_MS });
    await this.#press("k");
  }

  /** As when the system needs memory: no event tells the page. */
  async #kill(): Promise<void> {
    const page = this.#page;
    if (!page || !this.#context) return;
    this.kills[this.#user] = (this.kills[this.#user] ?? 0) + 1;
    const devtools = await this.#context.newCDPSession(page);
    const crashed = page.waitForEvent("crash");
    void devtools.send("Page.crash").catch(() => undefined);
    await crashed;
    // Tabs that shared its process are gone with it.
    for (const one of this.#context.pages()) {
      const answers = await Promise.race([
        one.evaluate(() => true).catch(() => false),
        pause(2_000).then(() => false),
      ]);
      if (!answers) await one.close();
    }
    await this.#open();
    await this.#play();
  }

  async #secondTab(): Promise<void> {
    const pages = this.#context?.pages() ?? [];
    if (pages.length > 1) {
      await pages[this.#below(pages.length)]?.close();
    } else {
      await this.#goTo(await this.#newPage(), "/songs");
    }
    await this.#play();
  }

  async #changeUser(): Promise<void> {
    const page = this.#page;
    if (!page) return;
    await this.#goTo(page, "/settings");
    await page.getByRole("button", { name: "Log out", exact: true }).first().click({ timeout: 5 * PATIENCE_MS });
    const sure = page.getByRole("alertdialog").getByRole("button", { name: "Log out" });
    const end = Date.now() + 2 * PATIENCE_MS;
    while (!page.url().endsWith("/login") && Date.now() < end) {
      if (await sure.isVisible()) await sure.click().catch(() => undefined);
      await page.waitForTimeout(100);
    }
    this.#user = 1 - this.#user;
    await this.#logIn();
    await this.#open();
    await this.#play();
  }

  /**
   * The clock goes back at any time. Forward it goes only when nothing waits: it looks like a phone that slept, so that
   * a play of before would be reported as one of hours ago, when no sound was sent.
   */
  async #jump(direction: 1 | -1): Promise<void> {
    if (!this.#context || (direction === 1 && await this.#untold() > 0)) return;
    this.clockSets++;
    this.#clockOffMs += direction * (1 + this.#below(90)) * MINUTE_MS;
    await setClock(this.#context, this.#clockOffMs);
  }

  /** Rows of the outbox, and listens that go on. */
  async #waiting(): Promise<number> {
    return (await this.#rows()).length;
  }

  /** Of them those of which the service has never heard. */
  async #untold(): Promise<number> {
    return (await this.#rows()).filter(({ store, reports }) => store === "outbox" || reports === 0).length;
  }

  async #rows(): Promise<{ store: string; reports: number }[]> {
    return await this.#page?.evaluate(readOutbox) ?? [];
  }

  #wait(leastMs: number, mostMs: number): Promise<void> {
    return pause(leastMs + this.#random() * (mostMs - leastMs));
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

/** Runs in the page. */
async function readOutbox(): Promise<{ store: string; reports: number }[]> {
  const database = await new Promise<IDBDatabase>((done, fail) => {
    const request = indexedDB.open("orin-outbox");
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  const rows = await Promise.all(
    ["sessions", "outbox"].map((store) =>
      new Promise<{ store: string; reports: number }[]>((done) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => done(request.result.map(({ reports = 0 }) => ({ store, reports })));
      })
    ),
  );
  database.close();
  return rows.flat();
}
