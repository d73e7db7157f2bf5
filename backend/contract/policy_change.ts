import type { Policy } from "./policy.ts";

/** One version of the rules as everybody sees it, times in ISO 8601. */
export interface PolicyVersion {
  policy: Policy;
  state: "in_force" | "upcoming" | "past" | "cancelled";
  reason: string;
  decidedAt: string;
  cancelledAt?: string | undefined;
  cancelReason?: string | undefined;
}

/** For admins: with who decided, and who cancelled. */
export type AdminPolicyVersion = PolicyVersion & { readonly by: string; readonly cancelledBy?: string };

export interface AdminPolicyAnswer {
  readonly current: Policy;
  /** The newest first, cancelled ones too. */
  readonly versions: readonly AdminPolicyVersion[];
}
