import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { Dialog } from "./Dialog.tsx";
import { TextField } from "./TextField.tsx";

beforeAll(() => {
  // As browsers do it: the first control takes the focus, whatever had it while the dialog was closed.
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
    this.querySelector("button")?.focus();
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
  };
});

describe("Dialog", () => {
  it("opens with the focus in the marked field, so that what is typed goes there", () => {
    render(
      <Dialog open title="New playlist" onClose={() => {}}>
        <TextField data-autofocus label="Name" />
      </Dialog>,
    );
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
  });

  it("opens on Close where no control is marked", () => {
    render(<Dialog open title="Share" onClose={() => {}} />);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Close" }));
  });
  it("gives the focus back when it closes: to its opener, or to the screen when that is gone", () => {
    const shown = (button: string, open: boolean) => (
      <main id="content" tabIndex={-1}>
        <button key={button} type="button">{button}</button>
        {open && <Dialog open title="New playlist" onClose={() => {}} />}
      </main>
    );
    const { rerender } = render(shown("New", false));
    const show = (button: string, open: boolean) => rerender(shown(button, open));
    screen.getByRole("button", { name: "New" }).focus();
    show("New", true);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Close" }));
    show("New", false);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "New" }));
    show("New", true);
    show("Another", false);
    expect(document.activeElement).toBe(screen.getByRole("main"));
  });
  it("leaves the one below it open when Escape closes it", () => {
    const [below, above] = [vi.fn(), vi.fn()];
    render(
      <Dialog open title="Now Playing" onClose={below}>
        <Dialog open title="Share" onClose={above} />
      </Dialog>,
    );
    // What a browser sends for Escape: to the dialog on top, and to no other.
    fireEvent(screen.getByRole("dialog", { name: "Share" }), new Event("cancel", { cancelable: true }));
    expect([above.mock.calls.length, below.mock.calls.length]).toEqual([1, 0]);
  });
});
