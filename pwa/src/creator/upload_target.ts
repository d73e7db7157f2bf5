import { getSession, reportRefusedToken } from "../lib/session.ts";

/** Where recordings go, and as whom. */
export interface UploadTarget {
  path: string;
  /** Whether artists send their own songs: they give the lyrics, and answer where Orin has the recording already. */
  isOwn?: boolean;
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
  isOwn: true,
  caller() {
    const token = getSession()?.token;
    return token ? { token, refused: () => reportRefusedToken(token) } : undefined;
  },
};
