import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { keepFocus } from "./keep_focus.ts";

let end: () => void;

// jsdom has no screen to scroll.
beforeAll(() => void (Element.prototype.scrollIntoView ??= () => undefined));
beforeEach(() => void (end = keepFocus()));
afterEach(() => {
  end();
  document.body.innerHTML = "";
});

/** A page, with the focus on the button of that name. */
function show(html: string, name: string): HTMLButtonElement {
  document.body.innerHTML = `<main id="content" tabindex="-1">${html}</main>`;
  const button = screen.getByRole<HTMLButtonElement>("button", { name });
  button.focus();
  return button;
}

const nameOf = (one: Element | null) => one === document.body ? "nobody" : one?.id || one?.textContent;
const focused = async (name: string) =>
  await expect.poll(() => nameOf(document.activeElement), { timeout: 5_000 }).toBe(name);
const row = (name: string) => `<li><button>Play ${name}</button><button>Remove ${name}</button></li>`;

describe("the focus of what goes", () => {
  it("is on the same control of the next row, and of the one before at the end of the list", async () => {
    show(`<ul>${["one", "two", "three"].map(row).join("")}</ul>`, "Remove two").closest("li")?.remove();
    await focused("Remove three");
    document.activeElement?.closest("li")?.remove();
    await focused("Remove one");
  });

  it("is on what takes its place", async () => {
    show("<p><button>Choose a file</button></p>", "Choose a file").parentElement?.replaceWith(
      Object.assign(document.createElement("p"), {
        innerHTML: "<button>Skip</button><button data-autofocus>Import</button>",
      }),
    );
    await focused("Import");
  });

  it("is on what stands nearest, and at last on the screen", async () => {
    show(
      "<p><a href='/settings'>Settings</a></p><p><span><button>Mark all as read</button></span></p>",
      "Mark all as read",
    )
      .closest("p")?.remove();
    await focused("Settings");
    document.activeElement?.remove();
    await focused("content");
  });

  it("stays where another part puts it at once, such as a dialog that closes", async () => {
    const opener = "<button>Open</button><ul><li><button>Close</button></li><li><button>Other</button></li></ul>";
    show(opener, "Close").closest("li")?.remove();
    screen.getByRole("button", { name: "Open" }).focus();
    await new Promise((done) => setTimeout(done, 100));
    await focused("Open");
  });

  it("gives a finger no field, and with it no keyboard", async () => {
    const button = show("<p><input aria-label='Name'></p><p><button>Gone</button></p>", "Gone");
    vi.spyOn(button, "matches").mockReturnValue(false);
    fireEvent.focusIn(button);
    button.closest("p")?.remove();
    await new Promise((done) => setTimeout(done, 100));
    expect(document.activeElement).toBe(document.body);
  });
});

describe("the focus of what cannot be pressed for a moment", () => {
  it("is back as soon as it can", async () => {
    const button = show("<button>Send</button><button>Cancel</button>", "Send");
    button.disabled = true;
    // jsdom leaves it its focus; a browser takes it.
    button.blur();
    await new Promise((done) => setTimeout(done, 20));
    button.disabled = false;
    await focused("Send");
  });

  it("is beside it where that takes longer, but not while it says that it is busy", async () => {
    for (const [busy, name] of [["true", "nobody"], ["false", "Cancel"]] as const) {
      const button = show("<button>Send</button><button>Cancel</button>", "Send");
      button.setAttribute("aria-busy", busy);
      button.disabled = true;
      button.blur();
      await new Promise((done) => setTimeout(done, 1_100));
      await focused(name);
    }
  });
});

it("a row that keys move stays in sight with its control", async () => {
  const button = show(`<ul>${["one", "two"].map(row).join("")}</ul>`, "Remove one");
  const list = button.closest("ul");
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  // As React does it: the other one is put before it.
  list?.prepend(list.lastElementChild ?? "");
  await expect.poll(() => scrolled.mock.contexts).toEqual([button.closest("li")]);
});

it("what keys reach is shown whole, with its card; what a finger presses stays where it is", () => {
  show(`<ul>${["one", "two"].map(row).join("")}</ul>`, "Play one");
  const shown: string[] = [];
  for (const card of document.querySelectorAll("li")) {
    card.scrollIntoView = () => void shown.push(card.textContent ?? "");
  }
  const second = screen.getByRole("button", { name: "Play two" });
  const isVisible = vi.spyOn(second, "matches").mockReturnValue(true);
  fireEvent.focusIn(second);
  expect(shown).toEqual(["Play twoRemove two"]);
  isVisible.mockReturnValue(false);
  fireEvent.focusIn(second);
  expect(shown).toHaveLength(1);
});
