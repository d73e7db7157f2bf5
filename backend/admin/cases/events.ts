import type { Sealed } from "../../store/personal/personal_data.ts";

/**
 * An admin saw the case file of a withdrawal, decided without having opened it and had it kept as it stood, or looked
 * again at one that was kept. The hash
 * is of the whole file; the file itself, which names people, is sealed with the payout key of the withdrawal's user.
 */
export type CaseFileShown = {
  readonly type: "CaseFileShown";
  readonly data: {
    readonly withdrawalId: string;
    readonly userId: string;
    readonly adminId: string;
    readonly because: "opened" | "decided" | "looked_up";
    /** SHA-256 (hex) of the canonical JSON. */
    readonly hash: string;
    readonly caseFile: Sealed;
  };
};

/** The stream of a withdrawal's case files, in the ledger's log of its user. */
export function caseStream(withdrawalId: string): string {
  return `case/${withdrawalId}`;
}
