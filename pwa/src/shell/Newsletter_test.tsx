import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { type Answer, answerCalls, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { reportReached } from "../lib/connection.ts";
import { Newsletter } from "./Newsletter.tsx";

const CALL = "POST /api/v1/newsletter";

async function signUp(answer: Answer, { name = "Ada", email = "ada@orin.example" } = {}) {
  const calls = answerCalls({ [CALL]: answer });
  renderScreen(<Newsletter />);
  if (name) await userEvent.type(screen.getByLabelText("Name"), name);
  if (email) await userEvent.type(screen.getByLabelText("Email"), email);
  await userEvent.click(screen.getByRole("button", { name: "Sign Me Up" }));
  return calls;
}

afterEach(() => {
  vi.unstubAllGlobals();
  reportReached();
});

it("the newsletter wants a name and an email before it asks the service", async () => {
  const calls = await signUp({ body: {} }, { name: "", email: "ada" });
  expect(screen.getByText("Name is required")).toBeTruthy();
  expect(screen.getByText("Please enter a valid email address")).toBeTruthy();
  expect(calls).toEqual([]);
});

it("the newsletter says that a mail is on its way", async () => {
  const calls = await signUp({ status: 202, body: { message: "" } });
  expect(await screen.findByText(/open the link in the email we sent to ada@orin.example/)).toBeTruthy();
  expect(calls[0]?.body).toEqual({ name: "Ada", email: "ada@orin.example" });
});

it.each<[Answer, string]>([
  [refusal(429, "Please slow down"), "Please slow down"],
  ["no network", "No answer from Orin. Please try again."],
])("the newsletter says why it failed: %o", async (answer, text) => {
  await signUp(answer);
  expect(await screen.findByText(text)).toBeTruthy();
});
