import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/render_screen.tsx";
import { isBusy } from "../lib/busy.ts";
import { endSession, startSession } from "../lib/session.ts";
import { Upload } from "./Upload.tsx";

const TAGS = { common: { title: "Ìfẹ́ Mi", artist: "Àdá", genre: ["Hip Hop"] }, format: { duration: 185.4 } };
vi.mock("music-metadata", () => ({ parseBlob: undefined, parseBuffer: () => Promise.resolve(TAGS) }));

/** What an XMLHttpRequest is told, and what it answers when the test says so. */
class FakeRequest {
  static sent: FakeRequest[] = [];
  upload: { onprogress?(event: { loaded: number; total: number }): void } = {};
  headers = new Map<string, string>();
  status = 0;
  responseText = "";
  body = new FormData();
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  send(body: FormData) {
    this.body = body;
    FakeRequest.sent.push(this);
  }
  abort() {
    this.onabort();
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    act(() => this.onload());
  }
}

const PATIENT = { timeout: 20_000 };
const song = (name = "song.mp3") => new File(["x"], name, { type: "audio/mpeg" });
const picture = new File(["x"], "cover.png", { type: "image/png" });
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Upload/ });
const request = (index = 0) => {
  const found = FakeRequest.sent[index];
  if (!found) throw new Error("Nothing was sent");
  return found;
};
const sentRequest = (index = 0) => waitFor(() => request(index), PATIENT);

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

beforeEach(() => {
  FakeRequest.sent = [];
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  URL.createObjectURL = () => "blob:x";
  URL.revokeObjectURL = () => {};
  startSession({ token: "t1", role: "creator", userId: "u1", reportToken: "r1", expiresAt: "" }, true);
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

  it("says what is missing in the documented words and sends nothing", async () => {
    await choose(song());
    await userEvent.click(button());
    expect(screen.getByText("Please fill in all required fields")).toBeTruthy();
    expect(FakeRequest.sent).toEqual([]);
  });

  it("marks each field that cannot be left out, the cover too", async () => {
    await choose(song());
    const starred = Array.from(document.querySelectorAll(".starred"), (label) => label.textContent);
    expect(starred).toEqual(["Cover image", "Title", "Artist", "Genre"]);
    expect(screen.getByLabelText<HTMLInputElement>("Cover image").required).toBe(true);
  });

  it("sends the documented form, shows how far it is, and leads to the list after two seconds", async () => {
    await choose(song());
    await chooseCover();
    await userEvent.click(button());
    const sent = await sentRequest();
    for (
      const [name, value] of [["title", "Ìfẹ́ Mi"], ["artist", "Àdá"], ["genre", "hip-hop"], [
        "duration",
        "3:05",
      ]] as const
    ) {
      expect(sent.body.get(name)).toBe(value);
    }
    expect([sent.body.has("audioFile"), sent.body.has("coverImage"), sent.headers.get("authorization")]).toEqual([
      true,
      true,
      "Bearer t1",
    ]);
    expect(isBusy("uploading")).toBe(true);
    act(() => sent.upload.onprogress?.({ loaded: 30, total: 100 }));
    expect(screen.getByText("30% sent")).toBeTruthy();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    sent.answer(201, { success: true, message: "ok", trackId: "t" });
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
    (await sentRequest()).answer(422, { error: "This recording is silent: please check the export" });
    expect((await screen.findAllByText(/This recording is silent/)).length).toBeGreaterThan(0);
    await userEvent.click(button());
    const again = await sentRequest(1);
    act(() => again.onerror());
    expect((await screen.findAllByText("Error uploading track. Please try again.")).length).toBeGreaterThan(0);
    expect(request(1).headers.get("idempotency-key")).toBe(request(0).headers.get("idempotency-key"));
  });

  it("can be cancelled while it sends", async () => {
    await choose(song());
    await chooseCover();
    await userEvent.click(button());
    await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(button().textContent).toBe("Upload Track"));
    expect(isBusy("uploading")).toBe(false);
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
    (await sentRequest()).answer(201, { trackId: "a" });
    await sentRequest(1);
    expect(FakeRequest.sent).toHaveLength(2);
    const order = FakeRequest.sent.map(({ body }) => [body.get("title"), body.get("album"), body.get("trackNumber")]);
    const moments = FakeRequest.sent.map(({ body }) => body.get("earlyAccessUntil"));
    expect(moments).toEqual(["2030-01-02T17:05:00.000Z", "2030-01-02T17:05:00.000Z"]);
    expect(order).toEqual([["Two", "Àjọ", "1"], ["One", "Àjọ", "2"]]);
  });
});
