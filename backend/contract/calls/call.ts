import type * as z from "zod/mini";
import type { AdminRole } from "../admin_roles.ts";
import type { DisclosureName } from "../privacy.ts";

/** How the description of the API groups calls, in its order. */
export const CALL_GROUPS = [
  "Accounts",
  "Music",
  "Playlists and hearts",
  "Listening",
  "People",
  "Payments",
  "Creators",
  "Back office: payouts and books",
  "Back office: people and trust",
  "Back office: team and records",
  "Operations",
] as const;

type CallGroup = typeof CALL_GROUPS[number];

/** Who may make a call. The server asks for it before anything else; what it finds out is `c.var.session`. */
type Caller =
  /** No session is read. */
  | "everyone"
  /** A session is read where there is one. */
  | "anyone"
  | "anyone or admin"
  | "user"
  /** Also people who have no password of their own yet. */
  | "user without own password"
  /** Creators for themselves, no member of their team. */
  | "creator"
  /** Creators, and members of their team whose role has this right. */
  | "team: read"
  | "team: edit"
  | "team: manage"
  | "team or admin: edit"
  | "team or admin: manage"
  /** A report token is enough. */
  | "reporter"
  /** Admins of `roles`, and owners. */
  | "admin"
  | "admin or enrolment"
  | "enrolment";

declare const ANSWER: unique symbol;
declare const TYPES: unique symbol;

/** The type of an answer, see `as`. */
interface Answers<Answer> {
  readonly [ANSWER]?: Answer;
}

/** Texts in place of the usual ones. */
interface CallTexts {
  /** For visitors who need an account. */
  readonly visitor?: string;
  /** For a body in which a field is missing. */
  readonly missing?: string;
  /** For every body that cannot be used. */
  readonly failed?: string;
}

/** What the server's handler and the app know a call by. */
export interface CallTypes {
  readonly who: Caller;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** A body that may be left out. */
  readonly optionalBody?: z.ZodMiniType;
  /** It takes a form with files; the server's route says which. */
  readonly form?: true;
  readonly answers?: Answers<unknown>;
}

/** All that is declared of a call beside its group, method and path. */
export interface CallFacts extends CallTypes {
  readonly does: string;
  /** The admins' roles that may make it beside owners. */
  readonly roles?: readonly AdminRole[];
  /** It shows who people are: an auditor writes down why, first. */
  readonly isPersonal?: true;
  /** 64 KiB of body by default. */
  readonly maxBytes?: number;
  /** What it answers of other people, by the lines of the privacy page. */
  readonly shows?: readonly DisclosureName[];
  readonly texts?: CallTexts;
}

/** A call: its method and path as text, with its types. The browser gets the text alone. */
export type Call<Name extends string = string, Types extends CallTypes = CallTypes> = string & {
  readonly [TYPES]?: { readonly name: Name; readonly types: Types };
};

/** Of a declaration what `Call` carries. */
type TypesOf<Facts extends CallFacts> = Pick<Facts, keyof Facts & keyof CallTypes> extends infer Types extends CallTypes
  ? Types
  : never;

const CALLS = new Map<string, DeclaredCall>();

/**
 * Makes the function that declares a call of a group, once for all: the server's route, what the app may ask, the
 * description of the API, roles, the privacy page and the tests follow from it. Throws Error where a call is declared
 * twice.
 */
export function callsOf(group: CallGroup) {
  return <const Name extends `${string} /${string}`, const Facts extends CallFacts>(
    name: Name,
    facts: Facts,
  ): Call<Name, TypesOf<Facts>> => {
    if (CALLS.has(name)) throw new Error(`${name} is declared twice`);
    CALLS.set(name, { ...facts, group });
    return name as Call<Name, TypesOf<Facts>>;
  };
}

/** What is known of a declared call. */
interface DeclaredCall extends CallFacts {
  readonly group: CallGroup;
}

/** The type of an answer: `answers: as<RefundAnswer>()`. Without one the app reads nothing of it. */
export function as<Answer>(): Answers<Answer> {
  return {};
}

/** What is declared of a call such as `GET /api/v1/tracks/:id`; undefined for an unknown one. */
export function factsOf(name: string): DeclaredCall | undefined {
  return CALLS.get(name);
}

/** Every call that was declared by the modules that are loaded; `all.ts` loads them all. */
export function declaredCalls(): ReadonlyMap<string, DeclaredCall> {
  return CALLS;
}

/** What a call answers. */
export type AnswerOf<Types extends CallTypes> = Types["answers"] extends Answers<infer Answer> ? Answer : unknown;

/** What a caller has to give: the words in the path, the query, the body. */
export type GivenFor<Name extends string, Types extends CallTypes> =
  & { readonly [Param in ParamOf<Name>]: string | number }
  & (Types["query"] extends infer Schema extends z.ZodMiniType
    ? { readonly query?: { readonly [Key in keyof z.input<Schema>]?: string | number | boolean | undefined } }
    : unknown)
  & BodyFor<Types>;

type BodyFor<Types extends CallTypes> = Types["form"] extends true ? {
    readonly body:
      | FormData
      | (Types["body"] extends infer Schema extends z.ZodMiniType ? Sent<z.input<Schema>> : never);
  }
  : Types["body"] extends infer Schema extends z.ZodMiniType ? { readonly body: Sent<z.input<Schema>> }
  : Types["optionalBody"] extends infer Schema extends z.ZodMiniType ? { readonly body?: Sent<z.input<Schema>> }
  : unknown;

/** What may be sent as such a body: lists are only read, and a box that has to be ticked may not be. */
type Sent<Body> = Body extends readonly (infer Item)[] ? readonly Sent<Item>[]
  : Body extends true ? boolean
  : Body extends object ? string extends keyof Body ? object : { readonly [Key in keyof Body]: Sent<Body[Key]> }
  : Body;

/** `id` and `trackId` of `GET /api/v1/x/:id/y/:trackId`. */
type ParamOf<Name extends string> = Name extends `${string}:${infer Param}/${infer Rest}` ? Param | ParamOf<`/${Rest}`>
  : Name extends `${string}:${infer Param}` ? Param
  : never;
