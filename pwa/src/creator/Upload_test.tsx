import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/render_screen.tsx";
import { ApiError } from "../lib/api_error.ts";
import { isBusy } from "../lib/busy.ts";
import { endSession, startSession } from "../lib/session.ts";
import { Upload } from "./Upload.tsx";
import type { sendFile } from "./uploads/send_file.ts";

const TAGS = { common: { title: "Ìfẹ́ Mi", artist: "Àdá", genre: ["Hip Hop"] }, format: { duration: 185.4 } };
vi.mock("music-metadata", () => ({ parseBlob: undefined, parseBuffer: () => Promise.resolve(TAGS) }));

type Sending = Parameters<typeof sendFile>[1] & { file: File; arrive(): void; fail(error: ApiError): void };
const { sendings } = vi.hoisted(() => ({ sendings: [] as Sending[] }));
vi.mock("./uploads/send_file.ts", () => ({
  sendFile: (file: File, options: Parameters<typeof sendFile>[1]) =>
    new Promise<void>((arrive, fail) => {
      sendings.push({ ...options, file, arrive, fail });
      options.onUrl(`/api/v1/uploads/${options.key}`);
      options.signal.addEventListener("abort", () => fail(new ApiError({ kind: "abort" })));
    }),
}));

const REPORT = {
  ...{ durationSeconds: 185, codec: "mp3", sampleRate: 44_100, channels: 2, loudnessLufs: -11, truePeakDbtp: -1 },
  ...{ clippedPlaces: 214, silenceAtStartMs: 0, silenceAtEndMs: 0, silenceMs: 0 },
};

/** What the service is asked besides the recordings, and answers when the test says so. */
interface UploadCall {
  body: FormData;
  headers: Headers;
  answer(status: number, body: unknown): void;
  lose(): void;
}
let posts: UploadCall[] = [];
let check: Record<string, unknown> = { state: "checked", report: REPORT };

const ASKED = {
  ...{ matchId: "m1", asked: "owner", trackId: "t", title: "Ìfẹ́ Mi", at: "2026-06-02T10:00:00Z", state: "open" },
  track: { _id: "t0", title: "Ìfẹ́ Mi", uploadedAt: "2026-05-12T10:00:00Z" },
};
let lyrics: unknown[] = [];
function lyricsAnswer(url: string, { body }: RequestInit): Response {
  lyrics.push([url, JSON.parse(String(body))]);
  return Response.json({ error: "Lyrics can have at most 64 KB: these have 90 KB." }, { status: 400 });
}

function fakeFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  if (String(url) === "/api/v1/my-duplicates") return Promise.resolve(Response.json({ duplicates: [ASKED] }));
  if (init.method === "GET") return Promise.resolve(Response.json(check));
  if (init.method === "DELETE") return Promise.resolve(new Response("{}"));
  if (init.method === "PUT") return Promise.resolve(lyricsAnswer(String(url), init));
  return new Promise((resolve, reject) => {
    if (String(url) !== "/api/v1/upload") return reject(new Error(`Nobody answers ${url}`));
    posts.push({
      body: init.body as FormData,
      headers: new Headers(init.headers),
      answer: (status, body) => resolve(Response.json(body, { status })),
      lose: () => reject(new TypeError("network")),
    });
    init.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
  });
}

const PATIENT = { timeout: 20_000 };
const song = (name = "song.mp3") => new File(["x"], name, { type: "audio/mpeg" });
const picture = new File(["x"], "cover.png", { type: "image/png" });
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Upload/ });
function at<T>(list: readonly T[], index: number): Promise<T> {
  return waitFor(() => {
    const found = list[index];
    if (found === undefined) throw new Error("Nothing was sent");
    return found;
  }, PATIENT);
}
const post = (index = 0) => at(posts, index);
/** All of the recording has gone out, and the service has heard it. */
async function arrive(index = 0) {
  (await at(sendings, index)).arrive();
  await screen.findAllByText(/Arrived and checked|Becomes a song|Uploaded/, undefined, PATIENT);
}

/** Under fake timers a text is waited for without more than a fraction of a second passing. */
async function untilShown(text: string) {
  for (let turn = 0; turn < 200 && !screen.queryByText(text); turn++) {
    await act(() => vi.advanceTimersByTimeAsync(1));
  }
  expect(screen.getByText(text)).toBeTruthy();
}

async function choose(...files: File[]) {
  await userEvent.upload(screen.getByLabelText(/^Audio file/), files);
  // The fields stand there once the files were read; before that there is nothing to wait for the end of.
  for (const label of files.length > 1 ? files.map((_, index) => `Title ${index + 1}`) : ["Title"]) {
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(label).value).not.toBe(""), PATIENT);
  }
  await waitFor(() => expect(screen.queryByText("Reading the file...")).toBeNull(), PATIENT);
}
const chooseCover = () => userEvent.upload(screen.getByLabelText("Cover image"), picture);

let people = 0;
beforeEach(() => {
  sendings.length = 0;
  [posts, lyrics] = [[], []];
  check = { state: "checked", report: REPORT };
  vi.stubGlobal("fetch", fakeFetch);
  URL.createObjectURL = () => "blob:x";
  URL.revokeObjectURL = () => {};
  const userId = `u${++people}`;
  startSession({ token: "t1", role: "creator", userId, reportToken: "r1", expiresAt: "" }, true);
  renderScreen(<Upload />, { route: "/cs-upload" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  endSession();
});

describe("the upload screen", () => {
  it("fills in what the file says of itself, and cannot be sent before a file is chosen", async () => {
    expect(button().disabled).toBe(true);
    await choose(song());
    expect(button().disabled).toBe(false);
    const values = ["Title", "Artist", "Genre", "Duration"].map((label) =>
      screen.getByLabelText<HTMLInputElement>(label)
    );
    expect(values.map((field) => field.value)).toEqual(["Ìfẹ́ Mi", "Àdá", "hip-hop", "3:05"]);
    expect(values[3]?.readOnly).toBe(true);
  });

  it("has all of its fields before a file is chosen, and keeps the title that was typed", async () => {
    for (const label of ["Audio file", "Cover image", "Title", "Artist", "Genre", "Duration"]) {
      expect(screen.getByLabelText(new RegExp(`^${label}`))).toBeTruthy();
    }
    expect(screen.getByLabelText<HTMLInputElement>("Duration").readOnly).toBe(true);
    await userEvent.type(screen.getByLabelText("Title"), "Morning");
    await choose(song());
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Morning");
  });

  it("names what Orin takes, and offers nothing else to choose", () => {
    expect(screen.getByText(/^MP3, M4A, AAC, WAV, AIFF, FLAC, Ogg, CAF, WebM or WMA, up to 200 MB and 30 minutes/))
      .toBeTruthy();
    expect(screen.getByText("JPEG, PNG, WebP, GIF, AVIF or TIFF, at most 10 MB")).toBeTruthy();
    const offered = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).accept.split(",");
    const [sounds, pictures] = [offered(/^Audio file/), offered(/^Cover image/)];
    expect(sounds).toEqual(expect.arrayContaining([".mp3", ".aiff", ".opus", "audio/x-m4a", "audio/flac"]));
    expect(pictures).toEqual(expect.arrayContaining([".jpg", ".tiff", "image/avif"]));
    for (const other of ["audio/*", ".amr", "image/*", ".heic", "image/heic"]) {
      expect([...sounds, ...pictures]).not.toContain(other);
    }
  });

  it("says what is missing in the documented words and sends nothing", async () => {
    await choose(song());
    await userEvent.click(button());
    expect(screen.getByText("Please fill in all required fields")).toBeTruthy();
    expect(posts).toEqual([]);
  });

  it("marks each field that cannot be left out, the cover too", async () => {
    await choose(song());
    const starred = Array.from(document.querySelectorAll(".starred"), (label) => label.textContent);
    expect(starred.toSorted()).toEqual(["Artist", "Cover image", "Genre", "Title"]);
    expect(screen.getByLabelText<HTMLInputElement>("Cover image").required).toBe(true);
  });

  it("sends the documented form, shows how far it is, and leads to the list after two seconds", async () => {
    await choose(song());
    await chooseCover();
    await userEvent.click(button());
    expect([button().textContent, isBusy("uploading")]).toEqual(["Uploading...", true]);
    const sending = await at(sendings, 0);
    act(() => sending.onProgress(0.3));
    expect(screen.getByText("30% sent")).toBeTruthy();
    await arrive();
    const { body, headers, answer } = await post();
    const sent = ["title", "artist", "genre", "duration", "uploadId"].map((name) => body.get(name));
    expect(sent).toEqual(["Ìfẹ́ Mi", "Àdá", "hip-hop", "3:05", sending.key]);
    expect([body.has("coverImage"), headers.get("authorization")]).toEqual([true, "Bearer t1"]);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    answer(201, { success: true, message: "ok", trackId: "t" });
    await untilShown("Track uploaded successfully! Redirecting to music list...");
    act(() => vi.advanceTimersByTime(1_700));
    expect(screen.queryByText("/cs-music-list")).toBeNull();
    act(() => vi.advanceTimersByTime(300));
    expect(screen.getByText("/cs-music-list")).toBeTruthy();
    expect(isBusy("uploading")).toBe(false);
  });

  it("shows the service's words, else the documented ones, and sends the same song under the same key again", async () => {
    await choose(song());
    await chooseCover();
    await userEvent.click(button());
    await arrive();
    (await post()).answer(422, { error: "This picture is empty: please choose another one" });
    expect((await screen.findAllByText(/This picture is empty/)).length).toBeGreaterThan(0);
    await userEvent.click(button());
    (await post(1)).answer(500, {});
    expect((await screen.findAllByText("Error uploading track. Please try again.")).length).toBeGreaterThan(0);
    await userEvent.click(button());
    const again = await post(2);
    expect(again.body.get("uploadId")).toBe(posts[0]?.body.get("uploadId"));
    expect(sendings).toHaveLength(1);
  });

  it("says what Orin heard before the song is published", async () => {
    await choose(song());
    await arrive();
    expect(screen.getByText("Please listen again before you publish")).toBeTruthy();
    expect(screen.getByText(/Clips in 214 places/)).toBeTruthy();
    expect(posts).toEqual([]);
  });

  it("lets a recording that Orin refuses be replaced", async () => {
    check = { state: "refused", reason: "This recording is silent: please check the export" };
    await choose(song());
    (await at(sendings, 0)).arrive();
    await screen.findByText("This recording is silent: please check the export");
    check = { state: "checked", report: REPORT };
    await userEvent.upload(screen.getByLabelText("Replace Ìfẹ́ Mi"), song("better.mp3"));
    await arrive(1);
    expect(sendings[1]?.key).not.toBe(sendings[0]?.key);
  });

  it("sends a song's lyrics after it, and says where they were not taken", async () => {
    await choose(song());
    await chooseCover();
    fireEvent.change(screen.getByRole("textbox", { name: "Lyrics", hidden: true }), { target: { value: "Èkó" } });
    await userEvent.click(button());
    expect(screen.getByText("Choose the language of the lyrics of Ìfẹ́ Mi")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Language of the lyrics"), { target: { value: "yo" } });
    await userEvent.click(button());
    await arrive();
    (await post()).answer(201, { success: true, message: "ok", trackId: "t" });
    expect(await screen.findByText(/these have 90 KB/)).toBeTruthy();
    expect(screen.getByText("Uploaded")).toBeTruthy();
    expect(screen.getByText("Track uploaded successfully, without its lyrics.")).toBeTruthy();
    expect(lyrics).toEqual([["/api/v1/tracks/t/lyrics", { text: "Èkó", language: "yo", offensive: false }]]);
  });

  it("asks about a recording that the artist has uploaded before, and stays until it is answered", async () => {
    await choose(song());
    await chooseCover();
    await userEvent.click(button());
    await arrive();
    const { body, answer } = await post();
    expect(body.get("sameRecording")).toBe("ask");
    answer(201, { success: true, message: "ok", trackId: "t", sameRecording: { matchId: "m1", asked: "owner" } });
    expect(await screen.findByText("You uploaded this recording on 12 May 2026")).toBeTruthy();
    expect(screen.getByText("Track uploaded successfully!")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Keep both" })).toBeTruthy();
  });

  it("can be cancelled while it sends", async () => {
    await choose(song());
    await chooseCover();
    await userEvent.click(button());
    await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(button().textContent).toBe("Upload Track"));
    expect(posts).toEqual([]);
  });

  it("sends several files one after the other as an album in the order that was chosen", async () => {
    await choose(song("1.mp3"), song("2.mp3"));
    await chooseCover();
    fireEvent.change(screen.getByLabelText("Title 1"), { target: { value: "One" } });
    fireEvent.change(screen.getByLabelText("Title 2"), { target: { value: "Two" } });
    fireEvent.change(screen.getByLabelText("Album"), { target: { value: "Àjọ" } });
    const fold = screen.getByText("More options").closest("details");
    expect([fold?.open, fold?.contains(screen.getByLabelText("Early access for Premium until"))]).toEqual([
      false,
      true,
    ]);
    fireEvent.change(screen.getByLabelText("Early access for Premium until"), {
      target: { value: "2030-01-02T18:05" },
    });
    await userEvent.click(screen.getByRole("button", { name: "Move Two up" }));
    await userEvent.click(button());
    (await at(sendings, 0)).arrive();
    (await at(sendings, 1)).arrive();
    (await post()).answer(201, { trackId: "a" });
    await post(1);
    expect(posts).toHaveLength(2);
    const order = posts.map(({ body }) => [body.get("title"), body.get("album"), body.get("trackNumber")]);
    const moments = posts.map(({ body }) => body.get("earlyAccessUntil"));
    expect(moments).toEqual(["2030-01-02T17:05:00.000Z", "2030-01-02T17:05:00.000Z"]);
    expect(order).toEqual([["Two", "Àjọ", "1"], ["One", "Àjọ", "2"]]);
  });
});
