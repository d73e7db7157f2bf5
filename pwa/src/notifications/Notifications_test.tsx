import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { endSession, startSession } from "../lib/session.ts";
import { MailStop } from "./MailStop.tsx";
import { Notifications } from "./Notifications.tsx";

const row = (id: string, at: string, more = {}) => (
  { ...{ id, kind: "post", title: `Title ${id}`, body: "Body", path: "/", isRead: true }, at, ...more }
);
const ada = (id: string) => ({ post: { postId: id, artistId: "ada", artist: "Ada" } });
const ALL = [
  row("four", "2026-11-04T10:00:00.000Z", { kind: "gift", thanks: { id: "t", artistId: "bisi", artist: "Bisi" } }),
  row("three", "2026-11-03T10:00:00.000Z", ada("three")),
  row("two", "2026-11-02T10:00:00.000Z", { kind: "comment" }),
  row("one", "2026-11-01T10:00:00.000Z", ada("one")),
];
const page = (notifications: unknown[]) => ({ body: { notifications, unread: 0, nextCursor: null } });

beforeEach(() => startSession({ token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" }, true));
afterEach(() => {
  vi.unstubAllGlobals();
  endSession();
});

it("an artist's posts stop with one press; in their place stands the way back, although the answer has lost them", async () => {
  const without = ALL.filter((one) => !("post" in one));
  const calls = answerCalls({
    "GET /api/v1/notifications": [page(ALL), page(without), page(ALL)],
    "POST /api/v1/artists/ada/posts/mute": { body: { isMuted: true } },
    "DELETE /api/v1/artists/ada/posts/mute": { body: { isMuted: false } },
  });
  renderScreen(<Notifications />);
  const items = async () =>
    (await screen.findAllByRole("listitem")).map(({ textContent }) =>
      textContent?.match(/Title [a-z]+(?=Body)|No more/)?.[0]
    );
  expect(await items()).toEqual(["Title four", "Title three", "Title two", "Title one"]);
  const [, three] = screen.getAllByRole("listitem");
  if (!three) throw new Error("no row");
  expect(within(three).getByRole("link", { name: /^Report/ }).getAttribute("href")).toBe("/report/post/three");
  await userEvent.click(within(three).getByRole("button", { name: "Stop posts and thank-yous of Ada" }));
  expect(await screen.findByRole("button", { name: /^Undo/ })).toBeTruthy();
  await vi.waitFor(async () => expect(await items()).toEqual(["Title four", "No more", "Title two"]));
  await vi.waitFor(() => expect(calls.filter(({ call }) => call === "GET /api/v1/notifications")).toHaveLength(2));
  expect(document.activeElement?.textContent).toContain("No more posts and thank-yous of Ada");
  await userEvent.click(await screen.findByRole("button", { name: /^Undo/ }));
  await vi.waitFor(async () => expect(await items()).toEqual(["Title four", "Title three", "Title two", "Title one"]));
});

it("what could not be stopped stays as it was", async () => {
  answerCalls({
    "GET /api/v1/notifications": page(ALL),
    "POST /api/v1/artists/bisi/posts/mute": refusal(429, "Too many requests"),
  });
  renderScreen(<Notifications />);
  await userEvent.click(await screen.findByRole("button", { name: "Stop posts and thank-yous of Bisi" }));
  expect(await screen.findByText("Title four")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});

it("the link of a mail stops when it is opened, and says how to take it back", async () => {
  location.hash = "#a~token.0.x";
  const calls = answerCalls({
    "POST /api/v1/mails/stop": { body: { about: "artist", undo: "back" } },
    "POST /api/v1/mails/stop/undo": { body: { about: "artist", undo: null } },
  });
  renderScreen(<MailStop />);
  expect(await screen.findByText(/no more posts and thank-yous of this artist/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText(/It is as it was/)).toBeTruthy();
  expect(calls).toHaveLength(2);
});

it("ten alike are one row that says how many, and one press reads them all; what is new stays apart from what was read", async () => {
  const gift = (index: number, isRead: boolean) =>
    row(`gift${index}`, new Date(Date.UTC(2026, 10, 4, 23 - index)).toISOString(), {
      ...{ kind: "gift", title: `Giver ${index} gave you a gift`, body: "$2.00 (₦3,000.00)", isRead },
      alike: "gift_received 2026-11-04",
    });
  const gifts = Array.from({ length: 12 }, (_, index) => gift(index, index >= 10));
  const calls = answerCalls({
    "GET /api/v1/notifications": page([
      ...gifts.slice(0, 3),
      row("other", "2026-11-04T20:30:00.000Z"),
      ...gifts.slice(3),
    ]),
    "POST /api/v1/notifications/read": { body: { unread: 0 } },
  });
  renderScreen(<Notifications />);
  const rows = await screen.findAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent?.replace(/₦3,000\.00\).*|Body.*/, ""))).toEqual([
    "New: Giver 0 gave you a gift, and 9 more$2.00 (",
    " Title other",
    " Giver 10 gave you a gift, and 1 more$2.00 (",
  ]);
  await userEvent.click(screen.getByRole("link", { name: /Giver 0/ }));
  await vi.waitFor(() =>
    expect(calls.find(({ call }) => call.startsWith("POST"))?.body).toEqual({
      ids: Array.from({ length: 10 }, (_, index) => `gift${index}`),
    })
  );
});
