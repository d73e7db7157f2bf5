import type { Release } from "@contract/releases.ts";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { reportReached } from "../../lib/connection.ts";
import { ReleaseEditor } from "./ReleaseEditor.tsx";
import { Releases } from "./Releases.tsx";
import { leftWords } from "./words.ts";

const song = (trackId: string, title: string): Release["songs"][number] => ({
  ...{ trackId, title, artist: "Ada", genre: "fuji", durationSeconds: 61, readiness: "ready", featured: [] },
  credits: { writers: [], producers: [], isrc: "", explicit: false },
});
const RELEASE: Release = {
  ...{ id: "r1", status: "draft", kind: "ep", title: "Ìrìn", artist: "Ada", genre: "fuji", upc: "" },
  ...{ coverImageUrl: "/media/covers/x/512.webp", placeholder: "", songs: [song("t1", "One"), song("t2", "Two")] },
  ...{ missing: [], presaves: 0, createdAt: "2026-11-25T10:00:00Z", path: "/release/r1", withheldPercent: 5 },
};
const CARD = { ...RELEASE, songCount: 2 };

function open(answers: Record<string, Answer | readonly Answer[]>, path = "/cs-releases/r1") {
  const calls = answerCalls(answers);
  if (path === "/cs-releases") renderScreen(<Releases />, { route: path, path });
  else renderScreen(<ReleaseEditor />, { route: "/cs-releases/:id", path });
  return calls;
}

afterEach(() => {
  vi.unstubAllGlobals();
  reportReached();
});

// The pieces themselves are tried in a real browser.
vi.mock("../uploads/send_file.ts", () => ({
  sendFile: (_file: File, { onUrl }: { onUrl(url: string): void }) => Promise.resolve(onUrl("/api/v1/uploads/u1")),
}));

vi.mock("../read_tags.ts", () => ({ readTags: () => Promise.resolve({}) }));

describe("the songs of a release", () => {
  it("say what Orin heard in them before they come out", async () => {
    const report = {
      ...{ durationSeconds: 61, codec: "flac", sampleRate: 44_100, channels: 2, loudnessLufs: -3, truePeakDbtp: 2 },
      ...{ clippedPlaces: 40, silenceAtStartMs: 0, silenceAtEndMs: 0, silenceMs: 0 },
    };
    open({
      "GET /api/v1/releases/r1": [
        { body: { release: RELEASE } },
        { body: { release: { ...RELEASE, songs: [...RELEASE.songs, { ...song("t3", "Loud"), report }] } } },
      ],
      "GET /api/v1/my-tracks": { body: { success: true, tracks: [] } },
      "GET /api/v1/uploads/u1": { body: { state: "checked", report } },
      "POST /api/v1/upload": { status: 201, body: { trackId: "t3" } },
    });
    await userEvent.click(await screen.findByRole("tab", { name: /Songs/ }));
    await userEvent.upload(screen.getByLabelText("Add songs"), new File(["x"], "Loud.wav", { type: "audio/wav" }));
    expect(await screen.findByText("Sound check:")).toBeTruthy();
    expect(screen.getByText("(Loud)")).toBeTruthy();
  });
});

describe("the list of releases", () => {
  it("shows them with where they stand, and what other artists ask", async () => {
    const ask = {
      trackId: "t9",
      title: "Ojo",
      artist: "Zee",
      artistId: "z",
      coverImageUrl: "",
      status: "asked",
      at: "",
    };
    const calls = open({
      "GET /api/v1/releases": { body: { releases: [{ ...CARD, status: "scheduled", presaves: 3 }], asked: [ask] } },
      "PUT /api/v1/features/t9": { body: { success: true } },
    }, "/cs-releases");
    const row = within(await screen.findByRole("list", { name: "Your releases" }));
    expect(row.getByText("EP · 2 songs · 3 pre-saves")).toBeTruthy();
    expect(row.getByText("Scheduled")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Accept" }));
    expect(calls.find(({ call }) => call.startsWith("PUT"))?.body).toEqual({ accept: true });
  });

  it("says what there is to do where there is none", async () => {
    open({ "GET /api/v1/releases": { body: { releases: [], asked: [] } } }, "/cs-releases");
    expect(await screen.findByText("No releases yet")).toBeTruthy();
  });
});

describe("the editor", () => {
  it("keeps what is typed when somebody else was first, and says who", async () => {
    const text =
      "Ada Obi changed this release on 25 November 2026 at 11:00 (Lagos time). Nothing was saved: look again, then change it.";
    const refused = { status: 409, body: { error: text, message: text, code: "conflict", requestId: "" } };
    const calls = open({
      "GET /api/v1/releases/r1": { body: { release: RELEASE } },
      "PUT /api/v1/releases/r1": refused,
    });
    const title = await screen.findByLabelText<HTMLInputElement>(/^Title/);
    await userEvent.clear(title);
    await userEvent.type(title, "Àjò");
    await userEvent.click(screen.getByRole("button", { name: "Save details" }));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(title.value).toBe("Àjò");
    expect(calls.at(-1)?.body).toMatchObject({ title: "Àjò", was: { title: "Ìrìn", kind: "ep" } });
  });

  it("refuses a UPC with a slip before it is sent", async () => {
    open({ "GET /api/v1/releases/r1": { body: { release: RELEASE } } });
    await userEvent.type(await screen.findByLabelText(/UPC/), "036000291453");
    expect(screen.getByText(/the last one checks the others/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Save details" }).hasAttribute("disabled")).toBe(true);
  });

  it("gets a UPC and an ISRC from Orin where it gives any, once what is typed is saved", async () => {
    const given = { ...RELEASE, givesIsrc: true, givesUpc: true };
    const calls = open({
      "GET /api/v1/releases/r1": { body: { release: given } },
      "POST /api/v1/releases/r1/upc": { body: { release: { ...given, upc: "036000291452" } } },
      "POST /api/v1/tracks/t1/isrc": { body: {} },
    });
    const upc = await screen.findByRole("button", { name: "Get a UPC from Orin" });
    await userEvent.type(screen.getByLabelText(/^Title/), "!");
    expect(upc).toHaveProperty("disabled", true);
    await userEvent.type(screen.getByLabelText(/^Title/), "{Backspace}");
    await userEvent.click(upc);
    expect(await screen.findByDisplayValue("036000291452")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Get a UPC from Orin" })).toBe(null);
    await userEvent.click(screen.getByRole("tab", { name: /Credits/ }));
    const [first] = await screen.findAllByRole("button", { name: "Get an ISRC from Orin" });
    if (first) await userEvent.click(first);
    await vi.waitFor(() => expect(calls.some(({ call }) => call === "POST /api/v1/tracks/t1/isrc")).toBe(true));
  });

  it("publishes after asking, all songs together", async () => {
    const calls = open({
      "GET /api/v1/releases/r1": { body: { release: RELEASE } },
      "POST /api/v1/releases/r1/publish": { body: { release: { ...RELEASE, status: "published" } } },
    }, "/cs-releases/r1?step=release");
    await userEvent.click(await screen.findByRole("button", { name: "Publish now" }));
    expect(screen.getByText(/2 songs come out together/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Publish" }));
    expect(await screen.findByText(/Out since/)).toBeTruthy();
    expect(calls.some(({ call }) => call === "POST /api/v1/releases/r1/publish")).toBe(true);
  });
});

it("time left is said in its two largest parts", () => {
  expect([0, 999, 61_000, 3_600_000, 90_061_000].map(leftWords)).toEqual([
    ...["0 s", "1 s", "1 min 1 s", "1 h 0 min", "1 d 1 h"],
  ]);
});
