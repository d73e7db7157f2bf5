/** An admin took a part of the history out of Orin: `subject` is what it is about, else it is a filtered list. */
export type AuditExported = {
  readonly type: "AuditExported";
  readonly data: {
    readonly format: "csv" | "bundle";
    readonly subject?: string;
    readonly actor?: string;
    readonly eventType?: string;
    /** Epoch ms. */
    readonly from?: number;
    readonly to?: number;
    readonly events: number;
    /** SHA-256 of what was handed out, hex: tells later whether a file is this one. */
    readonly sha256: string;
  };
};

/** An admin came into the back office: what they do there stands under this session. */
export type AdminLoggedIn = {
  readonly type: "AdminLoggedIn";
  readonly data: { readonly userId: string; readonly sessionId: string };
};

/** The stream of an admin's log-ins, in the log `social`. */
export function adminLoginStream(userId: string): string {
  return `admin_login/${userId}`;
}

export const AUDIT_EXPORTS_STREAM = "audit_exports";
