import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, expect, it, vi } from "vitest";
import { answerCalls } from "../../../testing/answer_calls.ts";
import { givenListener } from "../../../testing/given_session.ts";
import { givenTrack } from "../../../testing/given_tracks.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { parseFile } from "./import/parse.ts";
import { Playlists } from "./Playlists.tsx";

const [ONE, TWO] = [givenTrack("One"), givenTrack("Two")];
const CARD = { _id: "p0", name: "My Playlist", isDefault: true, isPublic: false, trackCount: 0, covers: [] };
const SHARED = { ...CARD, _id: "p1", name: "Owambe", isDefault: false, isShared: true, trackCount: 2 };
const FILED = { ...CARD, _id: "p2", name: "Focus", isDefault: false, folder: "Work" };
const MEMBERS = [{ _id: "u9", name: "Bisi", isYou: false }, { _id: "u1", name: "Ada", isYou: true }];
const LIST = { ...SHARED, isOwn: false, ownerName: "A listener", tracks: [ONE, TWO], members: MEMBERS };

givenListener();
// What comes lazily is here before anybody waits for it.
beforeAll(async () => {
  await Promise.all([
    import("../../ui/MenuPanel.tsx"),
    import("./import/ImportSongs.tsx"),
    import("./People.tsx"),
    import("./DescriptionDialog.tsx"),
  ]);
});

function open(path: string, more = {}) {
  const calls = answerCalls({
    "GET /api/v1/playlist": { body: { tracks: [], playlistId: "p0" } },
    "GET /api/v1/playlists": { body: { playlists: [CARD, FILED, SHARED], canEdit: true } },
    "GET /api/v1/playlists/p1": { body: { ...LIST, addedBy: { two: "u1" } } },
    "GET /api/v1/free-plays": { body: { isSubscribed: true } },
    ...more,
  });
  renderScreen(<Playlists />, { route: "/playlist", path });
  return calls;
}

it("a list of several people says who added what, and lets one take out one's own songs and leave", async () => {
  const calls = open("/playlist?list=p1", { "DELETE /api/v1/playlists/p1/members/u1": { body: { success: true } } });
  expect(await screen.findByText("Added by Bisi")).toBeTruthy();
  expect(screen.getByText("Added by you")).toBeTruthy();
  const removable = async (name: string) => {
    await userEvent.click(screen.getByRole("button", { name: `More for ${name} by Ayọ̀` }));
    const menu = await screen.findByRole("menu");
    const found = within(menu).queryByRole("menuitem", { name: "Remove" }) !== null;
    await userEvent.keyboard("{Escape}");
    return found;
  };
  expect([await removable("One"), await removable("Two")]).toEqual([false, true]);
  await userEvent.click(screen.getByRole("button", { name: "More for Owambe" }));
  expect(screen.queryByRole("menuitem", { name: "Rename" })).toBeNull();
  await userEvent.click(await screen.findByRole("menuitem", { name: "Leave playlist" }));
  await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
  expect(await screen.findByRole("heading", { name: "My Playlist" })).toBeTruthy();
  expect(calls.map(({ call }) => call)).toContain("DELETE /api/v1/playlists/p1/members/u1");
});

it("a description is shown as plain text in its lines, and its owner changes it", async () => {
  const own = { ...LIST, isOwn: true, isShared: false, members: undefined, description: "For the road.\n<b>Loud</b>" };
  const calls = open("/playlist?list=p1", {
    "GET /api/v1/playlists/p1": { body: own },
    "PUT /api/v1/playlists/p1": { body: { ...own, description: "Quiet" } },
  });
  expect((await screen.findByText(/For the road/)).textContent).toBe("For the road.\n<b>Loud</b>");
  await userEvent.click(screen.getByRole("button", { name: "More for Owambe" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Description" }));
  const field = await screen.findByRole("textbox", { name: "Description" });
  await userEvent.clear(field);
  await userEvent.type(field, " Quiet ");
  expect(screen.getByText("293 of 300 characters left")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() =>
    expect(calls.find(({ call }) => call.startsWith("PUT"))?.body).toEqual({ description: "Quiet" })
  );
});

it("lists of a folder are shown once it is opened", async () => {
  open("/playlist");
  const folder = await screen.findByRole("button", { name: /^Work/ });
  expect(screen.queryByRole("link", { name: /^Focus/ })).toBeNull();
  await userEvent.click(folder);
  expect(screen.getByRole("link", { name: /^Focus/ })).toBeTruthy();
});

/** jsdom has no workers: this one reads in the page. */
class PageWorker {
  onmessage?: (message: { data: unknown }) => void;

  async postMessage(file: File): Promise<void> {
    this.onmessage?.({ data: parseFile(file.name, new Uint8Array(await file.arrayBuffer())) });
  }

  terminate(): void {}
}

it("an import adds what is found, and lists what is not", async () => {
  vi.stubGlobal("Worker", PageWorker);
  const calls = open("/playlist", {
    "POST /api/v1/tracks/match": { body: { matches: ["one", null] } },
    "PUT /api/v1/playlists/p0/tracks": {
      body: { success: true, message: "", added: 1, known: 0, missing: 0, left: 0 },
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Add a playlist" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Import from Spotify, CSV or M3U" }));
  const file = new File(["Title,Artist\nOne,Ayo\n<b>Gone</b>,Nobody\n"], "Mine.csv", { type: "text/csv" });
  await userEvent.upload(await screen.findByLabelText("File with songs"), file);
  expect(await screen.findByText(/2 songs in/)).toBeTruthy();
  expect(screen.getByRole("list", { name: "First songs" }).textContent).toBe("One · Ayo<b>Gone</b> · Nobody");
  await userEvent.click(screen.getByRole("checkbox"));
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  expect(await screen.findByText("1 song added.")).toBeTruthy();
  expect(screen.getByText("<b>Gone</b>")).toBeTruthy();
  expect(calls.find(({ call }) => call.startsWith("PUT"))?.body).toEqual({ trackIds: ["one"] });
});
