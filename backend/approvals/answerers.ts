import { mayCall } from "../contract/calls/roles.ts";
import type { AnswerRule } from "../contract/moderation.ts";
import type { Answerers, AppealedDecision } from "../contract/appeal_reviewers.ts";
import { type Admin, areIndependent, type ChangeByAnother, mayWork, roleAt } from "../contract/admin_standing.ts";

/** Everybody who ever was an admin, and what changed for them lately; `now` in epoch ms. */
interface Everybody {
  readonly all: readonly (Admin & { readonly isHere: boolean })[];
  readonly changes: readonly ChangeByAnother[];
  readonly now: number;
}

/**
 * Who may answer an appeal: never the admin who decided, as long as anyone else can. First those on another side whose
 * role it is; where there is none, the role that replaces them there; where no other side is left, an admin on the same
 * side whom the one who decided has not brought in, or any admin there once that one is gone. Where none is there,
 * admins with the role may agree with the person, and may not refuse them.
 */
export function answerersOf({ all, changes, now }: Everybody, asked: AppealedDecision): Answerers {
  const { decidedBy, call, standIn, parties } = asked;
  const decider = all.find(({ userId }) => userId === decidedBy);
  const team = all.filter((admin) => admin.isHere && mayWork(admin));
  const hasRole = (admin: Admin) => mayCall(roleAt(admin, now), call);
  const others = team.filter(({ userId }) => userId !== decidedBy);
  if (decidedBy === undefined) return { rule: "another_side", ids: idsOf(team.filter(hasRole)), tooSoon: [] };
  const root = decider?.root ?? decidedBy;
  const elsewhere = others.filter((admin) => admin.root !== root);
  const isGone = !team.some(({ userId }) => userId === decidedBy);
  // Who shuts the other sides out has not made them leave: that opens no way around them.
  const isShutOut = all.some((admin) => admin.isHere && admin.isSuspended === true && admin.root !== root);
  const here = isShutOut
    ? []
    : others.filter((admin) => admin.root === root && (isGone || !isBroughtIn(all, admin, decidedBy)));
  const rules: readonly (readonly [AnswerRule, readonly Admin[]])[] = [
    ["another_side", elsewhere.filter(hasRole)],
    ["another_role", elsewhere.filter((admin) => standIn !== undefined && roleAt(admin, now) === standIn)],
    ["same_side", here.filter(hasRole)],
  ];
  // Parties are left out of the choice, not of the names: the names must not reveal who has reported something.
  const [rule, list] = rules.find(([, list]) => list.some(({ userId }) => !parties.includes(userId))) ??
    ["agree_only" as const, team.filter(hasRole)];
  const isSoon = (admin: Admin) => decider !== undefined && !areIndependent([decider, admin], { changes, now });
  const tooSoon = rule === "another_side" || rule === "another_role" ? list.filter(isSoon) : [];
  return { rule, ids: idsOf(list), tooSoon: idsOf(tooSoon) };
}

/** Whether an admin is there by this person's word, however long the chain of invitations is. */
function isBroughtIn(all: readonly Admin[], admin: Admin, by: string): boolean {
  const seen = new Set<string>();
  for (let one: Admin | undefined = admin; one?.invitedBy !== undefined && !seen.has(one.userId);) {
    if (one.invitedBy === by) return true;
    seen.add(one.userId);
    const inviterId: string = one.invitedBy;
    one = all.find(({ userId }) => userId === inviterId);
  }
  return false;
}

function idsOf(admins: readonly Admin[]): string[] {
  return admins.map(({ userId }) => userId);
}
