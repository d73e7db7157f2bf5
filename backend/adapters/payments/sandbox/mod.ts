import { join } from "node:path";
import { WEBHOOK } from "../paystack_webhook.ts";
import { createApp } from "./app.ts";
import { balanceOf, topUp } from "./balance.ts";
import { Book } from "./book.ts";
import { act, type PayerAction } from "./charge_moves.ts";
import { createScheduler } from "./scheduler.ts";
import { endIdentification } from "./customers.ts";
import { Deliveries } from "./deliveries.ts";
import { createFaultSwitches, type FaultChanges, type FaultSwitches } from "./faults.ts";
import { decideAgain, dispute, type DisputeStep } from "./disputes.ts";
import { type PastCharge, rememberCharge } from "./past_charges.ts";
import { type PastTransfer, rememberTransfer } from "./past_transfers.ts";
import type {
  ChargeRecord,
  CustomerRecord,
  DeliveryRecord,
  DisputeRecord,
  EntryRecord,
  Kinds,
  RefundRecord,
  TransferRecord,
} from "./records.ts";
import { moveRefund } from "./refunds.ts";
import { moveTransfer } from "./transfer_moves.ts";
import { idIn, type World } from "./world.ts";

export type SandboxOptions = {
  /** 0 takes a free one. */
  port: number;
  /** `127.0.0.1` when left out. */
  host?: string;
  /** Where its book lies, in a file `payments_sandbox.db`. */
  dataDir: string;
  /** The service that gets notices at its webhook. */
  serviceUrl?: string;
  /** Where notices go instead; without either none are made. */
  webhookUrl?: string;
  secretKey: string;
  /** Where browsers reach it; its own address when left out. */
  publicUrl?: string;
  log?: (line: string) => void;
  /** The switches to begin with. */
  faults?: FaultChanges;
  /** In the balance when its book is new; 500,000 naira when left out. */
  openingBalanceKobo?: number;
  /** The waits between attempts to deliver a notice. */
  webhookRetryMs?: readonly number[];
  webhookTimeoutMs?: number;
};

/** A running sandbox, with the hands of its dashboard for tests. */
export interface Sandbox extends AsyncDisposable {
  readonly url: string;
  readonly faults: Pick<FaultSwitches, "read" | "set" | "clear">;
  /** Does to a charge what the payer would do on the checkout page. */
  checkout(reference: string, action: PayerAction): void;
  /** Moves a transfer to any status, also to one that the contract does not know or allow. */
  settle(reference: string, status: string): void;
  settleRefund(refundId: string, status: string): void;
  /** Ends the check of a customer's identity. */
  settleIdentity(customerCode: string): void;
  /** Answers the id of the dispute. `amountKobo`: all of the charge when left out. */
  dispute(reference: string, step: DisputeStep, amountKobo?: number): string;
  /** Decides a dispute anew that was decided: `declined`, `merchant-accepted`, or an unknown word. */
  decideDispute(reference: string, resolution: string): void;
  topUp(amountKobo: number): void;
  /** Writes down what happened before it was there, and answers the transfer's code. */
  remember(transfer: PastTransfer): string;
  /** The same for what was paid then; answers the fee in kobo. */
  rememberCharge(charge: PastCharge): number;
  /** Says whose an account is, instead of the name that follows from its number. */
  nameOwner(account: { accountNumber: string; bankCode: string; accountName: string }): void;
  /** Everything it keeps, newest first. */
  state(): SandboxState;
  stop(): Promise<void>;
}

type SandboxState = {
  balanceKobo: number;
  charges: ChargeRecord[];
  refunds: RefundRecord[];
  disputes: DisputeRecord[];
  customers: CustomerRecord[];
  transfers: TransferRecord[];
  entries: EntryRecord[];
  deliveries: DeliveryRecord[];
};

const OPENING_KOBO = 50_000_000;
const RETRY_AFTER_MS = [1_000, 5_000, 15_000, 60_000, 300_000, 900_000];

/**
 * Starts a payment provider that honours the documented contract strictly, and breaks what its switches say. Its
 * page for people is at `/__sandbox`.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, host = "127.0.0.1", dataDir, secretKey, log = () => {} } = options;
  await Deno.mkdir(dataDir, { recursive: true });
  const book = new Book(join(dataDir, "payments_sandbox.db"), () => scheduler.wake());
  const faults = createFaultSwitches(options.faults ?? {});
  const deliveries = new Deliveries({
    book,
    faults,
    webhookUrl: options.webhookUrl ?? (options.serviceUrl && `${options.serviceUrl}${WEBHOOK.path}`),
    secretKey,
    retryAfterMs: options.webhookRetryMs ?? RETRY_AFTER_MS,
    timeoutMs: options.webhookTimeoutMs ?? 30_000,
    log,
  });
  const world: World = { book, faults, publicUrl: "", emit: (event, data) => deliveries.emit(event, data) };
  const scheduler = createScheduler(() => book.nextDue(), () => doWhatIsDue(world, deliveries));
  const stopping = new AbortController();
  const app = createApp(world, { secretKey, stopping: stopping.signal, log });
  const server = Deno.serve({ port, hostname: host, onListen() {} }, (request) => app.fetch(request));
  const url = `http://${host === "0.0.0.0" ? "localhost" : host}:${server.addr.port}`;
  world.publicUrl = (options.publicUrl ?? url).replace(/\/$/, "");
  if (book.count("entry") === 0) topUp(book, options.openingBalanceKobo ?? OPENING_KOBO);
  deliveries.resume();
  scheduler.wake();
  const stop = once(async () => {
    scheduler.stop();
    stopping.abort();
    await deliveries.stop();
    await server.shutdown();
    book.close();
  });
  return { url, faults, ...handsOf(world), stop, [Symbol.asyncDispose]: stop };
}

function doWhatIsDue(world: World, deliveries: Deliveries): void {
  const { book } = world;
  const now = Date.now();
  for (const transfer of book.due("transfer", now)) moveTransfer(world, transfer, transfer.next ?? transfer.status);
  for (const refund of book.due("refund", now)) moveRefund(world, refund, refund.next ?? refund.status);
  for (const customer of book.due("customer", now)) endIdentification(world, customer);
  for (const delivery of book.due("delivery", now)) deliveries.start(delivery);
}

type Hands = Pick<
  Sandbox,
  | "checkout"
  | "settle"
  | "settleRefund"
  | "settleIdentity"
  | "dispute"
  | "decideDispute"
  | "topUp"
  | "remember"
  | "rememberCharge"
  | "nameOwner"
  | "state"
>;

function handsOf(world: World): Hands {
  const { book } = world;
  return {
    checkout: (reference, action) => void act(world, existing(book.find("charge", reference)), action),
    settle: (reference, status) => void moveTransfer(world, existing(book.find("transfer", reference)), status),
    settleRefund: (id, status) => void moveRefund(world, existing(book.get("refund", Number(id))), status),
    settleIdentity: (code) => endIdentification(world, existing(book.get("customer", idIn("CUS_", code) ?? 0))),
    dispute: (reference, step, amountKobo) =>
      String(dispute(world, existing(book.find("charge", reference)), { step, amount: amountKobo }).id),
    decideDispute: (reference, resolution) => decideAgain(world, existing(book.find("charge", reference)), resolution),
    topUp: (amountKobo) => topUp(book, amountKobo),
    remember: (transfer) => rememberTransfer(world, transfer),
    rememberCharge: (charge) => rememberCharge(world, charge),
    nameOwner: ({ accountNumber, bankCode, accountName: name }) => {
      const key = `${bankCode}:${accountNumber}`;
      const known = book.find("owner", key);
      if (known) book.save("owner", { ...known, name });
      else book.add("owner", { key, due: null, name });
    },
    state: () => ({
      balanceKobo: balanceOf(book),
      charges: book.list("charge", ALL),
      refunds: book.list("refund", ALL),
      disputes: book.list("dispute", ALL),
      customers: book.list("customer", ALL),
      transfers: book.list("transfer", ALL),
      entries: book.list("entry", ALL),
      deliveries: book.list("delivery", ALL),
    }),
  };
}

const ALL = { limit: 100_000 };

function existing<Found extends Kinds[keyof Kinds]>(record: Found | undefined): Found {
  if (record === undefined) throw new RangeError("The sandbox knows nothing of that name");
  return record;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => done ??= work();
}
