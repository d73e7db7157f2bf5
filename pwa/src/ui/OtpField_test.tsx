import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { OtpField } from "./OtpField.tsx";

beforeAll(() => {
  // jsdom draws nothing; input-otp looks for password managers' badges by drawing's means.
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  document.elementFromPoint = () => null;
});

function Harness({ onComplete }: { onComplete(code: string): void }) {
  const [code, setCode] = useState("");
  return <OtpField label="Code" value={code} onChange={setCode} onComplete={onComplete} autoFocus />;
}

describe("OtpField", () => {
  it("is one focused textbox, ready for one-time codes", () => {
    render(<Harness onComplete={() => undefined} />);
    const input = screen.getByRole("textbox", { name: "Code" });
    expect(document.activeElement).toBe(input);
    expect(input.getAttribute("autocomplete")).toBe("one-time-code");
    expect(input.getAttribute("inputmode")).toBe("numeric");
  });

  it("takes digits only, and completes at the fifth", async () => {
    const onComplete = vi.fn();
    render(<Harness onComplete={onComplete} />);
    await userEvent.type(screen.getByRole("textbox"), "12x34");
    expect(screen.getByDisplayValue("1234")).toBeTruthy();
    expect(onComplete).not.toHaveBeenCalled();
    await userEvent.type(screen.getByRole("textbox"), "5");
    expect(onComplete).toHaveBeenCalledWith("12345");
  });

  it("takes a pasted code with a space in it", async () => {
    const onComplete = vi.fn();
    render(<Harness onComplete={onComplete} />);
    await userEvent.click(screen.getByRole("textbox"));
    await userEvent.paste("123 45");
    expect(onComplete).toHaveBeenCalledWith("12345");
  });
});
