import type { Kind } from "./places.ts";

/** One row: what files of this kind may import, and what to do instead of anything else. */
export type ImportRow = {
  /** A kind, with `own` before it where only the same area, port or feature is meant, `type` where only its types. */
  may: readonly (Kind | `own ${Kind}` | `type ${Kind}`)[];
  /** npm packages, by name or by the start of a name that ends in `*`; `node` means Node's own modules. */
  packages: readonly string[];
  wayOut: string;
};

const ALL_PWA = [
  "pwa shell",
  "pwa ui",
  "pwa data",
  "pwa lib",
  "pwa player",
  "pwa outbox",
  "pwa worker",
  "pwa feature",
] as const;

/**
 * The table of who may import whom. What has no row (tests, testing, tools, proofs) may import all but
 * a proof, which only proofs import.
 */
export const IMPORT_TABLE: Partial<Record<Kind, ImportRow>> = {
  contract: {
    may: ["contract", "type request"],
    packages: ["uuid"],
    wayOut: "the browser runs the contract, too: schemas belong in contract/requests/, all else runs without zod",
  },
  request: {
    may: ["contract", "request"],
    packages: ["zod/mini"],
    wayOut: "requests are schemas over the contract's words: what loads or decides belongs in an area",
  },
  call: {
    may: ["contract", "request", "call"],
    packages: [],
    wayOut: "a call's declaration says what the contract knows: what loads or decides belongs in an area",
  },
  store: {
    may: ["store", "contract", "vendor"],
    packages: ["uuid", "node", "prom-client", "@opentelemetry/api"],
    wayOut: "the store knows no area: pass what it needs as an argument, or move shared words to backend/contract/",
  },
  ledger: {
    may: ["ledger", "transfer", "store", "contract"],
    packages: ["node"],
    wayOut: "the ledger knows accounts and transfers, no area: pass what it needs as an argument",
  },
  transfer: {
    may: ["contract", "transfer", "type store"],
    packages: [],
    wayOut: "decisions import ledger/transfer.ts, so it must stay pure: move SQL to another file of backend/ledger/",
  },
  events: {
    may: ["contract", "type request", "own events", "type store"],
    packages: ["zod/mini"],
    wayOut: "events are the public language between areas: move shared words to backend/contract/",
  },
  state: {
    may: ["own events", "own state", "own verb", "contract", "type request", "call", "transfer"],
    packages: [],
    wayOut: "rules are pure: load it in the verb's file and pass it in",
  },
  verb: {
    may: [
      ...[
        "store",
        "ledger",
        "transfer",
        "contract",
        "request",
        "call",
        "projection",
        "events",
        "reads",
        "verb",
      ] as const,
      ...["own state", "own table", "port", "type deps", "type http"] as const,
    ],
    packages: [
      "node",
      "jose",
      "zod/mini",
      "@node-rs/argon2",
      "@zxcvbn-ts/language-common",
      "content-disposition",
      "disposable-email-domains-js",
      "otpauth",
      "@simplewebauthn/server",
    ],
    wayOut:
      "a verb loads, decides and appends: take ports as arguments, and reach another area through its verbs or reads",
  },
  reads: {
    may: [
      ...["projection", "contract", "type request", "call", "store", "ledger", "events", "reads", "http"] as const,
      ...["own verb", "own state", "port", "type deps"] as const,
    ],
    packages: ["node"],
    wayOut: "reads answer questions from projections: a change is a verb, an HTTP answer belongs to routes.ts",
  },
  table: {
    may: ["store", "contract", "own verb", "own table"],
    packages: ["node"],
    wayOut: "a truth table's file holds only SQL: call it from the thing's verbs",
  },
  reactions: {
    may: [
      ...["http", "contract", "verb", "reads", "events", "projection", "deps"] as const,
      ...["type store", "port", "own reactions"] as const,
    ],
    packages: ["node"],
    wayOut: "a reaction turns an event into a command: read through reads.ts or a projection, write through a verb",
  },
  routes: {
    may: [
      ...["http", "contract", "request", "call", "verb", "reads", "events", "projection", "deps"] as const,
      ...["own routes", "port"] as const,
    ],
    packages: ["hono*", "@hono/*", "zod", "zod/mini", "node"],
    wayOut:
      "a route parses, makes one call and answers: read through reads.ts or a projection's function, write through a verb",
  },
  projection: {
    may: ["projection", "store", "events", "state", "contract", "ledger", "transfer"],
    packages: [],
    wayOut:
      "a projection folds events into its own tables: it may use the store, the ledger's balances, events and what they add up to, and nothing that decides or appends",
  },
  "projection list": {
    may: ["projection", "ledger", "type store"],
    packages: [],
    wayOut: "the list only names projections: write it in the projection's own file",
  },
  adapter: {
    may: ["contract", "own adapter", "own port"],
    packages: ["*"],
    wayOut: "an adapter knows its port and its SDK: let the caller pass the rest",
  },
  port: {
    may: ["contract"],
    packages: ["zod/mini"],
    wayOut: "a port is types and errors: an implementation belongs to a file beside it",
  },
  choice: {
    may: ["own adapter", "own port"],
    packages: [],
    wayOut: "mod.ts only chooses an implementation of the port",
  },
  http: {
    may: ["http", "contract", "request", "call", "type deps", "store", "port"],
    packages: [
      "hono*",
      "@hono/*",
      "zod",
      "zod/mini",
      "jose",
      "@fastify/busboy",
      "@tus/server",
      "csv-stringify/sync",
      "node",
    ],
    wayOut: "http/ serves every area and knows none: pass what it needs as an argument",
  },
  config: {
    may: ["contract", "type choice", "start"],
    packages: ["zod", "zod/mini", "node"],
    wayOut: "config.ts turns the environment into a value: main.ts builds things from it",
  },
  deps: {
    may: [
      ...["contract", "type store", "type ledger", "type port", "type config", "type http"] as const,
      ...["type verb", "type projection"] as const,
    ],
    packages: [],
    wayOut: "deps.ts holds types only (import type): main.ts makes the values",
  },
  app: {
    may: ["routes", "reactions", "verb", "http", "contract", "type request", "deps"],
    packages: ["hono*", "node"],
    wayOut: "app.ts mounts routes and reactions: put the rest into an area, http/ or main.ts",
  },
  main: {
    may: [
      ...["app", "config", "deps", "start", "port", "choice", "store", "ledger", "http", "contract"] as const,
      ...["verb", "reads", "table", "reactions", "projection", "projection list", "demo", "elsewhere"] as const,
    ],
    packages: ["hono*", "@hono/*", "node"],
    wayOut: "main.ts is the only place that wires, and wires what production runs: no tools, no tests",
  },
  start: {
    may: [
      ...["start", "store", "ledger", "transfer", "contract", "projection", "projection list", "reads"] as const,
      ...["port", "choice", "adapter", "config", "http", "verb", "type deps", "elsewhere"] as const,
    ],
    packages: ["*"],
    wayOut: "start/ is what production needs to start: tools, tests and the demo stay outside of it",
  },
  demo: {
    may: [
      ...["demo", "verb", "reads", "reactions", "projection", "events", "store", "contract"] as const,
      ...["port", "type adapter", "deps"] as const,
    ],
    packages: ["node", "postgres"],
    wayOut: "the seed takes the songs and covers as files, and publishes them through the commands",
  },
  "pwa ui": {
    may: ["pwa ui", "pwa lib", "contract", "type request", "call"],
    packages: ["react*", "radix-ui", "@radix-ui/*", "lucide-react", "input-otp", "sonner"],
    wayOut: "ui/ has no data and knows no feature: pass it as a prop",
  },
  "pwa data": {
    may: ["pwa data", "pwa lib", "pwa outbox", "contract", "type request", "call"],
    packages: ["react", "@tanstack/*", "idb"],
    wayOut: "data/ holds the service's answers by key and knows no feature: move it into the feature, or pass it in",
  },
  "pwa lib": {
    may: ["pwa lib", "pwa outbox", "contract", "type request", "call"],
    packages: [
      "react",
      "react-router-dom",
      "idb",
      "workbox-window",
    ],
    wayOut: "lib/ knows no feature and no look: move it into the feature, or pass it in",
  },
  "pwa player": {
    may: ["pwa player", "pwa outbox", "pwa lib", "contract", "type request", "call"],
    packages: ["idb"],
    wayOut: "player/ is plain classes without React and knows no feature: let the shell connect the two",
  },
  "pwa outbox": {
    may: ["pwa outbox", "pwa lib", "contract", "type request", "call"],
    packages: ["idb"],
    wayOut: "outbox/ is plain modules without React, the worker runs it too: let the shell connect it to screens",
  },
  "pwa worker": {
    may: ["pwa worker", "pwa outbox", "pwa lib", "contract", "type request", "call"],
    packages: ["idb", "workbox-*"],
    wayOut: "the worker has no document: share plain modules of outbox/ and lib/, and talk to pages by messages",
  },
  "pwa feature": {
    may: [
      "own pwa feature",
      "pwa ui",
      "pwa data",
      "pwa lib",
      "pwa player",
      "pwa outbox",
      "contract",
      "type request",
      "call",
    ],
    packages: [
      ...[
        "react*",
        "@tanstack/*",
        "lucide-react",
        "@hookform/*",
        "uplot*",
        "uqr",
        "@rgrove/parse-xml",
        "@simplewebauthn/browser",
        "music-metadata",
        "tus-js-client",
      ],
    ],
    wayOut: "features never import each other: move the shared part to ui/ or lib/, or let shell/ compose the two",
  },
  "pwa shell": {
    may: [...ALL_PWA, "contract", "type request", "call"],
    packages: ["react*", "@tanstack/*", "lucide-react", "sonner", "workbox-window"],
    wayOut: "the shell composes features: Radix is for ui/, the network for an area's api.ts",
  },
  "pwa entry": {
    may: [...ALL_PWA, "pwa entry", "contract", "type request", "call"],
    packages: ["react*", "@tanstack/*", "workbox-*", "sonner"],
    wayOut: "main.tsx, router.tsx and sw.ts only put parts together: write it in the folder it belongs to",
  },
};

/** Says where that belongs which proofs share with the rest. */
export const PROOFS_WAY_OUT =
  "proofs/ measures the product and is no part of it: what tests share with it belongs in backend/testing/";

/** SDKs that stay with their adapter, whatever else a row allows. The value is where they belong. */
export const PACKAGE_HOMES: Record<string, { homes: readonly string[]; wayOut: string }> = {
  minio: { homes: ["backend/adapters/files/"], wayOut: "use the files port" },
  "@simplewebauthn/server": {
    homes: ["backend/admin/second_factor/"],
    wayOut: "use backend/admin/second_factor/passkeys.ts",
  },
  otpauth: { homes: ["backend/admin/second_factor/"], wayOut: "use backend/admin/second_factor/totp.ts" },
  nodemailer: { homes: ["backend/adapters/mail/"], wayOut: "use the mail port" },
  sharp: { homes: ["backend/adapters/media/"], wayOut: "use the media port" },
  "@ffmpeg/core": { homes: ["backend/adapters/media/"], wayOut: "use the media port" },
  postgres: {
    homes: ["backend/store/", "backend/start/", "backend/testing/", "backend/tools/", "backend/demo/"],
    wayOut: "use the Sql type and the handles of backend/store/sql.ts",
  },
};
