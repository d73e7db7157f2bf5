import type { NoticeKind } from "../contract/notifications.ts";
import { NOTICE_KINDS } from "../contract/notifications.ts";
import type { Deps } from "../deps.ts";
import { type LinkPurpose, SignedLinks } from "./signed_links.ts";

/** What a person stops with a press in a mail: an artist's words, or mails of some kinds. */
export type Stopped =
  | { readonly userId: string; readonly artistId: string }
  | { readonly userId: string; readonly kinds: readonly NoticeKind[] };

/** Where a mail is stopped: `oneClick` for mail programs (RFC 8058), `page` for people. */
interface StopLinks {
  readonly oneClick: string;
  readonly page: string;
}

/** The links of a mail, signed. The page's is behind a hash, so that no server's log has it. */
export function stopLinks({ keys, config: { publicUrl }, now }: Pick<Deps, "keys" | "config" | "now">, what: Stopped) {
  const token = new SignedLinks(keys).sign("stop", signedText(what), now());
  return {
    oneClick: `${publicUrl}/api/v1/mails/stop?token=${token}`,
    page: `${publicUrl}/mail-stop#${token}`,
  } satisfies StopLinks;
}

/** A link that takes back what was stopped, for an hour. */
export function undoToken({ keys, now }: Pick<Deps, "keys" | "now">, what: Stopped): string {
  return new SignedLinks(keys).sign("undo", signedText(what), now());
}

/** What a link is for; undefined for one that we did not sign, for another purpose, or too old. */
export function readStopped(
  { keys, now }: Pick<Deps, "keys" | "now">,
  purpose: Extract<LinkPurpose, "stop" | "undo">,
  token: string,
): Stopped | undefined {
  const [userId, what, ...rest] = new SignedLinks(keys).read(purpose, token, now())?.split("~") ?? [];
  if (userId === undefined) return undefined;
  if (what === "artist") return { userId, artistId: rest[0] ?? "" };
  return { userId, kinds: NOTICE_KINDS.filter((kind) => rest.includes(kind)) };
}

function signedText(what: Stopped): string {
  const rest = "artistId" in what ? ["artist", what.artistId] : ["kinds", ...what.kinds];
  return [what.userId, ...rest].join("~");
}
