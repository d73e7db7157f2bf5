import type { WithdrawalStatus } from "../backend/contract/wallet.ts";

/** A withdrawal as it is kept; the bank details are sealed. Money in units or kobo, times in epoch ms. */
export interface WithdrawalRow {
  readonly shard: number;
  readonly withdrawalId: string;
  readonly userId: string;
  readonly units: number;
  readonly status: WithdrawalStatus;
  readonly fundsReserved: boolean;
  readonly bankDetails: string;
  /** Keyed: the same for everyone who names the account. */
  readonly accountHash: string;
  readonly warnings: readonly string[];
  readonly approvalsNeeded: number;
  readonly approvals: readonly string[];
  readonly reference: string | undefined;
  readonly transferCode: string | undefined;
  readonly feeKobo: number;
  readonly notes: string;
  readonly requestedAt: number;
  readonly updatedAt: number;
  readonly processedAt: number | undefined;
}

/** The row as Postgres gives it. */
export interface StoredWithdrawal {
  shard: number;
  withdrawal_id: string;
  user_id: string;
  units: number;
  status: WithdrawalStatus;
  funds_reserved: boolean;
  bank_details: string;
  account_hash: string;
  warnings: string[];
  approvals_needed: number;
  approvals: string[];
  reference: string | null;
  transfer_code: string | null;
  fee_kobo: number;
  notes: string;
  requested_at: Date;
  updated_at: Date;
  processed_at: Date | null;
}

/** A stored row as others read it. */
export function rowOf(row: StoredWithdrawal): WithdrawalRow {
  return {
    ...{ shard: row.shard, withdrawalId: row.withdrawal_id, userId: row.user_id, units: row.units },
    ...{ status: row.status, fundsReserved: row.funds_reserved, bankDetails: row.bank_details },
    ...{ warnings: row.warnings, approvalsNeeded: row.approvals_needed, approvals: row.approvals },
    accountHash: row.account_hash,
    reference: row.reference ?? undefined,
    transferCode: row.transfer_code ?? undefined,
    feeKobo: row.fee_kobo,
    notes: row.notes,
    requestedAt: row.requested_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    processedAt: row.processed_at?.getTime(),
  };
}
