import { createHash } from "node:crypto";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import type { CaseAnswer, CaseFile, CaseSeen } from "../../contract/cases.ts";
import { fullName } from "../../contract/full_name.ts";
import { newId } from "../../contract/ids.ts";
import type { PaymentRisk } from "../../contract/admin_payments.ts";
import type { Policy } from "../../contract/policy_rules.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { canonicalJson } from "../../store/log/canonical.ts";
import type { LogName, Metadata } from "../../store/log/event.ts";
import { readStreams } from "../../store/log/read.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import {
  findWithdrawal,
  findWithdrawals,
  OPEN_STATUSES,
  type WithdrawalRow,
} from "../../../projections/wallet/withdrawals.ts";
import { payoutHoldsOf } from "../../wallet/gate.ts";
import { type CaseEvent, type CaseFileLeftClosed, type CaseFileShown, caseStream } from "../../wallet/cases/events.ts";
import { gatherCase, gatherCases } from "./gather.ts";
import { assessRisk, signsToSee } from "./risk.ts";

interface Looking {
  readonly withdrawalId: string;
  readonly adminId: string;
  readonly metadata: Metadata;
}

const FIELD = "caseFile";

/** Opens the case file of a withdrawal for an admin, and stores the file, the admin and the time. */
export async function openCaseFile(deps: Deps, looking: Looking): Promise<CaseAnswer> {
  const { withdrawalId, adminId, metadata } = looking;
  const row = await existing(deps, withdrawalId);
  const { caseFile, hash, sealed } = await caseFileOf(deps, row);
  const data = { withdrawalId, userId: row.userId, adminId, because: "opened", hash, caseFile: sealed } as const;
  await append(deps, row, { data, metadata });
  return { caseFile, hash, names: await namesIn(deps, caseFile) };
}

/** The names of the others in a case file; erased people have none. */
async function namesIn(deps: Deps, { gifts, bank, listening }: CaseFile): Promise<CaseAnswer["names"]> {
  const others = [...gifts?.givers ?? [], ...bank.others].map(({ userId }) => userId);
  const devices = listening.devices.flatMap((device) => device.others);
  const persons = await openPersonsOf(deps, [...new Set([...others, ...devices])]);
  return Object.fromEntries([...persons].map(([id, person]) => [id, fullName(person)]));
}

/** What a decision is made on. */
interface DecidedOn {
  readonly caseHash: string;
  readonly caseSeen: CaseSeen;
  /** Kept with the decision where the admin has not opened the case file. */
  readonly leftClosed?: CaseFileLeftClosed["data"];
}

/**
 * The case file that a decision is made on: the one that it names, which this admin must have opened, else the last one
 * that this admin has opened, else the case file as of now, unopened. Refuses with `case_unknown`.
 */
export async function caseDecidedOn(
  deps: Deps,
  looking: Looking & { readonly caseHash: string | undefined },
): Promise<DecidedOn> {
  const { withdrawalId, adminId, caseHash } = looking;
  const row = await existing(deps, withdrawalId);
  const seen = (await keptCases(deps, row)).filter((one) => one.isSeen && one.adminId === adminId);
  const opened = caseHash === undefined ? seen.at(-1) : seen.find(({ hash }) => hash === caseHash);
  if (opened) return { caseHash: opened.hash, caseSeen: { isOpened: true, warnings: 0 } };
  if (caseHash !== undefined) {
    throw new Refusal("case_unknown", "You have not seen this version of the case file: please open it again");
  }
  const { caseFile, hash, sealed } = await caseFileOf(deps, row);
  return {
    caseHash: hash,
    caseSeen: { isOpened: false, warnings: signsToSee(caseFile.risk, await policyNow(deps)).length },
    leftClosed: { withdrawalId, userId: row.userId, adminId, hash, caseFile: sealed },
  };
}

/** Whether an admin has opened the case file of a withdrawal since a moment (epoch ms). */
export async function hasOpenedCase(
  deps: Deps,
  { withdrawalId, adminId, since }: {
    readonly withdrawalId: string;
    readonly adminId: string;
    readonly since: number;
  },
): Promise<boolean> {
  const kept = await keptCases(deps, await existing(deps, withdrawalId));
  return kept.some((one) => one.isSeen && one.adminId === adminId && one.at >= since);
}

/** A stored case file, unsealed: the proof of what an admin saw. Looking it up leaves an event, too. */
export async function lookUpCaseFile(deps: Deps, looking: Looking & { readonly hash: string }): Promise<CaseAnswer> {
  const { withdrawalId, adminId, hash, metadata } = looking;
  const row = await existing(deps, withdrawalId);
  const kept = (await keptCases(deps, row)).find((one) => one.hash === hash);
  const key = (await deps.personal.keysOf(deps.store.sql, [row.userId], "payout")).get(row.userId);
  if (!kept || !key) throw new Refusal("not_found", "There is no such case file");
  const caseFile = caseFileIn(key.open(FIELD, kept.caseFile));
  const { userId, caseFile: sealed } = kept;
  const data = { withdrawalId, userId, adminId, because: "looked_up", hash, caseFile: sealed } as const;
  await append(deps, row, { data, metadata });
  return { caseFile, hash, names: await namesIn(deps, caseFile) };
}

/** A request's risk, in words what an admin has to see before an approval, and what holds its payout. */
type Assessed = PaymentRisk & { readonly signs: readonly string[]; readonly held: string | undefined };

/** The risk and the holds of requests that wait for admins, as of now, by id; others are left out. */
export async function assessPayments(
  deps: Deps,
  { withdrawalIds, adminId }: { readonly withdrawalIds: readonly string[]; readonly adminId: string },
): Promise<ReadonlyMap<string, Assessed>> {
  const found = await findWithdrawals(deps.store.sql, withdrawalIds);
  const rows = found.filter(({ status }) => OPEN_STATUSES.includes(status));
  if (rows.length === 0) return new Map();
  const [policy, holds, factsOf, keptOf] = await Promise.all([
    policyNow(deps),
    payoutHoldsOf(deps.store.sql, rows, deps.now()),
    gatherCases(deps, rows),
    keptCasesOf(deps, rows),
  ]);
  return new Map(rows.map((row): [string, Assessed] => {
    const { score, level, reasons } = assessRisk({ caseId: "", ...factsOf(row) });
    const signs = signsToSee({ score, level, reasons }, policy);
    const isOpened = keptOf(row).some((one) => one.isSeen && one.adminId === adminId);
    return [row.withdrawalId, { score, level, warnings: signs.length, isOpened, signs, held: holds.get(row.userId) }];
  }));
}

async function policyNow({ store, now }: Pick<Deps, "store" | "now">): Promise<Policy> {
  return policyAt(await readPolicies(store.sql), now());
}

/** The case file as of now, its hash, and the file sealed. */
async function caseFileOf(deps: Deps, row: WithdrawalRow) {
  const facts = { caseId: newId(), ...await gatherCase(deps, row) };
  const caseFile: CaseFile = { ...facts, risk: assessRisk(facts) };
  const text = canonicalJson(caseFile);
  const key = await deps.personal.keyOf(deps.store.sql, row.userId, "payout");
  return { caseFile, hash: createHash("sha256").update(text).digest("hex"), sealed: key.seal(FIELD, text) };
}

async function append(
  deps: Deps,
  row: WithdrawalRow,
  { data, metadata }: { data: CaseFileShown["data"]; metadata: Metadata },
): Promise<void> {
  const event: CaseFileShown = { type: "CaseFileShown", data };
  await deps.store.appendToStream(logOf(row), caseStream(row.withdrawalId), [event], { metadata });
}

/** The case files of a withdrawal that were kept; `isSeen` where the admin has looked at it. */
async function keptCases(deps: Deps, row: WithdrawalRow): Promise<KeptCase[]> {
  return (await keptCasesOf(deps, [row]))(row);
}

type KeptCase = CaseEvent["data"] & { readonly at: number; readonly isSeen: boolean };

/** The same of withdrawals, each asked for by itself. */
async function keptCasesOf(
  { store: { sql } }: Deps,
  rows: readonly WithdrawalRow[],
): Promise<(row: WithdrawalRow) => KeptCase[]> {
  const found = await Promise.all(
    [...Map.groupBy(rows, logOf)].map(([log, own]) =>
      readStreams<CaseEvent>(sql, log, own.map(({ withdrawalId }) => caseStream(withdrawalId)))
    ),
  );
  const streams = new Map(found.flatMap((one) => [...one]));
  return ({ withdrawalId }) =>
    (streams.get(caseStream(withdrawalId)) ?? []).map(({ type, data, recordedAt: at }) => (
      { ...data, at, isSeen: type === "CaseFileShown" && data.because !== "decided" }
    ));
}

async function existing(deps: Deps, withdrawalId: string): Promise<WithdrawalRow> {
  const row = await findWithdrawal(deps.store.sql, withdrawalId);
  if (!row) throw new Refusal("not_found", "Payment request not found");
  return row;
}

function logOf({ shard }: WithdrawalRow): LogName {
  return `ledger/${shard}`;
}

/** Only `keepCaseFile` seals this field. */
function caseFileIn(text: string): CaseFile {
  return JSON.parse(text) as CaseFile;
}
