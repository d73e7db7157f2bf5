import { ACTING_HEADER } from "@contract/memberships.ts";
import { QueryClient, useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { myTracksQuery } from "../../data/creator.ts";
import { actFor, getActing } from "../../lib/acting.ts";
import { endSession, startSession } from "../../lib/session.ts";
import { RoyaltyStatement } from "../RoyaltyStatement.tsx";
import { CreatorFrame } from "./CreatorFrame.tsx";
import { Team } from "./Team.tsx";

const ANSWER = { token: "t1", role: "creator", userId: "label", reportToken: "r1", expiresAt: "" } as const;
const NIGHT = {
  artistId: "night",
  artistName: "Night Bus",
  pictureUrl: "",
  role: "editor",
  since: "2026-11-01",
} as const;
const DAY = { ...NIGHT, artistId: "day", artistName: "Day Boat", role: "analyst" } as const;
const TEAMS = { body: { teams: [NIGHT, DAY], invitations: [] } };
const MINE = "GET /api/v1/my-tracks";
const song = (title: string) => ({ body: { success: true, tracks: [{ _id: title, title, state: "ready" }] } });

function Songs() {
  const { data } = useQuery(myTracksQuery);
  return <p>{data?.map(({ title }) => title).join()}</p>;
}
const open = (path = "/cs-music-list", client?: QueryClient) =>
  renderScreen(
    <CreatorFrame>
      <Songs />
    </CreatorFrame>,
    { route: "*", path, ...(client && { client }) },
  );
const act = (team: typeof NIGHT | typeof DAY) => actFor({ ...team, memberId: "label" });

beforeEach(() => startSession(ANSWER, true));
afterEach(() => {
  vi.unstubAllGlobals();
  actFor(undefined);
  endSession();
});

describe("the creator's area of someone with teams", () => {
  it("asks for the chosen artist, and shows nothing of one on the screen of another", async () => {
    const calls = answerCalls({ "GET /api/v1/teams": TEAMS, [MINE]: [song("Own"), song("Theirs")] });
    open("/creator-dashboard");
    expect(await screen.findByText("Own")).toBeTruthy();
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Working for:" }), "Night Bus, editor");
    expect(screen.queryByText("Own")).toBeNull();
    expect(await screen.findByText("Theirs")).toBeTruthy();
    expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Working for:" }).value).toBe("night");
    const said = calls.filter(({ call }) => call === MINE).map(({ headers }) => headers.get(ACTING_HEADER));
    expect(said).toEqual([null, "night"]);
  });

  it("says what no team sees, and what a role only reads", async () => {
    answerCalls({ "GET /api/v1/teams": TEAMS, [MINE]: song("Theirs") });
    act(DAY);
    open("/cs-upload");
    expect(await screen.findByText("Your role only reads")).toBeTruthy();
    act(NIGHT);
    expect(await screen.findByText("Theirs")).toBeTruthy();
  });

  it("keeps the wallet to the artist", async () => {
    answerCalls({ "GET /api/v1/teams": TEAMS });
    act(NIGHT);
    open("/cs-wallet");
    expect(await screen.findByText("Only Night Bus sees this")).toBeTruthy();
  });

  it("goes back to oneself with words when the rights end", async () => {
    answerCalls({
      "GET /api/v1/teams": TEAMS,
      [MINE]: [refusal(403, "You do not work for this artist any more", { code: "not_in_team" }), song("Own")],
    });
    act(NIGHT);
    open();
    expect(await screen.findByText(/You do not work for/)).toBeTruthy();
    expect(await screen.findByText("Own")).toBeTruthy();
    expect(getActing()).toBeUndefined();
  });

  it("ends with the log-in of someone else", () => {
    act(NIGHT);
    startSession({ ...ANSWER, userId: "another" }, true);
    expect(getActing()).toBeUndefined();
    expect(sessionStorage.getItem("orin.acting")).toBeNull();
  });
});

describe("the team", () => {
  const TEAM = {
    ...{ artistId: "night", artistName: "Night Bus", yourRole: "owner", invitations: [] },
    members: [{ memberId: "m1", name: "Ed Obi", role: "editor", since: "2026-11-01", isYou: false, isYours: true }],
  };
  const NOTHING = { body: { activity: [], people: [], nextCursor: null } };

  it("invites, changes a role with what it showed, and removes only after asking", async () => {
    const calls = answerCalls({
      ...{ "GET /api/v1/team": { body: TEAM }, "GET /api/v1/team/activity": NOTHING, "GET /api/v1/teams": TEAMS },
      "POST /api/v1/team/invitations": [refusal(429, "Too many: try again in 6 minutes."), { body: TEAM }],
      "PUT /api/v1/team/members/m1": { body: TEAM },
      "DELETE /api/v1/team/members/m1": { body: { ...TEAM, members: [] } },
    });
    renderScreen(<Team />);
    await userEvent.type(await screen.findByRole("textbox", { name: /Email/ }), "ann@orin.example");
    await userEvent.click(screen.getByRole("radio", { name: /Analyst/ }));
    const send = screen.getByRole("button", { name: "Send invitation" });
    await userEvent.click(send);
    expect(await screen.findByText("Too many: try again in 6 minutes.")).toBeTruthy();
    await userEvent.click(send);
    await vi.waitFor(() => expect(screen.getByRole<HTMLInputElement>("textbox", { name: /Email/ }).value).toBe(""));
    const bodyOf = (said: string) => calls.findLast(({ call }) => call === said)?.body;
    expect(bodyOf("POST /api/v1/team/invitations")).toEqual({ email: "ann@orin.example", role: "analyst" });
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Role of Ed Obi" }), "Manager");
    expect(bodyOf("PUT /api/v1/team/members/m1")).toEqual({ role: "manager", was: "editor" });
    await userEvent.click(screen.getByRole("button", { name: "Remove Ed Obi" }));
    expect(calls.some(({ call }) => call.startsWith("DELETE"))).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "Remove" }));
    await vi.waitFor(() => expect(screen.queryByText("Ed Obi")).toBeNull());
  });
});

it("an artist's statement names the artist on paper, not who prints it", async () => {
  const none = { totalKobo: 0, fromDisputesKobo: 0, voidedKobo: 0, withheldKobo: 0, taxKobo: 0, netKobo: 0 };
  answerCalls({
    "GET /api/v1/royalties": { body: { year: 2026, years: [2026], months: [], tracks: [], ...none } },
    "GET /api/auth/profile": { body: { firstName: "Lara", lastName: "Label" } },
  });
  act(DAY);
  renderScreen(<RoyaltyStatement />, { route: "/cs-royalties/year/:year", path: "/cs-royalties/year/2026" });
  expect(await screen.findByText("Day Boat")).toBeTruthy();
  expect(screen.queryByText("Lara Label")).toBeNull();
});
