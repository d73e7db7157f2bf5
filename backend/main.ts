import { join, resolve } from "node:path";
import { whyNotListen } from "../tools/port_holder.mjs";
import { countSides } from "./approvals/reads.ts";
import { ensureFirstAdmin } from "./accounts/account/make_admin.ts";
import { forgetOldCodes } from "./accounts/code/table.ts";
import { createFiles } from "./adapters/files/mod.ts";
import type { Files } from "./adapters/files/types.ts";
import { createIdentity } from "./adapters/identity/mod.ts";
import { createMail } from "./adapters/mail/mod.ts";
import type { DevOutbox, Mail } from "./adapters/mail/types.ts";
import { readyState } from "./http/health.ts";
import { forgetOldDevices } from "./http/known_devices.ts";
import { forgetEndedSessions } from "./http/sessions.ts";
import { createMedia } from "./adapters/media/mod.ts";
import type { MediaPart } from "./adapters/media/types.ts";
import { openPlaces } from "./adapters/places/mod.ts";
import { createTexts } from "./adapters/texts/mod.ts";
import type { DevTexts } from "./adapters/texts/types.ts";
import { createPush, createPushReceiver } from "./adapters/push/mod.ts";
import type { DevPush } from "./adapters/push/types.ts";
import type { Payments } from "./adapters/payments/types.ts";
import { watchForAlerts } from "./admin/alerts/reactions.ts";
import { ALERT_JOBS } from "./admin/alerts/raise.ts";
import { forgetOldPlaying } from "./listening/device_handover/tell.ts";
import { forgetOldReads } from "./notifications/devices.ts";
import { watchStreaks } from "./notifications/reactions.ts";
import { noteAuditKeys } from "./audit/bundle_key.ts";
import { ensureFirstPolicy } from "./admin/policy/change.ts";
import {
  createApp,
  createMetricsApp,
  createWorkerApp,
  DECODERS,
  reactorsOf,
  SENDERS,
  SETTLERS,
  WORKERS,
} from "./app.ts";
import { watchReleases } from "./catalogue/release/reactions.ts";
import { forgetBeginnings, forgetDeliveries, forgetParts, forgetVisitors } from "./catalogue/stream/table.ts";
import { type Config, readConfig } from "./config.ts";
import type { Deps, Parts } from "./deps.ts";
import { openArchive, SPARSE_STREAMS } from "./start/archive.ts";
import { buildAnswersIfChanged } from "./start/build_answers.ts";
import { buildPwaIfChanged } from "./start/build_pwa.ts";
import { ClockWatch } from "./start/clock_watch.ts";
import { devRoutes } from "./start/dev_routes.ts";
import { startEmbeddedPostgres } from "./start/embedded_postgres.ts";
import { exposeFigures, measuredPayments } from "./start/figures.ts";
import { keptSecret } from "./start/kept_secret.ts";
import { EndTogether, endWithin, Readiness, runUntilStopped } from "./start/lifecycle.ts";
import { newMemory } from "./start/memory.ts";
import { oldSecretsNeeded, readKeys } from "./start/open_keys.ts";
import { FrontDoor } from "./start/set_up/front_door.ts";
import { type Part, SetUp } from "./start/set_up/progress.ts";
import { ProgressLine } from "./start/set_up/progress_line.ts";
import { migrate } from "./start/migrate.ts";
import { openCatalogue } from "./start/open_catalogue.ts";
import { openPayments } from "./start/open_payments.ts";
import { createLog } from "./start/log_lines.ts";
import { type Log, quietLog } from "./start/quiet_log.ts";
import { seedDemoWorld } from "./demo/seed/mod.ts";
import { databaseNotUsable, exitOnStartError, firstLine, StartError } from "./start/start_error.ts";
import { giftCharges } from "./gifts/give.ts";
import { measureTransfers } from "./ledger/verify.ts";
import { PROOFS } from "./start/proofs.ts";
import { ArchiveKeeper } from "./store/archive/keeper.ts";
import { BackgroundRebuilds } from "./store/projections/background_rebuilds.ts";
import { Keyring } from "./store/personal/keyring.ts";
import { forgetDoneJobs } from "./store/jobs/job_rows.ts";
import { createJobs } from "./store/jobs/jobs.ts";
import { PersonalData } from "./store/personal/personal_data.ts";
import type { Projection } from "./store/projections/projection.ts";
import { takeOver } from "./store/projections/take_over.ts";
import { OtherVersion } from "./store/log/errors.ts";
import { readHeads } from "./store/log/heads.ts";
import type { Epoch } from "./store/log/shard.ts";
import { Store } from "./store/store.ts";
import { registerUpcasts } from "./store/log/upcast.ts";
import { assessAll } from "./trust/level/assess.ts";
import { Upkeep } from "./store/upkeep.ts";
import { premiumCharges } from "./subscriptions/pay.ts";
import { forgetLinkCounts } from "./catalogue/link/table.ts";
import { DatabasePatience } from "./start/wait_for_database.ts";
import { watchRestore } from "./wallet/pause/reactions.ts";
import { beginWatch } from "./wallet/pause/watch.ts";
import { workSettling } from "./wallet/settling/work_settling.ts";
import { workMoney } from "./wallet/withdrawal/reactions.ts";
import { upcasts } from "../migrations/upcasts.ts";
import { projectionsWith } from "../projections/mod.ts";

const PAGES = join(import.meta.dirname ?? "", "../pwa/dist");
/** `npm start` answers at the port until this process does, and has installed the packages. */
const BEHIND_FIRST_START = Deno.args.includes("--behind-first-start");
/** `deno task dev` has Vite serve the app, and `deno task serve` finds it built. */
const BUILT_ELSEWHERE = ["--dev", "--prebuilt"];
/** Most transfers are confirmed within seconds; a browser still waits gladly for so long. */
const PAYOUT_PATIENCE_MS = 8_000;
/** For people, until the configuration says that programs read it. */
let log = createLog({ json: false, level: "info" });

if (import.meta.main) {
  const closers = new AsyncDisposableStack();
  let readiness: Readiness | undefined;
  const stopped = runUntilStopped({
    drain: () => readiness?.drain() ?? Promise.resolve(),
    stop: () => closers.disposeAsync(),
    log: say,
  });
  try {
    const config = readConfig(Deno.env.toObject());
    log = createLog({ json: config.env === "production", level: config.logLevel });
    readiness = new Readiness(config.drainMs);
    await start(config, closers, { serveOnly: BUILT_ELSEWHERE.some((flag) => Deno.args.includes(flag)), readiness });
    await stopped;
  } catch (error) {
    // A signal that came while it started has closed what the rest of the start was using.
    if (closers.disposed) await stopped;
    await closers.disposeAsync();
    exitOnStartError(error);
  }
}

/**
 * config -> adapters -> store -> app -> serve. What it opens is closed by `closers`, in the opposite order. Throws a
 * StartError with one line when something is not usable.
 */
async function start(
  config: Config,
  closers: AsyncDisposableStack,
  { serveOnly, readiness }: { serveOnly: boolean; readiness: Readiness },
): Promise<void> {
  const startedAt = performance.now();
  registerUpcasts(upcasts);
  await refuseBusyPort(config);
  makeDataDir(config.dataDir);
  const { setUp, door } = openDoor(config, { serveOnly });
  const files = createFiles(config.files);
  openArchive(files);
  const ownerUrl = config.databaseUrl ?? await embeddedDatabase(config, closers);
  setUp.reach("database", 0.5);
  const ring = new Keyring(config.secrets ?? [keptSecret(config.dataDir)]);
  const patience = new DatabasePatience(say);
  const keys = await orSayWhy(config, ownerUrl, () => patience.step(() => readKeys(ownerUrl, ring)));
  const projections = projectionsWith(new PersonalData(keys));
  const takesOver = config.role !== "worker";
  const migrating = { ownerUrl, projections, keys, shards: config.shards, takesOver, log: say };
  const migrated = await orSayWhy(config, ownerUrl, () => patience.step(() => migrate(migrating)));
  setUp.reach("database");
  if (ring.all.length > 1) await patience.step(() => sayNeeded(ownerUrl, keys));
  const { payments, sandbox } = await openPayments(config, { closers, log: say });
  const verify = () => upkeep.verify();
  const { deps, outboxes } = openDeps(config, { ...migrated, keys, projections, payments, files, closers, verify });
  exposeFigures(deps);
  const { serviceUrl, changed, waiting } = migrated;
  const work = closers.use(new EndTogether({ seconds: 4, log: say }));
  work.add("jobs", () => deps.jobs.stop());
  const upkeep = upkeepOf(deps, { url: serviceUrl, ownerUrl, projections, work });
  work.add("the upkeep of the log", () => upkeep[Symbol.asyncDispose]());
  if (works(config)) {
    const rebuilds = new BackgroundRebuilds(ownerUrl, { projections: changed, log: deps.log });
    work.add("a projection that is built", () => rebuilds[Symbol.asyncDispose]());
  }
  const app = appOf(deps, { readiness, outboxes });
  // Before everything else, because they wait for it.
  closers.defer(() => endWithin("requests", () => endRequests(door, deps), { seconds: 4, log: say }));
  const taking = { ownerUrl, projections: waiting, readiness };
  if (waiting.length > 0) await patience.step(() => leaveOlder(taking, () => door.open(app)));
  await noteFirsts(deps, patience);
  readiness.admit();
  beginSending(deps, work);
  const demo = sayMissing(deps.media.missing()).length === 0 && config.demo;
  const building = serveOnly ? undefined : buildApp().then(() => setUp.reach("app"));
  const world = { serviceUrl, projections, provider: sandbox };
  await Promise.all([building, demo ? makeDemo(deps, world, setUp) : undefined]);
  const { addr } = door.open(app);
  if (works(config)) startWork(deps, work);
  const restore = watchRestore(deps);
  work.add("the payment provider", () => restore.stop());
  // Payouts begin once the provider has shown its lists; a start waits a little for them.
  await restore.looked;
  await patience.step(() => caughtUp(deps));
  if (works(config)) upkeep.keepVerified();
  readiness.reach();
  const url = `http://localhost:${addr.port}`;
  welcome({ ...config, demo }, url, performance.now() - startedAt);
}

/** Whether this process follows the logs and does the jobs. */
function works({ role }: Config): boolean {
  return role !== "api";
}

/** Answers at the port from now on with how far the parts are that this start has. */
function openDoor(
  { host: hostname, port, demo }: Config,
  { serveOnly }: { serveOnly: boolean },
): { setUp: SetUp; door: FrontDoor } {
  const parts: readonly Part[] = ["database", ...serveOnly ? [] : ["app" as const], ...demo ? ["demo" as const] : []];
  const setUp = new SetUp(BEHIND_FIRST_START ? ["packages", ...parts] : parts);
  setUp.reach("packages");
  const door = new FrontDoor({ hostname, port, ...BEHIND_FIRST_START && { reusePort: true } }, setUp);
  door.listen();
  if (BEHIND_FIRST_START) Deno.kill(Deno.ppid, "SIGUSR2");
  return { setUp, door };
}

async function buildApp(): Promise<void> {
  await Promise.all([buildPwaIfChanged(say), buildAnswersIfChanged(say)]);
}

async function makeDemo(deps: Deps, world: Omit<Parameters<typeof seedDemoWorld>[1], "onShare">, setUp: SetUp) {
  const line = new ProgressLine("Making the demo world", { log: say });
  await seedDemoWorld(deps, {
    ...world,
    onShare(share) {
      setUp.reach("demo", share);
      line.at(share);
    },
  });
  line.end();
  setUp.reach("demo");
}

/** What answers requests; a process that does no more than work answers probes alone. */
function appOf(deps: Deps, { readiness, outboxes }: { readiness: Readiness; outboxes: Outboxes }) {
  const { env, role, host: hostname, metricsPort } = deps.config;
  const states = {
    isReady: () => readiness.isReady,
    isStopping: () => readiness.isStopping,
    isTakingOver: () => readiness.isTakingOver,
    admitted: readiness.admitted,
    isFollowedElsewhere: !works(deps.config),
  };
  const development = env === "development" ? { development: devRoutes(outboxes) } : {};
  const app = role === "worker"
    ? createWorkerApp(deps, states)
    : createApp(deps, { ...states, pagesDirectory: PAGES, ...development });
  deps.store.metrics.gauge("ready", {
    help: "Whether /readyz answers 200, and why it does not",
    labels: ["role", "reason"],
    async read() {
      const { reason } = await readyState(deps, states);
      return [{ labels: { role, reason }, value: Number(reason === "ready") }];
    },
  });
  const listen = { hostname, automaticCompression: true, onListen: () => {} };
  // It is read to the last moment, and ends with the process.
  if (metricsPort !== undefined) Deno.serve({ ...listen, port: metricsPort }, createMetricsApp(deps).fetch).unref();
  return app.fetch;
}

/** What every request finds: the watch over restores, the keys of the audit, a policy, founding owners, reactions. */
async function noteFirsts(deps: Deps, patience: DatabasePatience): Promise<void> {
  await patience.step(() => beginWatch(deps));
  await patience.step(() => noteAuditKeys(deps));
  await patience.step(() => ensureFirstPolicy(deps.store));
  for (const founder of deps.config.founders) await patience.step(() => ensureFirstAdmin(deps, founder));
  await patience.step(() => deps.store.react(reactorsOf(deps)));
}

/** Requests come here and wait, until the older processes are left and the tables are this version's. */
async function leaveOlder(
  { readiness, ...taking }: { ownerUrl: string; projections: readonly Projection[]; readiness: Readiness },
  open: () => void,
): Promise<void> {
  open();
  say("Taking over from processes of an older version");
  await takeOver({ ...taking, announced: () => readiness.announce(), left: () => readiness.seen() });
  say("Projections are in place");
}

function startWork(deps: Deps, work: EndTogether): void {
  for (const begin of [...WORKERS, ...DECODERS]) begin(deps);
  const [money, alerts, streaks] = [workMoney(deps), watchForAlerts(deps), watchStreaks(deps)];
  const settling = workSettling(deps, SETTLERS);
  const due = watchReleases(deps);
  work.add("releases", () => due.stop());
  work.add("reminders", () => streaks.stop());
  work.add("the payment provider", () => money.stop());
  work.add("what settles", () => settling.stop());
  work.add("alerts", () => alerts.stop());
}

async function endRequests(door: FrontDoor, { served }: Deps): Promise<void> {
  served.hurry();
  await door.close();
  await served.settle();
}

/**
 * Waits for the followers. One side alone pays nothing large and loosens no rule: the operator hears of it before the
 * first payout waits.
 */
async function caughtUp(deps: Deps): Promise<void> {
  if (works(deps.config)) await deps.store.settle(60_000);
  if (await countSides(deps.store.sql, deps.now()) < 2) {
    say("Large payouts and looser rules wait for a second founding owner: set ADMIN2_EMAIL and ADMIN2_PASSWORD");
  }
}

function beginSending(deps: Deps, work: EndTogether): void {
  if (works(deps.config)) { for (const send of SENDERS) send(deps); }
  const clock = clockOf(deps);
  work.add("the watch over the clock", () => clock[Symbol.asyncDispose]());
}

function clockOf({ store: { workSql: sql }, jobs, now, log }: Deps): ClockWatch {
  const newestEvent = async () => (await readHeads(sql)).recordedAt;
  return new ClockWatch({ now, newestEvent, bringBack: () => jobs.clockWasAhead(), log });
}

function upkeepOf(
  deps: Deps,
  { url, ownerUrl, projections, work }: {
    readonly url: string;
    readonly ownerUrl: string;
    readonly projections: readonly Projection[];
    readonly work: EndTogether;
  },
): Upkeep {
  const { store: { workSql: sql, metrics }, files, now, log } = deps;
  const afterDays = deps.config.archiveDays;
  const archive = new ArchiveKeeper({ ownerUrl, sql, files, metrics, afterDays, sparse: SPARSE_STREAMS, now, log });
  work.add("the archive", () => Promise.resolve(archive[Symbol.dispose]()));
  const forgets = [
    forgetVisitors,
    forgetParts,
    forgetBeginnings,
    forgetDeliveries,
    forgetOldDevices,
    forgetEndedSessions,
    forgetOldCodes,
    forgetOldReads,
    forgetOldPlaying,
    forgetLinkCounts,
  ];
  const forget = forgets.map((chore) => () => chore(sql, now()));
  const forgetJobs = () => forgetDoneJobs(sql, { now: now(), askedAgain: [ALERT_JOBS] });
  const chores = [() => assessAll(deps), ...forget, forgetJobs, () => archive.night()];
  return new Upkeep({ url, sql, metrics, projections, measure: measureTransfers, checks: PROOFS, chores, now, log });
}

async function embeddedDatabase(config: Config, closers: AsyncDisposableStack): Promise<string> {
  const lost = (reason: StartError) => {
    console.error(`orin: ${reason.message}`);
    Deno.exit(1);
  };
  const database = await startEmbeddedPostgres({ dataDir: config.dataDir, log: say, lost });
  // It ends by itself, even without a waiting caller.
  closers.defer(() => endWithin("the database", () => database.stop(), { seconds: 9, log: say }));
  return database.adminUrl;
}

/** While a secret is changed, the operator waits for the day on which the old one may go. */
async function sayNeeded(ownerUrl: string, keys: Keyring): Promise<void> {
  const needed = await oldSecretsNeeded(ownerUrl, keys);
  const older = keys.all.slice(1).map(({ kid }) => kid);
  if (needed.length > 0) say(`Rows still need the secret ${needed.join(" and ")}: run "deno task orin rewrap"`);
  else {say(
      `No row needs the secret ${older.join(" or ")}: remove it 30 days after the change (docs/operating/keys.md)`,
    );}
}

/** What cannot be done on a database of the operator's own is one line. */
async function orSayWhy<Result>(config: Config, ownerUrl: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OtherVersion) {
      const names = error.projections.join(", ");
      throw new StartError(
        `A newer version of Orin has made ${names}: start that one, or run deno task orin rebuild --older`,
      );
    }
    if (error instanceof StartError || config.databaseUrl === undefined) throw error;
    throw databaseNotUsable(ownerUrl, error);
  }
}

interface Opening {
  readonly serviceUrl: string;
  readonly epochs: readonly Epoch[];
  readonly installation: string;
  readonly keys: Keyring;
  readonly projections: readonly Projection[];
  readonly payments: Payments;
  readonly files: Files;
  readonly closers: AsyncDisposableStack;
  verify(): Promise<void>;
}

/** Outboxes that nothing leaves: each replaces a service that is not configured. */
interface Outboxes {
  readonly mail: DevOutbox | undefined;
  readonly texts: DevTexts | undefined;
  readonly push: DevPush | undefined;
}

function openDeps(config: Config, opening: Opening): { deps: Deps; outboxes: Outboxes } {
  const { serviceUrl, epochs, installation, keys, projections, payments, files, closers, verify } = opening;
  const log = quietLog(say);
  const fingerprintKey = keys.kept("fingerprints");
  const follow = works(config);
  const store = new Store({ url: serviceUrl, projections, fingerprintKey, epochs, log, watch: true, follow });
  closers.defer(() => endWithin("the writers and followers", () => store.close(), { seconds: 3, log: say }));
  const jobs = createJobs(store.sql, { now: Date.now, random: Math.random, log });
  store.onReturn(() => jobs.poke());
  const media = createMedia({ workDir: join(resolve(config.dataDir), "work"), workers: 2, log });
  closers.defer(() => endWithin("decoding", () => media.close(), { seconds: 1, log: say }));
  const outbox = config.smtpUrl === undefined ? createMail({ kind: "outbox", directory: config.dataDir }) : undefined;
  const devTexts = config.env === "development" && config.texts === undefined
    ? createTexts({ kind: "outbox", directory: config.dataDir })
    : undefined;
  const receiver = config.env === "development" ? createPushReceiver(`${config.publicUrl}/dev/push`) : undefined;
  const mail: Mail = outbox ?? createMail({ kind: "smtp", url: config.smtpUrl ?? "", from: senderOf(config) });
  const parts: Parts = {
    config,
    keys,
    store,
    installation,
    shardOf: (userId) => store.shards.shardOf(userId),
    personal: new PersonalData(keys),
    jobs,
    files,
    mail,
    texts: devTexts ?? (config.texts && createTexts(config.texts)),
    places: placesOf(config),
    push: createPush({
      key: keys.kept("web push"),
      subject: `mailto:${config.supportEmail}`,
      services: config.pushServices,
      standIn: receiver?.address,
      now: Date.now,
    }),
    media,
    payments: measuredPayments(payments, store.metrics),
    purposes: [premiumCharges, giftCharges],
    payoutPatienceMs: PAYOUT_PATIENCE_MS,
    verify,
    identity: createIdentity(config),
    catalogue: openCatalogue(config, { store, personal: new PersonalData(keys) }),
    now: Date.now,
    log,
  };
  return { deps: { ...parts, ...newMemory(parts) }, outboxes: { mail: outbox, texts: devTexts, push: receiver } };
}

/** Checks the ports before anything is migrated. `npm start` has the first one already. */
async function refuseBusyPort({ host, port, metricsPort }: Config): Promise<void> {
  const ports = [[BEHIND_FIRST_START ? undefined : port, "PORT"], [metricsPort, "METRICS_PORT"]] as const;
  for (const [number, name] of ports) {
    const why = number === undefined ? undefined : await whyNotListen({ host, port: number, name });
    if (why !== undefined) throw new StartError(why);
  }
}

function makeDataDir(directory: string): void {
  try {
    Deno.mkdirSync(directory, { recursive: true });
    const probe = Deno.makeTempFileSync({ dir: directory, prefix: ".probe" });
    Deno.removeSync(probe);
  } catch (error) {
    throw new StartError(`the data directory ${resolve(directory)} is not writable: ${firstLine(error)}`);
  }
}

/** Everything works without it but what it makes, and the demo world that is made with it. */
function sayMissing(parts: MediaPart[]): MediaPart[] {
  for (const part of parts) {
    const refused = part === "libvips (sharp)" ? "pictures" : "music";
    say(`${part} is not installed: uploads of ${refused} are refused, and there is no demo world`);
  }
  return parts;
}

/** Where networks are, if the operator has a file that says it. Throws StartError where it is none. */
function placesOf({ geoMmdb }: Config) {
  try {
    return openPlaces(geoMmdb);
  } catch (error) {
    throw new StartError(`ORIN_GEO_MMDB is not usable: ${firstLine(error)}`);
  }
}

function senderOf({ publicUrl }: Config): string {
  return `Orin <no-reply@${new URL(publicUrl).hostname}>`;
}

function welcome(config: Config, url: string, ms: number): void {
  say(`Ready after ${(ms / 1_000).toFixed(1)} s: ${url}`);
  if (config.env === "production" && !config.texts) {
    const level = config.levelWithoutPhone
      ? "LEVEL_WITHOUT_PHONE is on: level 1 asks for none"
      : "Level 1 is closed, and only people with a proven identity are paid";
    say(`TERMII_API_KEY is not set: phone numbers cannot be proven. ${level}`);
  }
  if (config.env === "production") return;
  say(`Mail outbox: ${url}/dev/mail`);
  say(`Pushes: ${url}/dev/push`);
  if (!config.texts) say(`Text outbox: ${url}/dev/texts`);
  if (config.demo) {
    say("Demo log-ins, password Orin-demo-2026!: listener@orin.example, premium@orin.example, creator@orin.example,");
    say("  admin@orin.example, admin2@orin.example");
  }
}

function say(...line: Parameters<Log>): void {
  log(...line);
}
