import { act, render, screen } from "@testing-library/react";
import { BrowserRouter, useLocation } from "react-router-dom";
import { afterEach, describe, expect, it } from "vitest";
import { useEarlyBack } from "./use_early_back.ts";

function Where() {
  return <p>{useLocation().pathname}</p>;
}

function Overlay() {
  useEarlyBack();
  return null;
}

afterEach(() => history.replaceState(null, "", "/"));

describe("Back before the first screen stands", () => {
  it("leads where the address says, though the router heard nothing of it", async () => {
    history.replaceState(null, "", "/artists");
    const tree = (over: boolean) => (
      <BrowserRouter>
        <Where />
        {over && <Overlay />}
      </BrowserRouter>
    );
    const { rerender } = render(tree(false));
    history.replaceState(null, "", "/songs?list=top-100");
    expect(screen.getByText("/artists")).toBeTruthy();
    await act(() => rerender(tree(true)));
    expect(screen.getByText("/songs")).toBeTruthy();
  });
});
