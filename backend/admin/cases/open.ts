import { createHash } from "node:crypto";
import type { CaseAnswer, CaseFile } from "../../contract/cases.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { canonicalJson } from "../../store/log/canonical.ts";
import type { LogName, Metadata } from "../../store/log/event.ts";
import { findWithdrawal, type WithdrawalRow } from "../../../projections/withdrawals.ts";
import { type CaseFileShown, caseStream } from "./events.ts";
import { gatherCase } from "./gather.ts";
import { assessRisk } from "./risk.ts";

interface Looking {
  readonly withdrawalId: string;
  readonly adminId: string;
  readonly metadata: Metadata;
}

const FIELD = "caseFile";

/** Opens the case file of a withdrawal for an admin, and stores the file, the admin and the time. */
export async function openCaseFile(deps: Deps, looking: Looking): Promise<CaseAnswer> {
  return await keepCaseFile(deps, await existing(deps, looking.withdrawalId), { ...looking, because: "opened" });
}

/**
 * The hash that a decision is to name: of the case file that this admin was shown, or where none is named, of the case
 * file as of now, and stores it.
 */
export async function caseHashFor(deps: Deps, looking: Looking & { readonly caseHash: string | undefined }) {
  const row = await existing(deps, looking.withdrawalId);
  if (looking.caseHash === undefined) return (await keepCaseFile(deps, row, { ...looking, because: "decided" })).hash;
  const shown = await shownCases(deps, row);
  if (shown.some(({ hash, adminId }) => hash === looking.caseHash && adminId === looking.adminId)) {
    return looking.caseHash;
  }
  throw new Refusal("case_unknown", "You have not seen this version of the case file: please open it again");
}

/** A stored case file, unsealed: the proof of what an admin saw. Looking it up leaves an event, too. */
export async function lookUpCaseFile(deps: Deps, looking: Looking & { readonly hash: string }): Promise<CaseAnswer> {
  const { withdrawalId, adminId, hash, metadata } = looking;
  const row = await existing(deps, withdrawalId);
  const kept = (await shownCases(deps, row)).find((one) => one.hash === hash);
  const key = (await deps.personal.keysOf(deps.store.sql, [row.userId], "payout")).get(row.userId);
  if (!kept || !key) throw new Refusal("not_found", "There is no such case file");
  const caseFile = caseFileIn(key.open(FIELD, kept.caseFile));
  await append(deps, row, { data: { ...kept, adminId, because: "looked_up" }, metadata });
  return { caseFile, hash };
}

async function keepCaseFile(
  deps: Deps,
  row: WithdrawalRow,
  { withdrawalId, adminId, because, metadata }: Looking & { readonly because: "opened" | "decided" },
): Promise<CaseAnswer> {
  const facts = { caseId: newId(), ...await gatherCase(deps, row) };
  const caseFile: CaseFile = { ...facts, risk: assessRisk(facts) };
  const text = canonicalJson(caseFile);
  const hash = createHash("sha256").update(text).digest("hex");
  const key = await deps.personal.keyOf(deps.store.sql, row.userId, "payout");
  const { userId } = row;
  const data = { withdrawalId, userId, adminId, because, hash, caseFile: key.seal(FIELD, text) };
  await append(deps, row, { data, metadata });
  return { caseFile, hash };
}

async function append(
  deps: Deps,
  row: WithdrawalRow,
  { data, metadata }: { data: CaseFileShown["data"]; metadata: Metadata },
): Promise<void> {
  const event: CaseFileShown = { type: "CaseFileShown", data };
  await deps.store.appendToStream(logOf(row), caseStream(row.withdrawalId), [event], { metadata });
}

async function shownCases(deps: Deps, row: WithdrawalRow): Promise<CaseFileShown["data"][]> {
  const events = await deps.store.readStream<CaseFileShown>(logOf(row), caseStream(row.withdrawalId));
  return events.map(({ data }) => data);
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
