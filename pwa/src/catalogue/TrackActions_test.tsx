import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls, refusal } from "../../testing/answer_calls.ts";
import { givenTrack } from "../../testing/given_tracks.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { reportReached } from "../lib/connection.ts";
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

const FRESH = `GET /api/v1/tracks/${encodeURIComponent(TRACK._id)}`;
const FILE = `GET ${TRACK.downloadUrl?.split("?")[0]}`;

/** The addresses that are pressed as links. */
function watchLinks(): string[] {
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.href);
  });
  return clicked;
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
  vi.unstubAllGlobals();
  reportReached();
  for (const name of ["share", "clipboard"]) Reflect.deleteProperty(navigator, name);
});

describe("sharing", () => {
  it("gives the documented words and link to four networks", async () => {
    renderScreen(<Buttons />);
    await openShare();
    const links = screen.getAllByRole<HTMLAnchorElement>("link");
    expect(links.map((link) => link.textContent)).toEqual(["WhatsApp", "Facebook", "Twitter", "Telegram"]);
    const url = `${location.origin}/track/t%201`;
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
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/track/t%201`);
    act(() => void vi.advanceTimersByTime(1_999));
    expect(screen.getByRole("button", { name: "Link copied!" })).toBeTruthy();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByRole("button", { name: "Copy Link" })).toBeTruthy();
  });

  it("copies the song's player for other sites", async () => {
    renderScreen(<Buttons />);
    await openShare();
    const writeText = vi.fn((_text: string) => Promise.resolve());
    Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
    await press("Embed");
    expect(await screen.findByRole("button", { name: "Embed code copied!" })).toBeTruthy();
    expect(writeText.mock.calls[0]?.[0]).toBe(
      `<iframe src="${location.origin}/embed/track/t%201" width="100%" height="152" ` +
        `title="Ọ̀nà Ìlú by Ayọ̀ &amp; Sons on Orin" loading="lazy" style="border:0;border-radius:12px"></iframe>`,
    );
  });

  it("says so where copying is not allowed", async () => {
    renderScreen(<Buttons />);
    await openShare();
    const writeText = () => Promise.reject(new DOMException("No", "NotAllowedError"));
    Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
    await press("Copy Link");
    expect(await screen.findByText(/Your browser blocked copying/)).toBeTruthy();
  });

  it("offers the device's own sheet where there is one", async () => {
    const share = vi.fn(() => Promise.reject(new DOMException("Closed", "AbortError")));
    Object.assign(navigator, { share });
    renderScreen(<Buttons />);
    await openShare();
    await press("More apps");
    expect(share).toHaveBeenCalledWith({
      text: 'Check out "Ọ̀nà Ìlú" by Ayọ̀ & Sons',
      url: `${location.origin}/track/t%201`,
    });
  });
});

describe("downloading", () => {
  it("asks for one byte, then gives the file to the browser, once for two presses", async () => {
    startSession(SESSION, true);
    const calls = answerCalls({ [FILE]: { status: 206, body: 7 } });
    const clicked = watchLinks();
    renderScreen(<Buttons />);
    await press(/^Download/);
    await press(/^Download/);
    await waitFor(() => expect(clicked).toContain(new URL(TRACK.downloadUrl ?? "", location.origin).href));
    expect(calls[0]?.headers.get("range")).toBe("bytes=0-0");
    expect(clicked.length).toBe(calls.length);
    expect(document.querySelector("a[download]")).toBeNull();
  });

  it.each<[Answer, string]>([
    [refusal(404, "Track not found"), "No download URL available for this track."],
    [refusal(403, "No", { code: "download_not_allowed" }), "No download URL available for this track."],
    [refusal(403, "No", { code: "early_access" }), "Members hear and download this track first."],
    [refusal(401, "No"), "Log in, or create a free account, to download music."],
    [refusal(500, "No"), "The download could not start. Please try again later."],
    ["no network", "Please try again when you are connected."],
  ])("stores nothing and says why after the answer %o", async (answer, text) => {
    startSession(SESSION, true);
    answerCalls({
      [FILE]: answer,
      [FRESH]: { body: { track: { ...TRACK, downloadUrl: `${TRACK.downloadUrl}&new` } } },
    });
    const clicked = watchLinks();
    renderScreen(<Buttons />);
    await press(/^Download/);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(clicked).toEqual([]);
  });

  it("asks as the link does, and for a fresh address where the list's has expired", async () => {
    startSession(SESSION, true);
    const downloadUrl = `${TRACK.downloadUrl}&new`;
    const calls = answerCalls({
      [FILE]: [refusal(401, "Authentication required. Please login again."), { status: 206, body: 7 }],
      [FRESH]: { body: { track: { ...TRACK, downloadUrl } } },
    });
    const clicked = watchLinks();
    renderScreen(<Buttons />);
    await press(/^Download/);
    await waitFor(() => expect(clicked).toEqual([new URL(downloadUrl, location.origin).href]));
    expect(calls.map(({ headers }) => headers.get("authorization"))).toEqual([null, "Bearer t1", null]);
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
