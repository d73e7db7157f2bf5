import { getSession, reportRefusedToken } from "../lib/session.ts";

/** Where recordings go, and as whom. */
export interface UploadTarget {
  path: string;
  /** Undefined while nobody is logged in. */
  token(): string | undefined;
  /** The service did not take the token. */
  refused(token: string): void;
}

/** The artist's own. */
export const OWN_UPLOADS: UploadTarget = {
  path: "/api/v1/upload",
  token: () => getSession()?.token,
  refused: reportRefusedToken,
};
