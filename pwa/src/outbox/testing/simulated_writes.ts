import { newId } from "@contract/ids.ts";
import type { Outbox } from "../outbox.ts";
import { subjectOf, type Write } from "../write.ts";
import type { FakeContext } from "./fake_device.ts";
import type { FakeWrites } from "./fake_writes.ts";
import { directCall } from "./given_writes.ts";

/** Something a user wished, as the simulation remembers it. */
interface Wish {
  /** What shall be in the end; undefined when it shall be gone. */
  state: string | undefined;
  /** The outbox said that it has it. */
  isStored: boolean;
}

interface Where {
  context?: FakeContext;
  outbox?: Outbox;
}

interface Parts {
  random(): number;
  sessionOf(user: string): string | undefined;
}

/**
 * Random follows, hearts and comments of two users in two tabs. Each comment's words carry a number that rises, so that
 * the service's own record shows whether the order was kept.
 */
export class SimulatedWrites {
  readonly #parts: Parts;
  /** Wishes by `user subject`, in the order in which the outbox was given them. */
  readonly #wishes = new Map<string, Wish[]>();
  /** Who made a write, by its key. */
  readonly #owners = new Map<string, string>();
  readonly #comments = new Map<string, string[]>();
  #count = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** One write by the logged-in user, sometimes by a call of the page's own. */
  act({ context, outbox }: Where, user: string | undefined): void {
    if (!context || !outbox || user === undefined) return;
    const write = this.#random() < 0.6 ? this.#wish() : this.#comment(user);
    const draft = { id: newId(), userId: user, write, about: "x" };
    const wish: Wish = { state: stateOf(write), isStored: false };
    const subject = `${user} ${subjectOf(write)}`;
    this.#wishes.set(subject, [...this.#wishes.get(subject) ?? [], wish]);
    this.#owners.set(draft.id, user);
    const token = this.#parts.sessionOf(user);
    const direct = token !== undefined && this.#random() < 0.4 ? directCall(context, draft, token) : undefined;
    outbox.writes.submit(draft, direct).then((submitted) => {
      if (submitted === "refused") this.#takeBack(subject, wish);
      else if (!context.dead && !outbox.snapshot().storageFailed) this.#keep(user, wish, write);
    }, () => this.#takeBack(subject, wish));
  }

  /** Subjects whose end is neither the last stored wish nor a later one that may have been stored. */
  misjudged({ wishes, comments }: FakeWrites): string[] {
    return [...this.#wishes].flatMap(([key, list]) => {
      const [user = "", subject = ""] = key.split(" ");
      const said = comments.get(subject.replace("comment/", ""));
      const isComment = subject.startsWith("comment/");
      const is = isComment ? said?.content : wishes.has(`${user} ${pathOf(subject)}`) ? "wanted" : undefined;
      const last = list.findLastIndex((wish) => wish.isStored);
      const allowed = list.slice(Math.max(0, last)).map((wish) => wish.state);
      if (last === -1) allowed.push(undefined);
      return allowed.includes(is) ? [] : [`${key} is ${is}, not ${allowed.join(" or ")}`];
    });
  }

  /** Writes that arrived as someone else's. */
  foreign({ applied }: FakeWrites): string[] {
    return applied.filter(({ key, userId }) => this.#owners.get(key) !== userId).map(({ key }) => key);
  }

  /** Comments whose words did not arrive in the order in which they were written. */
  disordered({ applied }: FakeWrites): string[] {
    const newest = new Map<string, number>();
    return applied.flatMap(({ call, body }) => {
      if (typeof body.content !== "string") return [];
      const id = typeof body.commentId === "string" ? body.commentId : call.split("/").at(-1) ?? "";
      const number = Number(body.content);
      const isLate = number < (newest.get(id) ?? 0);
      newest.set(id, Math.max(number, newest.get(id) ?? 0));
      return isLate ? [id] : [];
    });
  }

  #wish(): Write {
    const wanted = this.#random() < 0.5;
    const id = `artist${this.#below(3)}`;
    return this.#random() < 0.5
      ? { kind: "follow", artistId: id, wanted }
      : { kind: "heart", what: "artist", id, wanted };
  }

  #comment(user: string): Write {
    const own = this.#comments.get(user) ?? [];
    const commentId = own[this.#below(own.length)];
    const content = String(++this.#count);
    if (commentId !== undefined && this.#random() < 0.7) {
      if (this.#random() < 0.7) return { kind: "comment.edit", commentId, content };
      this.#comments.set(user, own.filter((id) => id !== commentId));
      return { kind: "comment.delete", commentId };
    }
    return { kind: "comment.post", commentId: newId(), entityType: "artist", entityId: "artist0", content };
  }

  /** Only what is on the screen can be edited. */
  #keep(user: string, wish: Wish, write: Write): void {
    wish.isStored = true;
    if (write.kind !== "comment.post") return;
    this.#comments.set(user, [...this.#comments.get(user) ?? [], write.commentId]);
  }

  #takeBack(subject: string, wish: Wish): void {
    // Refused to the user's face, or never stored: nothing was promised. It may have arrived all the same.
    wish.isStored = false;
    this.#wishes.set(subject, this.#wishes.get(subject) ?? []);
  }

  #random(): number {
    return this.#parts.random();
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

function stateOf(write: Write): string | undefined {
  if ("wanted" in write) return write.wanted ? "wanted" : undefined;
  return "content" in write ? write.content : undefined;
}

/** The service's own name of a subject. */
function pathOf(subject: string): string {
  return subject.startsWith("heart/") ? `hearts/${subject.slice("heart/".length)}` : subject;
}
