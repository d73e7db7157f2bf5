import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, expect, it, vi } from "vitest";
import { Menu } from "./Menu.tsx";

beforeAll(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  // Where a menu fits is measured by browsers alone.
  Element.prototype.scrollIntoView ??= () => undefined;
});

it("opens in the screen that it belongs to, hides nothing of it, and gives the button its focus back", async () => {
  const chosen = vi.fn();
  render(
    <>
      <nav>
        <a href="/songs">Songs</a>
      </nav>
      <main>
        <Menu label="More for No Shaking" items={[{ label: "Share", onSelect: chosen }]} />
      </main>
    </>,
  );
  const button = () => screen.getByRole("button", { name: "More for No Shaking" });
  await userEvent.click(button());
  const menu = await screen.findByRole("menu");
  expect(screen.getByRole("main").contains(menu)).toBe(true);
  expect(document.querySelectorAll("[aria-hidden=true] a, [aria-hidden=true] button")).toHaveLength(0);
  await userEvent.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(document.activeElement).toBe(button());
  await userEvent.keyboard("{Enter}");
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("menuitem", { name: "Share" })));
  await userEvent.keyboard("{Enter}");
  await vi.waitFor(() => expect(chosen).toHaveBeenCalledTimes(1));
  expect(document.activeElement).toBe(button());
});

it("that keys open for the first time begins at its first item", async () => {
  render(
    <main>
      <Menu label="More" items={[{ label: "Share", onSelect: () => {} }, { label: "Report", onSelect: () => {} }]} />
    </main>,
  );
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  const item = await screen.findByRole("menuitem", { name: "Share" });
  await vi.waitFor(() => expect(document.activeElement).toBe(item));
});
