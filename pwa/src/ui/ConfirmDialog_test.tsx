import { fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

beforeAll(() => {
  // jsdom knows the element, but not how to open it as modal.
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
    this.querySelector<HTMLElement>("[autofocus], button")?.focus();
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
  };
});

function show(more: { busy?: boolean; error?: string } = {}) {
  const calls = { onConfirm: vi.fn(), onCancel: vi.fn() };
  render(
    <ConfirmDialog
      open
      title="Delete track"
      message="This cannot be undone."
      confirmLabel="Delete"
      {...calls}
      {...more}
    />,
  );
  return calls;
}

describe("ConfirmDialog", () => {
  it("is a modal alert dialog with a name and a description, focused on the harmless answer", () => {
    show();
    const dialog = screen.getByRole("alertdialog", { name: "Delete track" });
    expect(dialog.getAttribute("open")).not.toBeNull();
    expect(document.getElementById(dialog.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "This cannot be undone.",
    );
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
  });

  it("confirms only by its button", async () => {
    const calls = show();
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    expect(calls.onConfirm).toHaveBeenCalledTimes(1);
    expect(calls.onCancel).not.toHaveBeenCalled();
  });

  it("cancels by Escape and by a press beside it", () => {
    const calls = show();
    const dialog = screen.getByRole("alertdialog");
    fireEvent(dialog, new Event("cancel", { cancelable: true }));
    fireEvent.click(dialog);
    expect(calls.onCancel).toHaveBeenCalledTimes(2);
  });

  it("cannot be left or confirmed twice while it works", async () => {
    const calls = show({ busy: true });
    fireEvent(screen.getByRole("alertdialog"), new Event("cancel", { cancelable: true }));
    for (const button of screen.getAllByRole("button")) await userEvent.click(button);
    expect(calls.onCancel).not.toHaveBeenCalled();
    expect(calls.onConfirm).not.toHaveBeenCalled();
  });

  it("says what went wrong and stays", () => {
    show({ error: "Failed to delete track" });
    expect(screen.getByRole("alert").textContent).toBe("Failed to delete track");
  });
});
