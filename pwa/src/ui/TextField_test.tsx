import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { PasswordField } from "./PasswordField.tsx";
import { TextField } from "./TextField.tsx";

describe("TextField", () => {
  it("names its input and describes it by hint and error", () => {
    render(<TextField label="Email" hint="We never share it" error="Please enter a valid email address" required />);
    const input = screen.getByRole("textbox", { name: "Email" });
    const described = (input.getAttribute("aria-describedby") ?? "").split(" ").map((id) =>
      document.getElementById(id)?.textContent
    );
    expect(described).toEqual(["We never share it", "Please enter a valid email address"]);
    expect(input.getAttribute("aria-invalid")).toBe("true");
    expect(input.getAttribute("aria-required")).toBe("true");
  });

  it("says nothing of errors while there is none, but has the alert's place ready", () => {
    render(<TextField label="Email" />);
    const input = screen.getByRole("textbox", { name: "Email" });
    expect(input.hasAttribute("aria-invalid")).toBe(false);
    expect(input.hasAttribute("aria-describedby")).toBe(false);
    expect(screen.getByRole("alert").textContent).toBe("");
  });
});

describe("PasswordField", () => {
  it("shows and hides the password, and its button says which it will do", async () => {
    render(<PasswordField label="Password" />);
    const input = screen.getByLabelText("Password");
    await userEvent.type(input, "secret");
    expect(input.getAttribute("type")).toBe("password");
    await userEvent.click(screen.getByRole("button", { name: "Show password" }));
    expect(input.getAttribute("type")).toBe("text");
    await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
    expect(input.getAttribute("type")).toBe("password");
    expect(screen.getByDisplayValue("secret")).toBe(input);
  });
});
