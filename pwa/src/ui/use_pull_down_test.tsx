import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Sheet } from "./Sheet.tsx";

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

const close = vi.fn();

beforeEach(() => {
  close.mockClear();
  render(
    <Sheet open title="Queue" onClose={close}>
      <p>Songs</p>
      <input aria-label="Volume" type="range" />
      <button type="button" data-drags>Move</button>
    </Sheet>,
  );
});

const at = (clientX: number, clientY: number) => ({ touches: [{ clientX, clientY }] });

/** A slow pull from a part of the sheet; answers whether the page behind was kept from moving. */
async function pull(
  from: Element,
  { x = 0, y = 0, ends = "touchEnd" as "touchEnd" | "touchCancel" },
): Promise<boolean> {
  fireEvent.touchStart(from, at(100, 100));
  const isLeft = [0.1, 0.5, 1].map((part) => fireEvent.touchMove(from, at(100 + x * part, 100 + y * part)));
  // Long after it began: no flick.
  await new Promise((done) => setTimeout(done, 150));
  fireEvent[ends](from, { touches: [] });
  return isLeft.includes(false);
}

describe("a panel that can be pulled down", () => {
  it("closes when it is pulled far, and moves nothing behind it", async () => {
    expect(await pull(screen.getByText("Songs"), { y: 200 })).toBe(true);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["too short a way", "Songs", { y: 60 }],
    ["up", "Songs", { y: -200 }],
    ["to the side", "Songs", { x: 200, y: 120 }],
    ["when something takes the finger away", "Songs", { y: 200, ends: "touchCancel" as const }],
  ])("stays when it is pulled %s", async (_how, part, way) => {
    await pull(screen.getByText(part), way);
    expect(close).not.toHaveBeenCalled();
    expect(screen.getByRole("dialog").style.translate).toBe("");
  });

  it("leaves the finger to what moves itself, and to what is scrolled", async () => {
    expect(await pull(screen.getByRole("slider"), { y: 200 })).toBe(false);
    expect(await pull(screen.getByRole("button", { name: "Move" }), { y: 200 })).toBe(false);
    const text = screen.getByText("Songs");
    if (text.parentElement) text.parentElement.scrollTop = 30;
    expect(await pull(text, { y: 200 })).toBe(false);
    expect(close).not.toHaveBeenCalled();
  });
});
