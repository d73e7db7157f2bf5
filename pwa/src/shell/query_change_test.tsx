import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useSearchParams } from "react-router-dom";
import { describe, expect, it } from "vitest";
import { useQueryFocus } from "./query_change.ts";

/** As the playlists do it: the chips stand elsewhere in each list, so another one takes their place. */
function Lists() {
  useQueryFocus();
  const [params, setParams] = useSearchParams();
  const list = params.get("list") ?? "own";
  return (
    <main id="content" tabIndex={-1}>
      <button type="button" onClick={() => setParams({ list: "sorted" })}>Sort</button>
      <button key={list} type="button" onClick={() => setParams({ list: "liked" })}>Liked</button>
    </main>
  );
}

describe("where only the query changes", () => {
  it("keys go on from the screen's start if what had the focus is gone, and else from there", () => {
    render(
      <MemoryRouter>
        <Lists />
      </MemoryRouter>,
    );
    expect(document.activeElement).toBe(document.body);
    for (const [name, focused] of [["Sort", "Sort"], ["Liked", undefined]] as const) {
      const button = screen.getByRole("button", { name });
      button.focus();
      fireEvent.click(button);
      expect(document.activeElement).toBe(focused ? button : screen.getByRole("main"));
    }
  });
});
