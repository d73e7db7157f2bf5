import { describe, expect, it } from "vitest";
import { MOST_TEAM_INVITATIONS, roleMay, type TeamRole } from "../contract/memberships.ts";
import { Refusal } from "../contract/refusal.ts";
import type { ArtistTeamEvent } from "./events.ts";
import {
  decideAnswer,
  decideEnd,
  decideInvitation,
  decideRole,
  decideWithdrawal,
  evolveTeam,
  NO_TEAM,
  type TeamState,
} from "./state.ts";

const creatorId = "artist";
const NOW = 1_000;
const LATER = 2_000;

/** An artist's team with the calls that people make; `can` says the code of a refusal. */
function team() {
  let state: TeamState = NO_TEAM;
  const take = (run: () => readonly ArtistTeamEvent[]): string[] | string => {
    try {
      const events = run();
      state = events.reduce(evolveTeam, state);
      return events.map(({ type }) => type);
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  };
  const invite = (name: string, role: TeamRole, { by = creatorId, id = `to ${name}` } = {}) =>
    take(() =>
      decideInvitation(state, {
        ...{ creatorId, by, role, invitationId: id, email: "sealed", emailHash: `hash of ${name}` },
        ...{ ownEmailHash: "hash of artist", expiresAt: LATER },
      }, NOW)
    );
  const answer = (
    name: string,
    said: "accepted" | "declined" = "accepted",
    { id = `to ${name}`, now = NOW, mail = name, isArtistOpen = true } = {},
  ) =>
    take(() =>
      decideAnswer(state, {
        ...{ creatorId, invitationId: id, answer: said, memberId: name, emailHash: `hash of ${mail}`, isArtistOpen },
      }, now)
    );
  return {
    ...{ invite, answer },
    join: (name: string, role: TeamRole) => [invite(name, role), answer(name)],
    withdraw: (id: string, by = creatorId) => take(() => decideWithdrawal(state, { creatorId, invitationId: id, by })),
    role: (memberId: string, role: TeamRole, by = creatorId, was?: TeamRole) =>
      take(() => decideRole(state, { creatorId, memberId, role, by, was })),
    end: (memberId: string, by = creatorId) => take(() => decideEnd(state, { creatorId, memberId, by })),
    members: () => Object.fromEntries(state.members),
  };
}

describe("a role", () => {
  it("holds its rights and those below, and none holds the artist's own", () => {
    const may = (role: TeamRole) => (["read", "edit", "manage", "owner"] as const).filter((one) => roleMay(role, one));
    expect(may("analyst")).toEqual(["read"]);
    expect(may("editor")).toEqual(["read", "edit"]);
    expect(may("manager")).toEqual(["read", "edit", "manage"]);
  });
});

describe("an invitation", () => {
  it("makes a member only by the yes of the person whom it is for, and once", () => {
    const one = team();
    expect(one.invite("ada", "editor")).toEqual(["TeamMemberInvited"]);
    expect(one.members()).toEqual({});
    expect(one.answer("eve", "accepted", { id: "to ada", mail: "eve" })).toBe("wrong_account");
    expect(one.answer("eve", "declined", { id: "to ada", mail: "eve" })).toBe("wrong_account");
    expect(one.answer("ada")).toEqual(["TeamMemberJoined"]);
    expect(one.answer("ada")).toEqual([]);
    expect(one.answer("ada", "declined")).toBe("already_decided");
    expect(one.members()).toEqual({ ada: "editor" });
    // It was used: it brings no member back.
    one.end("ada");
    expect(one.answer("ada")).toBe("link_invalid");
  });

  it("is over once it expired, was taken back or declined, and while the artist is shut out", () => {
    const one = team();
    one.invite("ada", "editor");
    expect(one.answer("ada", "accepted", { now: LATER })).toBe("link_invalid");
    expect(one.answer("ada", "accepted", { isArtistOpen: false })).toBe("link_invalid");
    expect(one.withdraw("to ada")).toEqual(["TeamInvitationWithdrawn"]);
    expect(one.withdraw("to ada")).toEqual([]);
    expect(one.answer("ada")).toBe("link_invalid");
    one.invite("obi", "analyst");
    expect(one.answer("obi", "declined")).toEqual(["TeamInvitationDeclined"]);
    expect(one.answer("obi", "declined")).toEqual([]);
    expect(one.answer("obi")).toBe("already_decided");
    expect(one.answer("obi", "accepted", { id: "to nobody" })).toBe("link_invalid");
  });

  it("to the same address takes the place of the one before", () => {
    const one = team();
    one.invite("ada", "manager");
    expect(one.invite("ada", "analyst", { id: "second" })).toEqual(["TeamInvitationWithdrawn", "TeamMemberInvited"]);
    expect(one.answer("ada")).toBe("link_invalid");
    expect(one.answer("ada", "accepted", { id: "second" })).toEqual(["TeamMemberJoined"]);
    expect(one.members()).toEqual({ ada: "analyst" });
  });

  it("is not for the artist, nor for a member who is in already, and few wait at once", () => {
    const one = team();
    expect(one.invite("artist", "editor")).toBe("invalid_request");
    one.join("ada", "editor");
    one.invite("ada", "manager", { id: "again" });
    expect(one.answer("ada", "accepted", { id: "again" })).toBe("already_decided");
    expect(one.members()).toEqual({ ada: "editor" });
    one.withdraw("again");
    for (let index = 0; index < MOST_TEAM_INVITATIONS; index++) one.invite(`person ${index}`, "analyst");
    expect(one.invite("one more", "analyst")).toBe("invalid_request");
    expect(one.invite("person 3", "editor", { id: "other" })).toHaveLength(2);
  });
});

describe("a manager", () => {
  it("decides about editors and analysts, and about no manager, no artist and not about themself", () => {
    const one = team();
    for (const [name, role] of [["mo", "manager"], ["max", "manager"], ["ed", "editor"], ["ann", "analyst"]] as const) {
      one.join(name, role);
    }
    expect(one.invite("new", "editor", { by: "mo" })).toEqual(["TeamMemberInvited"]);
    expect(one.invite("puppet", "manager", { by: "mo" })).toBe("team_forbidden");
    expect(one.role("ed", "manager", "mo")).toBe("team_forbidden");
    expect(one.role("max", "analyst", "mo")).toBe("team_forbidden");
    expect(one.role("mo", "manager", "mo")).toBe("team_forbidden");
    expect(one.end("max", "mo")).toBe("team_forbidden");
    // Who is no member cannot be removed: the artist is none.
    expect(one.end(creatorId, "mo")).toEqual([]);
    expect(one.role(creatorId, "analyst", "mo")).toBe("not_found");
    expect(one.role("ann", "editor", "mo")).toEqual(["TeamMemberRoleChanged"]);
    expect(one.end("ann", "mo")).toEqual(["TeamMemberLeft"]);
    one.invite("boss", "manager");
    expect(one.invite("boss", "analyst", { by: "mo", id: "x" })).toBe("team_forbidden");
    expect(one.withdraw("to boss", "mo")).toBe("team_forbidden");
    expect(one.members()).toEqual({ mo: "manager", max: "manager", ed: "editor" });
  });

  it("whose rights end takes the invitations along that they sent", () => {
    const one = team();
    one.join("mo", "manager");
    one.invite("friend", "editor", { by: "mo" });
    expect(one.end("mo")).toEqual(["TeamMemberLeft", "TeamInvitationWithdrawn"]);
    expect(one.answer("friend")).toBe("link_invalid");
    one.invite("mo", "manager", { id: "again" });
    one.answer("mo", "accepted", { id: "again" });
    one.invite("friend", "editor", { by: "mo", id: "second" });
    expect(one.role("mo", "editor")).toEqual(["TeamMemberRoleChanged", "TeamInvitationWithdrawn"]);
    expect(one.answer("friend", "accepted", { id: "second" })).toBe("link_invalid");
  });
});

describe("editors, analysts and strangers", () => {
  it("decide about nobody but themselves, whom they may take away", () => {
    const one = team();
    for (const [name, role] of [["ed", "editor"], ["ann", "analyst"]] as const) one.join(name, role);
    for (const by of ["ed", "ann", "stranger"]) {
      expect(one.invite("new", "analyst", { by })).toBe("team_forbidden");
      expect(one.role("ann", "editor", by)).toBe("team_forbidden");
    }
    expect(one.end("ann", "ed")).toBe("team_forbidden");
    expect(one.end("ann", "stranger")).toBe("team_forbidden");
    expect(one.end("ann", "ann")).toEqual(["TeamMemberLeft"]);
    expect(one.end("ann", "ann")).toEqual([]);
    expect(one.members()).toEqual({ ed: "editor" });
  });
});

describe("two who change a role at once", () => {
  it("cannot overwrite each other", () => {
    const one = team();
    one.join("ann", "analyst");
    expect(one.role("ann", "editor", creatorId, "analyst")).toEqual(["TeamMemberRoleChanged"]);
    expect(one.role("ann", "manager", creatorId, "analyst")).toBe("conflict");
    expect(one.role("ann", "editor", creatorId, "analyst")).toEqual([]);
  });
});
