import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderScreen } from "../../testing/render_screen.tsx";
import { Terms } from "./Terms.tsx";

it("the terms have thirteen sections, a date, the ages, the law, and the ways on", () => {
  renderScreen(<Terms />, { route: "/terms" });
  const titles = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(titles).toHaveLength(13);
  expect(titles[0]).toBe("1. Introduction");
  expect(titles[12]).toBe("13. Contact Us");
  for (const words of [/Effective 01-05-2025/, /at least 13 years/, /under 18/, /laws of Nigeria/, /non-refundable/]) {
    expect(screen.getByText(words)).toBeTruthy();
  }
  expect(screen.getByRole("link", { name: "privacy policy" }).getAttribute("href")).toBe("/privacy-policy");
});
