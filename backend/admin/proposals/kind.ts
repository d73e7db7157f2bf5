import type { AdminRole } from "../../contract/admin_roles.ts";
import type { Policy } from "../../contract/policy_rules.ts";
import type { Deps } from "../../deps.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import type { LogName } from "../../store/log/event.ts";
import type { ProposalContent } from "./events.ts";

/** What a decision is about, as of now. */
export interface Matter {
  /** Where it is carried out. */
  readonly log: LogName;
  /** What it is worth. */
  readonly units: number;
  /** Whose money it is: no side decides about its own people. */
  readonly people: readonly string[];
  /** What an admin is shown before confirming; its hash is named by the confirmation. */
  readonly title: string;
  readonly lines: readonly string[];
  readonly link: { readonly label: string; readonly path: string };
}

/** What one side of admins may decide alone: at most so much at once, and so much in each span. */
interface AloneLimits {
  readonly onceUnits: number;
  readonly spans: readonly { readonly ms: number; readonly units: number }[];
}

export interface Asked {
  readonly subject: string;
  readonly content: ProposalContent;
  readonly adminId: string;
}

/** One row of the table of what needs two people. `Command` is what carries it out. */
export interface ProposalKind<Command> {
  readonly name: string;
  /** Who may confirm and withdraw it. */
  readonly roles: readonly AdminRole[];
  /** How long it waits for a second admin. */
  readonly lapsesMs: number;
  /** What a side may decide alone; a kind without limits does not compile. */
  readonly alone: (policy: Policy) => AloneLimits;
  /** What the side did alone by other ways since a moment (epoch ms), in units: it adds up with this. */
  readonly alsoAlone?: (
    deps: Deps,
    about: { readonly subject: string; readonly side: readonly string[]; readonly since: number },
  ) => Promise<number>;
  /** What it is about, for the choice that was made; undefined where there is nothing to decide any more. */
  matter(deps: Deps, subject: string, content: ProposalContent): Promise<Matter | undefined>;
  /**
   * What has to be so before an admin decides, asked each time, also of who confirms; answers the command, or undefined
   * where the facts have decided meanwhile. Throws Refusals.
   */
  prepare(deps: Deps, asked: Asked): Promise<Command | undefined>;
  /** Carries it out, in the transaction of the decision. */
  // deno-lint-ignore no-explicit-any
  readonly booking: CommandHandler<Command, any, any, any>;
}
