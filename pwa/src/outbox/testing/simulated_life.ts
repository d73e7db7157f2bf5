import { openOutboxHandle } from "../database.ts";
import { openOutbox, type Outbox } from "../outbox.ts";
import type { Session } from "../session.ts";
import { type FakeContext, FakeDevice } from "./fake_device.ts";
import { BadNetwork, ticks } from "./bad_network.ts";
import { FakeService } from "./fake_service.ts";
import type { Reporter } from "../reporters.ts";
import { hear, PLAY } from "./given.ts";
import { seededRandom } from "./random.ts";
import { SimulatedWrites } from "./simulated_writes.ts";

const MINUTE = 60_000;
const USERS = ["ada", "bola"] as const;

interface SimulatedTab {
  memory: { name: string | null };
  context?: FakeContext;
  outbox?: Outbox;
  session?: Session | undefined;
}

/**
 * A random life of one phone: two tabs and a worker, two users, a bad network, crashes at any await, a clock that
 * jumps. It keeps count of what was heard and of what the device had acknowledged as stored.
 */
export class SimulatedLife {
  readonly device = new FakeDevice();
  readonly service = new FakeService({});
  /** Most ms heard of each play. */
  readonly heard = new Map<string, { ms: number; userId: string }>();
  /** Ms of each play that were surely stored. */
  readonly stored = new Map<string, number>();
  /** Ms heard of all plays: each of them once, whatever play it was counted for. */
  heardMs = 0;
  kills = 0;
  readonly #random: () => number;
  readonly #tabs: SimulatedTab[] = [{ memory: { name: null } }, { memory: { name: null } }];
  readonly #tokens = new Map<string, string>();
  readonly #sessions = new Map<string, string>();
  #user: string | undefined = "ada";
  readonly #network: BadNetwork;
  readonly writing: SimulatedWrites;
  #killing = true;
  #logIns = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.device.random = this.#random;
    this.#network = new BadNetwork({ device: this.device, service: this.service, random: this.#random });
    this.writing = new SimulatedWrites({ random: this.#random, sessionOf: (user) => this.#sessions.get(user) });
    this.device.fetch = (url, init) => this.#network.fetch(url, init);
    this.device.onStep = (context) => this.#maybeKill(context);
    for (const user of USERS) this.#logIn(user);
  }

  /** Lives through so many random moments. */
  async live(moments: number): Promise<void> {
    for (let moment = 0; moment < moments; moment++) {
      this.#act(this.#tabs[this.#below(2)] ?? { memory: { name: null } });
      await ticks(this.#below(40));
    }
  }

  /** Everything is well again: all tabs are closed, both users log in once more, and all that waits is sent. */
  async end(): Promise<void> {
    this.#killing = false;
    this.#network.heal();
    for (const context of [...this.device.contexts]) context.kill();
    const outbox = await openOutbox(this.device.start("last", { name: null }).effects);
    for (let hour = 0; hour < 80 && await this.#waiting() > 0; hour++) {
      // Writes go out only while their own user is logged in.
      await outbox.setReporter(this.#logIn(USERS[hour % 2] ?? "ada"));
      this.device.advance(61 * MINUTE);
      await outbox.flush();
    }
    outbox.close();
  }

  /** Rows and sessions left on the device. */
  async left(): Promise<{ sessions: number; rows: number }> {
    const handle = await openOutboxHandle(() => {});
    const [sessions, rows] = await Promise.all([handle.count("sessions"), handle.count("outbox")]);
    handle.close();
    return { sessions, rows };
  }

  async #waiting(): Promise<number> {
    const { sessions, rows } = await this.left();
    return sessions + rows;
  }

  #act(tab: SimulatedTab): void {
    if (!tab.context || tab.context.dead) return void this.#open(tab).catch(() => undefined);
    const { session, outbox } = tab;
    const moves = [
      () => this.#listen(tab),
      () => this.#listen(tab),
      () => this.#listen(tab),
      () => session && this.#store(tab, session, session.checkpoint()),
      () => session && this.#store(tab, session, session.report()),
      () => this.#listenAndReport(tab),
      () => session && this.#store(tab, session, session.part()),
      () => this.#end(tab),
      () => this.#end(tab),
      () => void outbox?.flush(),
      () => outbox?.nudge(),
      () => this.#changeUser(tab),
      () => this.#network.change(),
      () => this.#network.change(),
      () => this.#expireToken(),
      () => this.writing.act(tab, this.#user),
      () => this.writing.act(tab, this.#user),
      () => this.writing.act(tab, this.#user),
      () => this.#jumpClock(),
      () => this.device.advance(this.#below(10) * MINUTE),
      () => this.device.wake(),
      () => this.#kill(tab.context),
      () => this.#forget(tab),
      () => void this.#work().catch(() => undefined),
    ];
    moves[this.#below(moves.length)]?.();
  }

  /** Starts the app in a tab; after a reload it may go on with its session. */
  async #open(tab: SimulatedTab): Promise<void> {
    delete tab.outbox;
    delete tab.session;
    const context = tab.context = this.device.start("tab", tab.memory);
    const outbox = await openOutbox(context.effects);
    if (tab.context !== context) return;
    tab.outbox = outbox;
    await outbox.setReporter(this.#reporter());
    const [first, ...others] = await outbox.sessions.resumable();
    for (const other of others) void other.end();
    if (this.#random() < 0.7) tab.session ??= first;
    else void first?.end();
  }

  #listen(tab: SimulatedTab): void {
    tab.session ??= tab.outbox?.sessions.begin(PLAY);
    const { session } = tab;
    if (!session) return;
    const ms = 1 + this.#below(40_000);
    hear(session, { device: this.device, ms });
    this.heardMs += ms;
    const { playId, userId, listenedMs } = session.row;
    this.heard.set(playId, { ms: Math.max(listenedMs, this.heard.get(playId)?.ms ?? 0), userId });
  }

  #listenAndReport(tab: SimulatedTab): void {
    this.#listen(tab);
    if (tab.session) this.#store(tab, tab.session, tab.session.report());
  }

  #end(tab: SimulatedTab): void {
    if (tab.session) this.#store(tab, tab.session, tab.session.end());
    delete tab.session;
  }

  /** Takes note of what is surely stored once the outbox says so. */
  #store({ context, outbox }: SimulatedTab, { row }: Session, done: Promise<void>): void {
    const { playId, listenedMs } = row;
    done.then(() => {
      if (context?.dead || outbox?.snapshot().storageFailed) return;
      this.stored.set(playId, Math.max(listenedMs, this.stored.get(playId) ?? 0));
    });
  }

  #changeUser(tab: SimulatedTab): void {
    if (this.#random() < 0.7) this.#end(tab);
    this.#user = this.#random() < 0.3 ? undefined : USERS[this.#below(2)];
    // Who logs in gets a new token; sometimes the page just starts with the stored one.
    if (this.#user && this.#random() < 0.6) this.#logIn(this.#user);
    for (const { outbox, context } of this.#tabs) {
      if (!context?.dead) void outbox?.setReporter(this.#reporter());
    }
  }

  #logIn(user: string): Reporter {
    const token = `token-${user}-${++this.#logIns}`;
    this.#tokens.set(user, token);
    this.service.tokens.set(token, user);
    const session = `session-${user}-${this.#logIns}`;
    this.#sessions.set(user, session);
    this.service.sessions.set(session, user);
    return { userId: user, reportToken: token, sessionToken: session };
  }

  #reporter(): Reporter | undefined {
    const userId = this.#user;
    const reportToken = userId && this.#tokens.get(userId);
    const sessionToken = userId && this.#sessions.get(userId);
    return userId && reportToken && sessionToken ? { userId, reportToken, sessionToken } : undefined;
  }

  #expireToken(): void {
    const taken = this.#random() < 0.5 ? this.service.tokens : this.service.sessions;
    const token = [...taken.keys()][this.#below(taken.size)];
    if (token) taken.delete(token);
  }

  #jumpClock(): void {
    const jumps = [-400 * 24 * 60, -60, -1, 1, 60, 24 * 60];
    this.device.wall += (jumps[this.#below(jumps.length)] ?? 0) * MINUTE;
  }

  /** A tab that was closed, or whose memory was lost in a crash: its session is an orphan. */
  #forget(tab: SimulatedTab): void {
    this.#kill(tab.context);
    tab.memory = { name: null };
  }

  async #work(): Promise<void> {
    const outbox = await openOutbox(this.device.start("worker").effects);
    await outbox.flush();
    outbox.close();
  }

  #maybeKill(context: FakeContext): void {
    if (this.#killing && this.#random() < 0.008) void ticks(this.#below(8)).then(() => this.#kill(context));
  }

  #kill(context: FakeContext | undefined): void {
    if (!this.#killing || !context || context.dead) return;
    this.kills++;
    context.kill();
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}
