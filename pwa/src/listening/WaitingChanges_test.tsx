import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/render_screen.tsx";
import type { WriteRow } from "../outbox/schema.ts";
import { EMPTY_SNAPSHOT, type OwnWrite } from "../outbox/snapshot.ts";
import { WaitingChanges } from "./WaitingChanges.tsx";

const forget = vi.fn<(id: string) => Promise<void>>(() => Promise.resolve());
vi.mock("../lib/app_outbox.ts", () => ({ appOutbox: () => Promise.resolve({ writes: { forget } }) }));

const write = { kind: "follow", artistId: "ayo", wanted: true } as const;
const WAITING: OwnWrite = { id: "w1", write, about: "Ayọ̀", createdAt: 0, state: "waiting" };
const REFUSED: WriteRow = {
  ...{ id: "w2", seq: 1, kind: "write", userId: "u1", payload: write, subject: "follow/ayo", about: "Ayọ̀" },
  ...{ attempted: true, leasedUntil: 0, reportToken: "", createdAt: 0, attempts: 1, nextAttemptAt: 0 },
  ...{ state: "dead", lastError: "Artist not found" },
};

it("what waits is named, and nothing is said of what is being sent right now", () => {
  const sending = { ...WAITING, id: "w3", state: "sending" } as const;
  renderScreen(<WaitingChanges outbox={{ ...EMPTY_SNAPSHOT, writes: [WAITING, sending] }} />);
  expect(screen.getByText("1 change waiting to be sent")).toBeTruthy();
  expect(screen.getByText("Follow Ayọ̀")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});

it("what needs a new log-in leads there", () => {
  renderScreen(<WaitingChanges outbox={{ ...EMPTY_SNAPSHOT, writes: [{ ...WAITING, state: "blocked" }] }} />);
  expect(screen.getByRole("link", { name: "Log in to send them", hidden: true })).toBeTruthy();
});

it("what was refused is shown with the reason until it is put away", async () => {
  renderScreen(<WaitingChanges outbox={{ ...EMPTY_SNAPSHOT, refusedWrites: [REFUSED] }} />);
  expect(screen.getByText("1 change not accepted")).toBeTruthy();
  expect(screen.getByText("Artist not found")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(forget).toHaveBeenCalledWith("w2");
});
