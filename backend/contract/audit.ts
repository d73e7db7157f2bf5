/** Whose doings an audit shows: decisions of admins, what people did, or everything, Orin's own work too. */
export const AUDIT_VIEWS = ["decisions", "people", "all"] as const;
export type AuditView = typeof AUDIT_VIEWS[number];

/** Whom or what an event is about. The name is empty where it is no longer known. */
export interface AuditSubject {
  readonly kind: "user" | "track" | "withdrawal" | "policy";
  /** Empty for the policy. */
  readonly id: string;
  /** A person's name or a title; of a withdrawal, its owner's name. */
  readonly name: string;
}

/** A stored event as the back office sees it. Hashes in hex, times in ISO 8601. */
export interface AuditEvent {
  readonly log: string;
  readonly position: number;
  /** SHA-256 of the bytes as they are stored now. */
  readonly eventHash: string;
  /** The block of the chain that holds it; missing for up to a minute. */
  readonly block?: number;
  readonly blockHash?: string;
  /** Whether that block holds the hash of just these bytes. */
  readonly isSealed: boolean;
  readonly stream: string;
  readonly streamVersion: number;
  readonly eventId: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly actor: string;
  /** The name of the person who acted; missing for Orin itself and for erased people. */
  readonly actorName?: string;
  readonly about: readonly AuditSubject[];
  /** What it is worth: tokens, or kobo that came in by card. */
  readonly amount?: { readonly tokens: number } | { readonly kobo: number };
  readonly requestId?: string;
  readonly correlationId?: string;
  readonly causationId?: string;
  readonly commandId?: string;
  readonly policyVersion?: number;
  readonly occurredAt: string;
  readonly recordedAt: string;
  /** With SEALED_WORD in the place of sealed fields. */
  readonly data: unknown;
}

export interface AuditAnswer {
  /** The newest first. */
  readonly events: readonly AuditEvent[];
  readonly nextCursor?: string;
  /** Of the first page: every type of event there is. */
  readonly types?: readonly string[];
  /** Of a user's first page: plays are many and have receipts of their own. */
  readonly plays?: number;
  /** Events that are stored and not yet found by a search. */
  readonly behind: number;
}

export interface OpenedAnswer {
  readonly opened: readonly { readonly log: string; readonly position: number; readonly data: unknown }[];
  /** Whose fields they were; the log says that they were opened. */
  readonly personIds: readonly string[];
}

/** Takes the place of a sealed personal field in answers. */
export const SEALED_WORD = "(sealed)";
