import type { AdminRole } from "@contract/admin_roles.ts";
import type { WorkAnswer, WorkItem } from "@contract/work.ts";
import { QueryClient } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { type Answer, answerCalls, refusal } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { startAdminSession } from "../shell/session.ts";
import { Work } from "./Work.tsx";

const LIST = "GET /api/v1/admin/work";
const since = "2026-11-01T10:00:00.000Z";
const proposal = (id: string) => ({
  ...{ proposalId: id, kind: "lift_suspension", subject: "u1", title: `Proposal ${id}`, lines: ["A line"], tokens: 0 },
  ...{ link: { label: "Open it", path: "/users" }, by: "Bola", proposedAt: since, lapsesAt: since, shown: "hash" },
  ...{ mayConfirm: true, mayWithdraw: false },
});
const item = (id: string, more: Partial<WorkItem> = {}): WorkItem => ({
  ...{ kind: "proposal", id, about: `About ${id}`, since, mine: true },
  ...more,
});
const page = (items: WorkItem[], more: Partial<WorkAnswer> = {}): Answer => ({
  body: { items, counts: { proposal: items.length }, nextCursor: null, ...more },
});
const cases = { "GET /api/v1/admin/proposals": { body: { proposals: [proposal("p1"), proposal("p2")] } } };

function open(
  answers: Parameters<typeof answerCalls>[0],
  place: { role?: AdminRole; path?: string; client?: QueryClient } = {},
) {
  const { role = "owner", path = "/dashboard", client } = place;
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  startAdminSession({ username: "Boss", userId: "a1", expiresAt, message: "", role });
  const calls = answerCalls({ ...cases, ...answers });
  renderScreen(<Work />, { route: "/dashboard", path, ...(client && { client }) });
  return calls;
}

const rows = async () => within(await screen.findByRole("list", { name: "What waits" }));

afterEach(() => vi.unstubAllGlobals());

it("says what it is about, the sum, and whose it is", async () => {
  open({ [LIST]: page([item("p1", { amount: 1_234.5 }), item("p2", { mine: false })]) });
  const list = await rows();
  expect(list.getByRole("button", { name: /^About p1.*₦1,234\.50.*Proposal/ })).toBeTruthy();
  expect(list.getByRole("button", { name: /^About p2.*For others$/ })).toBeTruthy();
  expect(screen.getByText("1 row waits for you. The oldest first.")).toBeTruthy();
});

it("opens the next row once this admin has decided the open one, and says what became of it", async () => {
  open({
    [LIST]: [page([item("p1"), item("p2")]), page([item("p2")])],
    "POST /api/v1/admin/proposals/p1/confirm": { body: { message: "Confirmed: it is done", state: "done" } },
  });
  await userEvent.click((await rows()).getByRole("button", { name: /About p1/ }));
  const beside = within(await screen.findByRole("region", { name: "The open case" }));
  await userEvent.click(await beside.findByRole("button", { name: "Confirm it" }));
  expect(await beside.findByRole("heading", { name: "Proposal p2" })).toBeTruthy();
  expect(screen.getByText("Confirmed: it is done")).toBeTruthy();
});

it("keeps a case open that was decided elsewhere, and says so", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  open({ [LIST]: [page([item("p1"), item("p2")]), page([item("p2")])] }, {
    path: "/dashboard?case=proposal:p1",
    client,
  });
  expect(await screen.findByRole("heading", { name: "Proposal p1" })).toBeTruthy();
  expect(screen.queryByText(/^This no longer waits/)).toBeNull();
  await client.invalidateQueries({ queryKey: ["admin", "work"] });
  expect(await screen.findByText(/^This no longer waits: it has been decided/)).toBeTruthy();
  expect(await screen.findByRole("heading", { name: "Proposal p1" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByRole("heading", { name: "Proposal p2" })).toBeTruthy();
  expect(screen.queryByText(/^This no longer waits/)).toBeNull();
});

it("says to the second of two admins on one row that the other has decided it, and stays there", async () => {
  open({
    [LIST]: [page([item("p1"), item("p2")]), page([item("p2")])],
    "POST /api/v1/admin/proposals/p1/confirm": refusal(409, "An admin has already decided this"),
  });
  await userEvent.click((await rows()).getByRole("button", { name: /About p1/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Confirm it" }));
  expect(await screen.findByText("An admin has already decided this")).toBeTruthy();
  expect(await screen.findByText(/^This no longer waits: it has been decided/)).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Proposal p1" })).toBeTruthy();
});

it("opens what does not wait by its address, and says so", async () => {
  open({ [LIST]: page([item("p2")]) }, { path: "/dashboard?case=proposal:p1" });
  expect(await screen.findByText(/^This does not wait for a decision/)).toBeTruthy();
  expect(await screen.findByRole("heading", { name: "Proposal p1" })).toBeTruthy();
});

it("says of 10,000 how many are shown, and not that a case of a later page was decided", async () => {
  const counts = { proposal: 10_000 };
  open({ [LIST]: page([item("p2"), item("p3")], { counts, nextCursor: "1_p3" }) }, {
    path: "/dashboard?case=proposal:p1",
  });
  expect(await screen.findByText("2 rows wait for you. The oldest first. 2 of 10,000 are shown.")).toBeTruthy();
  expect(await screen.findByRole("heading", { name: "Proposal p1" })).toBeTruthy();
  expect(screen.queryByText(/^This (no longer waits|does not wait)/)).toBeNull();
});

it("stays on a case whose decision was refused", async () => {
  open({
    [LIST]: page([item("p1"), item("p2")]),
    "POST /api/v1/admin/proposals/p1/confirm": refusal(409, "It has changed: please look again"),
  }, { path: "/dashboard?case=proposal:p1" });
  await userEvent.click(await screen.findByRole("button", { name: "Confirm it" }));
  expect(await screen.findByText("It has changed: please look again")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Proposal p1" })).toBeTruthy();
});

it("moves by keys: down and open in the list, next and close in the case", async () => {
  open({ [LIST]: page([item("p1"), item("p2")]) });
  (await rows()).getByRole("button", { name: /About p1/ }).focus();
  await userEvent.keyboard("jko");
  const beside = await screen.findByRole("region", { name: "The open case" });
  expect(await within(beside).findByRole("heading", { name: "Proposal p1" })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(beside));
  await userEvent.keyboard("n");
  expect(await within(beside).findByRole("heading", { name: "Proposal p2" })).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("region", { name: "The open case" })).toBeNull());
});

it("asks for one kind, goes on to the next page, and has words for nothing and for a failure", async () => {
  open({
    [LIST]: [
      page([item("p1")], { counts: { proposal: 10_000, report: 2 } }),
      page([item("p1")], { counts: { proposal: 10_000, report: 2 }, nextCursor: "1_p1" }),
      page([item("p2")]),
    ],
  });
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Kind" }), "Proposal (10,000)");
  await userEvent.click(await screen.findByRole("button", { name: "Load more" }));
  expect(await screen.findByRole("button", { name: /About p2/ })).toBeTruthy();
});

it("says that nothing waits, and for an auditor that others decide", async () => {
  open({ [LIST]: page([]) });
  expect(await screen.findByText("Nothing waits. You are done.")).toBeTruthy();
});

it("says to an auditor that others decide, and lets them read a case without deciding it", async () => {
  const mayConfirm = { body: { proposals: [{ ...proposal("p1"), mayWithdraw: true }] } };
  open({ [LIST]: page([item("p1", { mine: false })]), "GET /api/v1/admin/proposals": mayConfirm }, { role: "auditor" });
  expect(await screen.findByText("Nothing here waits for you: others decide it.")).toBeTruthy();
  await userEvent.click((await rows()).getByRole("button", { name: /About p1/ }));
  expect(await screen.findByRole("heading", { name: "Proposal p1" })).toBeTruthy();
  expect(screen.getByText("A line")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Confirm it|Withdraw it/ })).toBeNull();
});

it("lists the decided cases of a kind below what waits, each with the way to it", async () => {
  const appeal = { appealId: "a1", userId: "u-12345678", at: since, state: "answered", held: 3.2, voided: 10 };
  open({ [LIST]: page([]), "GET /api/v1/admin/appeals": { body: { appeals: [appeal] } } }, {
    path: "/dashboard?kind=earnings_appeal",
  });
  await userEvent.click(await screen.findByText("All appeals about earnings, answered ones too"));
  const table = within(await screen.findByRole("table", { name: "All cases" }));
  expect(table.getByText("Answered")).toBeTruthy();
  expect(table.getByRole("link", { name: "…12345678: ₦3.20 held, ₦10.00 removed" }).getAttribute("href"))
    .toBe("/dashboard?kind=earnings_appeal&case=earnings_appeal%3Aa1");
});

it("says what failed", async () => {
  open({ [LIST]: { status: 500, body: {} } });
  expect(await screen.findByText("Failed to load what waits")).toBeTruthy();
});
