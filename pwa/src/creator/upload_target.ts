import { getSession, reportRefusedToken } from "../lib/session.ts";

/** Where recordings go, and as whom. */
export interface UploadTarget {
  path: string;
  /** Whether who sends it answers for the artist where Orin has the recording already. */
  asksOwner?: boolean;
  /** Undefined while nobody is logged in. */
  caller(): Caller | undefined;
}

interface Caller {
  /** Left out where a cookie says who calls. */
  token?: string;
  /** The service did not take the session. */
  refused(): void;
}

/** The artist's own. */
export const OWN_UPLOADS: UploadTarget = {
  path: "/api/v1/upload",
  asksOwner: true,
  caller() {
    const token = getSession()?.token;
    return token ? { token, refused: () => reportRefusedToken(token) } : undefined;
  },
};
