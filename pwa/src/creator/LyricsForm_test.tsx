import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { LyricsForm } from "./LyricsForm.tsx";

const PUT = "PUT /api/v1/tracks/t1/lyrics";
const SOURCE = "GET /api/v1/tracks/t1/lyrics/source";
const SAVED = { body: { message: "Lyrics saved" } };

afterEach(() => vi.unstubAllGlobals());

it("lyrics are written with their language, refused in the service's words, and removed", async () => {
  const calls = answerCalls({
    [SOURCE]: { body: { source: null } },
    [PUT]: [refusal(400, "Lyrics can have at most 64 KB: these have 90 KB."), SAVED],
    "DELETE /api/v1/tracks/t1/lyrics": { body: { message: "Lyrics removed" } },
  });
  renderScreen(<LyricsForm trackId="t1" />);
  await userEvent.type(await screen.findByRole("textbox", { name: "Lyrics" }), "Èkó");
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save lyrics" });
  expect(save.disabled).toBe(true);
  await userEvent.selectOptions(screen.getByRole("combobox"), "Yorùbá");
  await userEvent.click(screen.getByRole("checkbox", { name: "They have offensive words" }));
  await userEvent.click(save);
  expect(await screen.findByText("Lyrics can have at most 64 KB: these have 90 KB.")).toBeTruthy();
  await userEvent.click(save);
  await userEvent.click(await screen.findByRole("button", { name: "Remove lyrics" }));
  expect((await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Lyrics" })).value).toBe("");
  expect(calls.find(({ call }) => call === PUT)?.body).toEqual({
    was: "",
    text: "Èkó",
    language: "yo",
    offensive: true,
  });
});

it("a file is taken as it is, and one that is too large is not read", async () => {
  answerCalls({ [SOURCE]: { body: { source: null } } });
  renderScreen(<LyricsForm trackId="t1" />);
  const file = await screen.findByLabelText("Take from a file");
  await userEvent.upload(file, new File(["[00:01]Èkó"], "song.lrc", { type: "text/plain" }));
  const area = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Lyrics" });
  await vi.waitFor(() => expect(area.value).toBe("[00:01]Èkó"));
  const wide = Uint16Array.from("\ufeff[00:02]Ẹ kú", (letter) => letter.charCodeAt(0));
  await userEvent.upload(file, new File([wide], "wide.lrc"));
  await vi.waitFor(() => expect(area.value).toBe("[00:02]Ẹ kú"));
  const cues = "1\r\n00:00:03,500 --> 00:00:05,000\r\nHello\r\n\r\n".repeat(1_500);
  await userEvent.upload(file, new File([cues], "song.srt"));
  await vi.waitFor(() =>
    expect(area.value.split("\n").slice(0, 2)).toEqual(["[00:00:03,500]Hello", "[00:00:03,500]Hello"])
  );
  await userEvent.upload(file, new File([wide], "wide.lrc"));
  await vi.waitFor(() => expect(area.value).toBe("[00:02]Ẹ kú"));
  await userEvent.upload(file, new File(["a".repeat(70_000)], "large.txt", { type: "text/plain" }));
  expect(await screen.findByText("This file is too large for lyrics: at most 64 KB.")).toBeTruthy();
  await userEvent.upload(file, new File(["%PDF-1.7"], "song.txt", { type: "text/plain" }));
  expect(await screen.findByText("This is a PDF document. Take an LRC, subtitle or text file.")).toBeTruthy();
  for (
    const [text, kind] of [
      ["[Script Info]\nTitle: Song\n", "a file of subtitles"],
      ['<?xml version="1.0"?><tt><body/></tt>', "an XML file"],
      ["<!DOCTYPE html><p>Not found", "a web page"],
      ["#EXTM3U\nsong.mp3\n", "a playlist"],
      ["\n", "an empty file"],
    ] as const
  ) {
    await userEvent.upload(file, new File([text], "song.txt", { type: "text/plain" }));
    expect(await screen.findByText(`This is ${kind}. Take an LRC, subtitle or text file.`)).toBeTruthy();
  }
  expect(area.value).toBe("[00:02]Ẹ kú");
});
