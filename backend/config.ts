import { isIP } from "node:net";
import * as z from "zod/mini";
import type { FilesConfig } from "./adapters/files/mod.ts";
import type { TermiiConfig } from "./adapters/texts/mod.ts";
import type { PaymentsConfig } from "./adapters/payments/mod.ts";
import { FIRST_POLICY } from "./contract/policy_rules.ts";
import { isPlainText } from "./contract/text.ts";
import { MAX_AUDIO_MB } from "./contract/uploads.ts";
import { StartError } from "./start/start_error.ts";

/** Everything the service is told from outside, parsed once. */
export interface Config {
  readonly env: "development" | "production";
  /** What this process does: answer requests, follow the logs and do the jobs, or both. */
  readonly role: "all" | "api" | "worker";
  /** How many shards a new database begins with. */
  readonly shards: number;
  readonly port: number;
  readonly host: string;
  /** Serves `/metrics` to the operator alone. Undefined: on the service's own port in development, nowhere in production. */
  readonly metricsPort: number | undefined;
  /** Lines that are less important are not logged. */
  readonly logLevel: "info" | "warn" | "error";
  /** Networks of proxies that may name the caller's address. Undefined: private ones. */
  readonly trustedProxies: readonly string[] | undefined;
  /** Where people reach the service: links in mails, payment return addresses, OpenGraph. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** How long the service serves on after SIGTERM, while load balancers learn that it is about to stop. */
  readonly drainMs: number;
  readonly demo: boolean;
  /** The newest first. Undefined: made in development and kept in the data directory. */
  readonly secrets: readonly string[] | undefined;
  /** Undefined: the embedded Postgres. */
  readonly databaseUrl: string | undefined;
  /** Other servers of the database, `host:port`: where an engine spreads its tables, the service may connect to them. */
  readonly databaseNodes: readonly string[];
  readonly files: FilesConfig;
  /** Where backups go. */
  readonly backups: FilesConfig;
  /** How many days back a restore can reach. */
  readonly backupDays: number;
  /** Events leave the database when they are so old. Undefined: none does. */
  readonly archiveDays: number | undefined;
  /** The largest recording that is taken. */
  readonly maxUploadBytes: number;
  readonly smtpUrl: string | undefined;
  /** Hosts of the push services that Orin may call. Undefined: those of the browsers. */
  readonly pushServices: readonly string[] | undefined;
  /** The operator's file that says in which state a network is. */
  readonly geoMmdb?: string | undefined;
  /** What the ISRCs begin with that Orin gives out: country and registrant, without a hyphen. Undefined: it gives none. */
  readonly isrcPrefix?: string | undefined;
  /** The operator's GS1 company prefix: Orin gives out UPCs of it. Undefined: it gives none. */
  readonly upcPrefix?: string | undefined;
  /** Undefined: the outbox in development, and no texts in production. */
  readonly texts: TermiiConfig | undefined;
  /** Where no texts are sent, level 1 does without a proven phone; else it is closed there. */
  readonly levelWithoutPhone: boolean;
  /** Where letters from the support form go. */
  readonly supportEmail: string;
  /** Alerts go there, too, signed. */
  readonly alertWebhookUrl: string | undefined;
  readonly googleClientId: string | undefined;
  /** Who signs the tokens and serves the button. */
  readonly googleIssuer: string;
  /** Undefined: the sandbox. */
  readonly payments: PaymentsConfig | undefined;
  /** `baseUrl`: in place of Spotify's own addresses. */
  readonly spotify: { readonly clientId: string; readonly clientSecret: string; readonly baseUrl?: string } | undefined;
  /** The founding owners: two of them, so that two people decide about what is large. */
  readonly founders: readonly { readonly email: string; readonly password: string; readonly name?: string }[];
}

/** Long enough for a load balancer that asks every second and believes the third refusal. */
const PRODUCTION_DRAIN_MS = 5_000;
const PAYSTACK = "https://api.paystack.co";
const TERMII = "https://v3.api.termii.com";
const GOOGLE = "https://accounts.google.com";
const DEFAULT_SUPPORT = "support@orin.example";
/** A secret that a person typed or a program made has many different characters; `aaaa…` has one. */
const DIFFERENT_CHARACTERS = 10;
/** An account is closed for 30 days before its person is erased: a restore must always find it closed, and erase it again. */
const MOST_BACKUP_DAYS = 28;
/** An append still knows every id that was minted in the last 30 days; twice that leaves room for any clock. */
export const LEAST_ARCHIVE_DAYS = 60;
const filled = z.optional(z.string().check(z.minLength(1)));
const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535));
const url = (schemes: RegExp, example: string) =>
  z.optional(
    z.string().check(
      // systemd hands an environment file on as it is.
      z.refine((text) => !text.includes("${"), "expected the value itself where it says ${…}"),
      z.refine((text) => URL.canParse(text) && schemes.test(text), `expected ${example}`),
    ),
  );

const name = z.optional(
  z.string().check(
    z.trim(),
    z.maxLength(60, "expected at most 60 characters"),
    z.refine(isPlainText, "expected plain text"),
  ),
);
const Environment = z.object({
  ORIN_ENV: z._default(z.enum(["development", "production"]), "development"),
  ORIN_ROLE: z._default(z.enum(["all", "api", "worker"]), "all"),
  ORIN_SHARDS: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(64)), 1),
  PORT: z._default(port, 8000),
  METRICS_PORT: z.optional(port),
  LOG_LEVEL: z._default(z.enum(["info", "warn", "error"]), "info"),
  HOST: z._default(z.string(), "0.0.0.0"),
  TRUSTED_PROXIES: filled,
  PUBLIC_URL: url(/^https?:/, "an http(s) address"),
  DRAIN_MS: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(300_000))),
  ORIN_DATA_DIR: z._default(z.string(), ".orin"),
  ORIN_DEMO: z.optional(z.enum(["on", "off"])),
  ORIN_SECRET: z.optional(z.string().check(z.minLength(32, "expected at least 32 characters"))),
  ORIN_SECRETS: filled,
  DATABASE_URL: url(/^postgres(ql)?:/, "postgres://user:password@host:5432/database"),
  DATABASE_NODES: z.optional(
    z.string().check(z.regex(/^[^\s,:]+:\d+(,[^\s,:]+:\d+)*$/, "expected host:port,host:port")),
  ),
  ORIN_FILES: z.optional(z.enum(["disk", "s3"])),
  S3_ENDPOINT: url(/^https?:/, "an http(s) address"),
  S3_BUCKET: filled,
  S3_ACCESS_KEY: filled,
  S3_SECRET_KEY: filled,
  BACKUP_DIR: filled,
  BACKUP_S3_ENDPOINT: url(/^https?:/, "an http(s) address"),
  BACKUP_S3_BUCKET: filled,
  BACKUP_S3_ACCESS_KEY: filled,
  BACKUP_S3_SECRET_KEY: filled,
  BACKUP_DAYS: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MOST_BACKUP_DAYS)), 14),
  ARCHIVE_DAYS: z.optional(z.coerce.number().check(z.int(), z.minimum(LEAST_ARCHIVE_DAYS), z.maximum(3_650))),
  PUSH_SERVICES: filled,
  ORIN_GEO_MMDB: filled,
  ORIN_ISRC_PREFIX: z.optional(
    z.string().check(z.regex(/^[A-Z]{2}-?[A-Z0-9]{3}$/, "expected two letters and three letters or digits: NG-A01")),
  ),
  ORIN_UPC_PREFIX: z.optional(
    z.string().check(z.regex(/^\d{7,11}$/, "expected a GS1 company prefix of 7 to 11 digits")),
  ),
  // It was shown and never withheld. Now the rate is a rule that two sides change; its first value is what this had.
  ROYALTY_TAX_PERCENT: z.optional(
    z.coerce.number().check(
      z.refine(
        (percent) => percent * 100 === FIRST_POLICY.royaltyTaxBasisPoints,
        "the tax of royalties is a rule now. Take this variable out, start Orin, and change the rule under Policy",
      ),
    ),
  ),
  MAX_UPLOAD_MB: z._default(z.coerce.number().check(z.minimum(1), z.maximum(2_000)), MAX_AUDIO_MB),
  SMTP_URL: url(/^smtps?:/, "smtp://user:password@host:587"),
  TERMII_API_KEY: filled,
  TERMII_SENDER: z.optional(z.string().check(z.regex(/^[A-Za-z0-9 -]{3,11}$/, "expected 3 to 11 letters or digits"))),
  TERMII_BASE_URL: url(/^https?:/, "an http(s) address"),
  LEVEL_WITHOUT_PHONE: z.optional(z.enum(["on", "off"])),
  SUPPORT_EMAIL: z._default(z.string().check(z.email("expected an address")), DEFAULT_SUPPORT),
  ALERT_WEBHOOK_URL: url(/^https?:/, "an http(s) address"),
  GOOGLE_CLIENT_ID: filled,
  GOOGLE_ISSUER_URL: url(/^https?:/, "an http(s) address"),
  PAYSTACK_SECRET_KEY: z.optional(z.string().check(z.regex(/^sk_(test|live)_/, "expected sk_test_… or sk_live_…"))),
  PAYSTACK_BASE_URL: url(/^https?:/, "an http(s) address"),
  SPOTIFY_CLIENT_ID: filled,
  SPOTIFY_CLIENT_SECRET: filled,
  SPOTIFY_BASE_URL: url(/^https?:/, "an http(s) address"),
  ADMIN_EMAIL: z.optional(z.string().check(z.email("expected an address"))),
  ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(8, "expected at least 8 characters"))),
  ADMIN_NAME: name,
  ADMIN2_EMAIL: z.optional(z.string().check(z.email("expected an address"))),
  ADMIN2_PASSWORD: z.optional(z.string().check(z.minLength(8, "expected at least 8 characters"))),
  ADMIN2_NAME: name,
});
type Environment = z.infer<typeof Environment>;

/** Parses the environment. Throws a StartError that names the variable when one is bad or missing. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = z.safeParse(Environment, given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartError(`${issue?.path.join(".")} is not usable: ${issue?.message}`);
  }
  const env = parsed.data;
  const config: Config = {
    env: env.ORIN_ENV,
    role: env.ORIN_ROLE,
    shards: env.ORIN_SHARDS,
    port: env.PORT,
    host: env.HOST,
    metricsPort: env.METRICS_PORT,
    logLevel: env.LOG_LEVEL,
    trustedProxies: proxiesOf(env),
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ""),
    dataDir: env.ORIN_DATA_DIR,
    drainMs: env.DRAIN_MS ?? (env.ORIN_ENV === "production" ? PRODUCTION_DRAIN_MS : 0),
    demo: (env.ORIN_DEMO ?? (env.ORIN_ENV === "production" || env.ORIN_ROLE !== "all" ? "off" : "on")) === "on",
    secrets: secretsOf(env),
    databaseUrl: env.DATABASE_URL,
    databaseNodes: env.DATABASE_NODES?.split(",") ?? [],
    files: filesOf(env),
    backups: backupsOf(env),
    backupDays: env.BACKUP_DAYS,
    archiveDays: env.ARCHIVE_DAYS,
    maxUploadBytes: env.MAX_UPLOAD_MB * 1_048_576,
    smtpUrl: env.SMTP_URL,
    pushServices: pushServicesOf(env),
    ...operatorsOwn(env),
    texts: pair(
      env,
      ["TERMII_API_KEY", "TERMII_SENDER"],
      (apiKey, sender) => ({ kind: "termii", apiKey, sender, baseUrl: env.TERMII_BASE_URL ?? TERMII }),
    ),
    levelWithoutPhone: env.LEVEL_WITHOUT_PHONE === "on",
    supportEmail: env.SUPPORT_EMAIL,
    alertWebhookUrl: env.ALERT_WEBHOOK_URL,
    googleClientId: env.GOOGLE_CLIENT_ID,
    googleIssuer: (env.GOOGLE_ISSUER_URL ?? GOOGLE).replace(/\/$/, ""),
    payments: env.PAYSTACK_SECRET_KEY === undefined
      ? undefined
      : { secretKey: env.PAYSTACK_SECRET_KEY, baseUrl: env.PAYSTACK_BASE_URL ?? PAYSTACK },
    spotify: pair(
      env,
      ["SPOTIFY_CLIENT_ID", "SPOTIFY_CLIENT_SECRET"],
      (clientId, clientSecret) => ({
        ...{ clientId, clientSecret },
        ...(env.SPOTIFY_BASE_URL !== undefined && { baseUrl: env.SPOTIFY_BASE_URL }),
      }),
    ),
    founders: foundersOf(env),
  };
  if (config.role !== "all") refuseOwnParts(config);
  if (config.env === "production") refuseDevelopmentParts(config, env);
  refuseForeignPayments(config);
  return config;
}

function secretsOf({ ORIN_SECRET: one, ORIN_SECRETS: several }: Environment): readonly string[] | undefined {
  if (several === undefined) return one === undefined ? undefined : [one];
  if (one !== undefined) {
    throw new StartError("ORIN_SECRET and ORIN_SECRETS are both set: set ORIN_SECRETS alone, the newest secret first");
  }
  const secrets = several.split(",").map((secret) => secret.trim());
  if (secrets.some((secret) => secret.length < 32)) {
    throw new StartError("ORIN_SECRETS is not usable: expected secrets of at least 32 characters, with commas between");
  }
  if (new Set(secrets).size < secrets.length) throw new StartError("ORIN_SECRETS is not usable: one is there twice");
  return secrets;
}

function proxiesOf({ TRUSTED_PROXIES: list }: Environment): readonly string[] | undefined {
  const networks = list?.split(",").map((network) => network.trim());
  const bad = networks?.find((network) => !isNetwork(network));
  if (bad !== undefined) {
    throw new StartError(`TRUSTED_PROXIES is not usable: ${bad} is no address and no network such as 10.0.0.0/8`);
  }
  return networks;
}

/** Whether a text names an address or a network: `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`. */
function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function pushServicesOf({ PUSH_SERVICES: list }: Environment): readonly string[] | undefined {
  if (list === undefined) return undefined;
  const hosts = list.split(",").map((host) => host.trim());
  const bad = hosts.find((host) => !/^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/.test(host));
  if (bad !== undefined) {
    throw new StartError(`PUSH_SERVICES is not usable: ${bad} is no host such as push.example.org or *.example.org`);
  }
  return hosts;
}

/** What belongs to the operator: a file of networks, and the beginnings of codes. */
function operatorsOwn(env: Environment): Pick<Config, "geoMmdb" | "isrcPrefix" | "upcPrefix"> {
  return {
    geoMmdb: env.ORIN_GEO_MMDB,
    isrcPrefix: env.ORIN_ISRC_PREFIX?.replace("-", ""),
    upcPrefix: env.ORIN_UPC_PREFIX,
  };
}

function foundersOf(env: Environment): Config["founders"] {
  const founder = (name: string | undefined) => (email: string, password: string) => (
    { email: email.trim().toLowerCase(), password, ...(name !== undefined && { name }) }
  );
  const first = pair(env, ["ADMIN_EMAIL", "ADMIN_PASSWORD"], founder(env.ADMIN_NAME));
  const second = pair(env, ["ADMIN2_EMAIL", "ADMIN2_PASSWORD"], founder(env.ADMIN2_NAME));
  if (second && !first) throw new StartError("ADMIN2_EMAIL is set, but ADMIN_EMAIL is missing");
  if (first && first.email === second?.email) {
    throw new StartError("ADMIN_EMAIL and ADMIN2_EMAIL name one person: the two founding owners are two people");
  }
  return [first, second].filter((one) => one !== undefined);
}

function filesOf(env: Environment): FilesConfig {
  const bucket = bucketOf(env, "");
  if (bucket && env.ORIN_FILES === "disk") {
    throw new StartError("ORIN_FILES is disk, but S3_ENDPOINT is set: leave one of them out");
  }
  if (!bucket && env.ORIN_FILES === "s3") throw new StartError("ORIN_FILES is s3, but S3_ENDPOINT is missing");
  return bucket ?? { kind: "disk", directory: `${env.ORIN_DATA_DIR}/media` };
}

function backupsOf(env: Environment): FilesConfig {
  const bucket = bucketOf(env, "BACKUP_");
  if (bucket && env.BACKUP_DIR) {
    throw new StartError("BACKUP_DIR and BACKUP_S3_ENDPOINT are both set: leave one of them out");
  }
  return bucket ?? { kind: "disk", directory: env.BACKUP_DIR ?? `${env.ORIN_DATA_DIR}/backups` };
}

/** Undefined where none of the four is set. */
function bucketOf(env: Environment, prefix: "" | "BACKUP_"): FilesConfig | undefined {
  const endpoint = env[`${prefix}S3_ENDPOINT`];
  const bucket = env[`${prefix}S3_BUCKET`];
  const accessKey = env[`${prefix}S3_ACCESS_KEY`];
  const secretKey = env[`${prefix}S3_SECRET_KEY`];
  if (!endpoint && !bucket && !accessKey && !secretKey) return undefined;
  if (endpoint && bucket && accessKey && secretKey) return { kind: "s3", endpoint, bucket, accessKey, secretKey };
  const names = ["ENDPOINT", "BUCKET", "ACCESS_KEY"].map((name) => `${prefix}S3_${name}`).join(", ");
  throw new StartError(`${names} and ${prefix}S3_SECRET_KEY belong together: one is missing`);
}

function pair<Value>(
  env: Environment,
  [first, second]: readonly [keyof Environment, keyof Environment],
  make: (first: string, second: string) => Value,
): Value | undefined {
  const one = env[first];
  const two = env[second];
  if (one === undefined && two === undefined) return undefined;
  if (one === undefined || two === undefined) {
    throw new StartError(`${first} and ${second} belong together: one is missing`);
  }
  return make(String(one), String(two));
}

/** Processes that share the work share a database, too. */
function refuseOwnParts(config: Config): void {
  if (config.databaseUrl === undefined) {
    throw new StartError(`DATABASE_URL is missing: ORIN_ROLE=${config.role} shares a database with the other role`);
  }
  if (config.spotify?.baseUrl !== undefined) {
    throw new StartError("SPOTIFY_BASE_URL is set: production searches Spotify's own catalogue only");
  }
  if (config.demo) throw new StartError("ORIN_DEMO is on: only a process of both roles makes the demo world");
}

/** Production has no stand-ins: each of them is safe on a developer's machine, and nowhere else. */
function refuseDevelopmentParts(config: Config, env: Environment): void {
  if (config.secrets === undefined) {
    throw new StartError("ORIN_SECRET is missing: production needs one of 32 characters or more");
  }
  if (config.secrets.some((secret) => new Set(secret).size < DIFFERENT_CHARACTERS)) {
    throw new StartError("ORIN_SECRET is weak: make one with `openssl rand -base64 48`");
  }
  if (!env.PUBLIC_URL?.startsWith("https:")) {
    const why = env.PUBLIC_URL === undefined ? "is missing" : "is not https";
    throw new StartError(`PUBLIC_URL ${why}: mails and payments lead people there`);
  }
  if (config.databaseUrl === undefined) {
    throw new StartError("DATABASE_URL is missing: production needs its own Postgres");
  }
  if (config.smtpUrl === undefined) {
    throw new StartError("SMTP_URL is missing: production cannot use the development outbox");
  }
  if (!/^smtps:|[?&]requireTLS=true(&|$)/.test(config.smtpUrl)) {
    throw new StartError("SMTP_URL sends without TLS: use smtps://, or add ?requireTLS=true for STARTTLS");
  }
  if (config.files.kind === "disk" && env.ORIN_FILES === undefined) {
    throw new StartError("S3_ENDPOINT is missing: set the S3 store, or ORIN_FILES=disk to keep files on this machine");
  }
  if (config.supportEmail === DEFAULT_SUPPORT) {
    throw new StartError("SUPPORT_EMAIL is missing: letters from the support form need a reader");
  }
  if (config.payments === undefined) {
    throw new StartError("PAYSTACK_SECRET_KEY is missing: production cannot use the sandbox");
  }
  if (!config.payments.secretKey.startsWith("sk_live_")) {
    throw new StartError("PAYSTACK_SECRET_KEY is a test key: production moves real money");
  }
  if (config.texts && !/^https:\/\/([a-z0-9-]+\.)*termii\.com(\/|$)/.test(config.texts.baseUrl)) {
    throw new StartError("TERMII_BASE_URL is not Termii's: production sends its key to Termii alone");
  }
  if (config.googleIssuer !== GOOGLE) {
    throw new StartError("GOOGLE_ISSUER_URL is not Google's: production accepts sign-ins from Google only");
  }
  if (config.spotify?.baseUrl !== undefined) {
    throw new StartError("SPOTIFY_BASE_URL is set: production searches Spotify's own catalogue only");
  }
  if (config.demo) throw new StartError("ORIN_DEMO is on: production cannot load the demo world");
}

function refuseForeignPayments(config: Config): void {
  if (!config.payments || config.payments.baseUrl === PAYSTACK) return;
  if (config.env === "production" || config.payments.secretKey.startsWith("sk_live_")) {
    throw new StartError(
      "PAYSTACK_BASE_URL is not Paystack's: a live key and production only work with Paystack's own address",
    );
  }
}
