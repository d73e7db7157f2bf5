import { act, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { givenTrack } from "../../testing/given_tracks.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { endSession, startSession } from "../lib/session.ts";
import { DownloadButton, ShareButton, useTrackActions } from "./TrackActions.tsx";

const SESSION = { token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" } as const;
const TRACK = givenTrack("Ọ̀nà Ìlú", { _id: "t 1", artist: "Ayọ̀ & Sons" });

function Buttons({ track = TRACK }) {
  const actions = useTrackActions();
  return (
    <>
      <ShareButton track={track} actions={actions} />
      <DownloadButton track={track} actions={actions} />
      {actions.dialogs}
    </>
  );
}

async function openShare() {
  await press(/^Share/);
  await screen.findByRole("dialog", { name: "Share" });
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  localStorage.clear();
  endSession();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const name of ["share", "clipboard"]) Reflect.deleteProperty(navigator, name);
});

describe("sharing", () => {
  it("gives the documented words and link to four networks", async () => {
    renderScreen(<Buttons />);
    await openShare();
    const links = screen.getAllByRole<HTMLAnchorElement>("link");
    expect(links.map((link) => link.textContent)).toEqual(["WhatsApp", "Facebook", "Twitter", "Telegram"]);
    const url = `${location.origin}/songs?track=t%201`;
    const text = 'Check out "Ọ̀nà Ìlú" by Ayọ̀ & Sons';
    expect(screen.getByText(text)).toBeTruthy();
    const said = links.map((link) => new URL(link.href).searchParams);
    expect(said[0]?.get("text")).toBe(`${text} ${url}`);
    expect([said[1]?.get("u"), said[2]?.get("url"), said[3]?.get("url")]).toEqual([url, url, url]);
    expect([said[2]?.get("text"), said[3]?.get("text")]).toEqual([text, text]);
    expect(links.every((link) => link.rel.includes("noopener"))).toBe(true);
  });

  it("copies the link and says so for two seconds", async () => {
    renderScreen(<Buttons />);
    await openShare();
    const writeText = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await act(() => {
      screen.getByRole("button", { name: "Copy Link" }).click();
      return Promise.resolve();
    });
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/songs?track=t%201`);
    act(() => void vi.advanceTimersByTime(1_999));
    expect(screen.getByRole("button", { name: "Link copied!" })).toBeTruthy();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByRole("button", { name: "Copy Link" })).toBeTruthy();
  });

  it("says so where copying is not allowed", async () => {
    renderScreen(<Buttons />);
    await openShare();
    const writeText = () => Promise.reject(new DOMException("No", "NotAllowedError"));
    Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
    await press("Copy Link");
    expect(await screen.findByText(/does not allow copying/)).toBeTruthy();
  });

  it("offers the device's own sheet where there is one", async () => {
    const share = vi.fn(() => Promise.reject(new DOMException("Closed", "AbortError")));
    Object.assign(navigator, { share });
    renderScreen(<Buttons />);
    await openShare();
    await press("More apps");
    expect(share).toHaveBeenCalledWith({
      text: 'Check out "Ọ̀nà Ìlú" by Ayọ̀ & Sons',
      url: `${location.origin}/songs?track=t%201`,
    });
  });
});

describe("downloading", () => {
  it("gives the file to the browser", async () => {
    startSession(SESSION, true);
    const clicked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.href);
    });
    renderScreen(<Buttons />);
    await press(/^Download/);
    expect(clicked).toEqual([new URL(TRACK.downloadUrl ?? "", location.origin).href]);
    expect(document.querySelector("a[download]")).toBeNull();
  });

  it("says that there is nothing to download", async () => {
    const { downloadUrl: _downloadUrl, ...rest } = TRACK;
    startSession(SESSION, true);
    renderScreen(<Buttons track={rest} />);
    await press(/^Download/);
    expect(await screen.findByText("No download URL available for this track.")).toBeTruthy();
  });

  it("asks visitors for an account", async () => {
    renderScreen(<Buttons />);
    await press(/^Download/);
    expect(await screen.findByRole("link", { name: "Log in" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Sign up" })).toBeTruthy();
  });
});
