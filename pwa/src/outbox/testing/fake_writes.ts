import { problem } from "./problem.ts";

/** A write that changed something, as it arrived. */
interface AppliedWrite {
  userId: string;
  key: string;
  /** "POST /api/v1/follow/ayo". */
  call: string;
  body: Readonly<Record<string, unknown>>;
}

/**
 * The service's side of follows, hearts, likes, comments and playlist tracks: the same key gives the first result, with
 * other content it is refused; wishes are states, a comment exists once.
 */
export class FakeWrites {
  /** Every request, newest last. */
  readonly requests: AppliedWrite[] = [];
  /** Those that were decided, each key once. */
  readonly applied: AppliedWrite[] = [];
  /** What is wished for, by `userId path`, where it is. */
  readonly wishes = new Set<string>();
  /** Words by comment id. */
  readonly comments = new Map<string, { userId: string; content: string }>();
  /** What no client may ever do. */
  readonly faults: string[] = [];
  /** Paths that are refused, by a part of them. */
  readonly refused = new Set<string>();
  readonly #written = new Set<string>();
  readonly #results = new Map<string, { call: string; body: string; answer: () => Response }>();

  answer(url: string, { method = "GET", headers, body: text }: RequestInit, userId: string | undefined): Response {
    const key = new Headers(headers).get("idempotency-key") ?? "";
    const body: Record<string, unknown> = JSON.parse(String(text ?? "{}"));
    const call = `${method} ${url}`;
    const write = { userId: userId ?? "", key, call, body };
    this.requests.push(write);
    if (userId === undefined) return problem(401);
    if (key === "") this.faults.push(`${call} had no key`);
    if ([...this.refused].some((part) => url.includes(part))) return problem(404);
    const known = this.#results.get(key);
    if (known) {
      if (known.call === call && known.body === JSON.stringify(body)) return known.answer();
      this.faults.push(`${key} was used for ${known.call} and for ${call}`);
      return problem(422);
    }
    const answer = this.#decide(write, url, method);
    if (!answer) return problem(404);
    this.applied.push(write);
    this.#results.set(key, { call, body: JSON.stringify(body), answer });
    return answer();
  }

  #decide({ userId, body }: AppliedWrite, url: string, method: string): (() => Response) | undefined {
    const [, kind = "", id = ""] = /^\/api\/v1\/(\w+)(?:\/(.*))?$/.exec(url) ?? [];
    if (kind === "comments" && !id.startsWith("like/")) return this.#comment({ userId, method, id, body });
    const subject = kind === "unfollow" ? `follow/${id}` : kind === "follow" ? `follow/${id}` : `${kind}/${id}`;
    const wanted = id.startsWith("like/") ? body.liked === true : method !== "DELETE";
    if (wanted) this.wishes.add(`${userId} ${subject}`);
    else this.wishes.delete(`${userId} ${subject}`);
    return () => Response.json({ isFollowing: wanted, hearted: wanted, liked: wanted, success: true });
  }

  #comment(said: { userId: string; method: string; id: string; body: Record<string, unknown> }) {
    const { userId, method, id, body } = said;
    const commentId = method === "POST" ? String(body.commentId) : id;
    const known = this.comments.get(commentId);
    if (method === "POST" && this.#written.has(commentId)) this.faults.push(`${commentId} was written twice`);
    if (method !== "POST" && !known) return undefined;
    if (known && known.userId !== userId) this.faults.push(`${commentId} of ${known.userId} was changed by ${userId}`);
    this.#written.add(commentId);
    if (method === "DELETE") this.comments.delete(commentId);
    else this.comments.set(commentId, { userId, content: String(body.content) });
    return () => Response.json({ comment: { _id: commentId }, message: "Done" });
  }
}
