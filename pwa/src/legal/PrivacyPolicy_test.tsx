import { type Disclosure, DISCLOSURES, PERSONAL_WORDS, VIEWERS } from "@contract/privacy.ts";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderScreen } from "../../testing/render_screen.tsx";
import { PrivacyPolicy } from "./PrivacyPolicy.tsx";

it("the privacy page renders the whole list of who sees what, and leads to the switch", () => {
  renderScreen(<PrivacyPolicy />, { route: "/privacy-policy" });
  const headings = screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(Object.values(VIEWERS));
  const lines = screen.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
  for (const { when, fields, also = [], note = "" } of Object.values<Disclosure>(DISCLOSURES)) {
    const line = lines.find((text) => text.startsWith(`${when}:`));
    const words = [...fields.map((field) => PERSONAL_WORDS[field]), ...also, note];
    expect([when, words.filter((word) => !line?.includes(word))]).toEqual([when, []]);
  }
  expect(screen.getByText(/your first name, your message, the time and the amount\.$/)).toBeTruthy();
  const [link] = screen.getAllByRole("link", { name: "settings" });
  expect(link?.getAttribute("href")).toBe("/settings/privacy");
});
