import { uploadTrack } from "@contract/calls/uploads.ts";
import { requestOf } from "../lib/request_of.ts";
import { actingHeaders, getActing } from "../lib/acting.ts";
import { getSession, reportRefusedToken } from "../lib/session.ts";

/** Where recordings go, and as whom. */
export interface UploadTarget {
  path: string;
  /** Whether artists send their own songs: they give the lyrics, and answer where Orin has the recording already. */
  isOwn?: boolean;
  /** The artist for whom a member of the team sends them, whatever this tab works on meanwhile. */
  artistId?: string;
  /** Undefined without a log-in. */
  caller(): Caller | undefined;
}

interface Caller {
  /** Left out where a cookie says who calls. */
  token?: string;
  /** The service did not take the session. */
  refused(): void;
}

/** What each call of an upload says of who sends it. */
export function headersFor({ artistId, caller }: UploadTarget): Record<string, string> {
  const token = caller()?.token;
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(artistId === undefined ? {} : actingHeaders(artistId)),
  };
}

/** The artist's own; of a member of a team the artist's for whom this tab works now. */
export function uploadsNow(): UploadTarget {
  const artistId = getActing()?.artistId;
  return artistId === undefined ? OWN_UPLOADS : { ...OWN_UPLOADS, artistId };
}

/** The artist's own. */
export const OWN_UPLOADS: UploadTarget = {
  path: requestOf(uploadTrack)[0],
  isOwn: true,
  caller() {
    const token = getSession()?.token;
    return token ? { token, refused: () => reportRefusedToken(token) } : undefined;
  },
};
