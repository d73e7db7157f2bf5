import type { SameRecording } from "@contract/duplicates.ts";
import type { LyricsSource } from "@contract/lyrics.ts";
import type { ResumableUpload } from "@contract/uploads.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../../lib/api_error.ts";
import type { Keeper } from "./keeper.ts";
import { resumed, type Song, type UploadState } from "./model.ts";
import { type QueueEffects, UploadQueue } from "./queue.ts";

type Sending = Parameters<QueueEffects["send"]>[1] & { file: File; arrive(): void; fail(error: ApiError): void };

/** A service and a network that do what the test says. */
class Outside {
  sendings: Sending[] = [];
  published: { texts: Readonly<Record<string, string>>; uploadUrl: string }[] = [];
  takenBack: string[] = [];
  /** What the check finds, by file name. */
  refusals = new Map<string, string>();
  publishFailures: ApiError[] = [];
  sameRecording: SameRecording | undefined;
  lyrics: [string, LyricsSource][] = [];
  lyricsFailures: ApiError[] = [];
  reached = Promise.withResolvers<void>();
  /** What outlives the page. */
  kept: UploadState | undefined;
  keptFiles = new Map<string, File>();
  #keys = 0;

  readonly keeper: Keeper = {
    read: () => {
      const songs = this.kept?.songs.map((one) => ({ ...one, status: resumed(one) })) ?? [];
      return Promise.resolve(this.kept && { ...this.kept, songs });
    },
    write: (state) => Promise.resolve(void (this.kept = state)),
    keep: (key, file) => Promise.resolve(void this.keptFiles.set(key, file)),
    file: (song: Song) => Promise.resolve(this.keptFiles.get(song.key)),
    drop: (key) => Promise.resolve(void this.keptFiles.delete(key)),
    dropAll: () => {
      this.keptFiles.clear();
      return Promise.resolve(void (this.kept = undefined));
    },
  };

  effects(): QueueEffects {
    return {
      target: { path: "/api/v1/upload", isOwn: true, caller: () => ({ token: "t", refused: () => {} }) },
      keeper: this.keeper,
      newKey: () => `k${++this.#keys}`,
      readTags: (file) =>
        Promise.resolve({
          ...{ title: file.name.split(".")[0], artist: "Àdá", album: "Àjọ", genre: "Jazz", durationSeconds: 100 },
          cover: new File(["c"], "cover.png"),
        }),
      send: (file, options) => this.#send(file, options),
      ask: (_target, url) => Promise.resolve(this.#found(url)),
      takeBack: (_target, url) => Promise.resolve(void this.takenBack.push(url)),
      publish: (song) => {
        const failure = this.publishFailures.shift();
        if (failure) return Promise.reject(failure);
        this.published.push(song);
        const { sameRecording } = this;
        return Promise.resolve({
          success: true,
          message: "",
          trackId: song.uploadUrl,
          ...(sameRecording && { sameRecording }),
        });
      },
      giveLyrics: ({ trackId, lyrics }) => {
        const failure = this.lyricsFailures.shift();
        if (failure) return Promise.reject(failure);
        return Promise.resolve(void this.lyrics.push([trackId, lyrics]));
      },
      untilReached: () => this.reached.promise,
    };
  }

  #send(file: File, options: Parameters<QueueEffects["send"]>[1]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.sendings.push({ ...options, file, arrive: resolve, fail: reject });
      options.onUrl(options.url ?? `/uploads/${options.key}`);
      options.signal.addEventListener("abort", () => reject(new ApiError({ kind: "abort" })));
    });
  }

  #found(url: string): ResumableUpload {
    const name = this.sendings.find(({ key }) => url.endsWith(`/${key}`))?.file.name ?? "";
    const reason = this.refusals.get(name);
    const about = { uploadId: url, filename: name, fileBytes: 1, receivedBytes: 1, expiresAt: "" };
    return reason === undefined ? { ...about, state: "checked" } : { ...about, state: "refused", reason };
  }
}

const song = (name: string) => new File(["abc"], name, { type: "audio/mpeg" });
const settle = () => new Promise((later) => setTimeout(later, 5));
let outside: Outside;
let queue: UploadQueue;
const statuses = (of = queue) => of.state.get().songs.map(({ status }) => status);
async function arriveNext() {
  outside.sendings.at(-1)?.arrive();
  await settle();
}

beforeEach(async () => {
  outside = new Outside();
  queue = new UploadQueue(outside.effects());
  await queue.open();
});

describe("an upload of several recordings", () => {
  it("sends one after the other as soon as they are chosen, and publishes when all have passed", async () => {
    await queue.add([song("1.mp3"), song("2.mp3")]);
    expect([statuses(), outside.sendings.length]).toEqual([["sending", "waiting"], 1]);
    void queue.publish();
    await arriveNext();
    expect([statuses(), outside.published.length]).toEqual([["checked", "sending"], 0]);
    await arriveNext();
    expect([queue.state.get().stage, statuses()]).toEqual(["success", ["sent", "sent"]]);
    expect(outside.published.map(({ texts }) => [texts.title, texts.album, texts.trackNumber]))
      .toEqual([["1", "Àjọ", "1"], ["2", "Àjọ", "2"]]);
    expect([outside.kept, outside.keptFiles.size]).toEqual([undefined, 0]);
  });

  it("sends nothing of a kind that Orin does not take, and says what it takes", async () => {
    await queue.add([song("voice.amr"), song("track.AIF"), song("Mr. Money")]);
    expect(statuses()).toEqual(["refused", "sending", "waiting"]);
    expect(queue.state.get().songs[0]?.failure).toBe(
      'Orin does not take ".amr" files: please upload MP3, M4A, AAC, WAV, AIFF, FLAC, Ogg, CAF, WebM or WMA',
    );
  });

  it("publishes no half of an album: a refused song holds it until it is replaced, and nothing is sent twice", async () => {
    outside.refusals.set("2.mp3", "This recording is silent");
    await queue.add([song("1.mp3"), song("2.mp3")]);
    void queue.publish();
    await arriveNext();
    await arriveNext();
    const { stage, failure } = queue.state.get();
    expect([stage, outside.published.length, failure]).toEqual([
      "error",
      0,
      "Please replace or remove “2” first: This recording is silent",
    ]);
    await queue.replace("k2", song("better.mp3"));
    expect(outside.takenBack).toEqual(["/uploads/k2"]);
    void queue.publish();
    await arriveNext();
    expect([queue.state.get().stage, outside.published.map(({ uploadUrl }) => uploadUrl)])
      .toEqual(["success", ["/uploads/k1", "/uploads/k3"]]);
    expect(outside.sendings.map(({ file }) => file.name)).toEqual(["1.mp3", "2.mp3", "better.mp3"]);
  });

  it("keeps what became a song when a later one is not taken, and does not make it again", async () => {
    await queue.add([song("1.mp3"), song("2.mp3")]);
    await arriveNext();
    await arriveNext();
    const refusal = { error: "No", message: "No", code: "invalid_request", requestId: "" };
    outside.publishFailures.push(
      new ApiError({ kind: "network" }),
      new ApiError({ kind: "http", status: 422, problem: refusal }),
    );
    void queue.publish();
    await settle();
    expect([queue.state.get().isWaiting, outside.published.length]).toEqual([true, 0]);
    outside.reached.resolve();
    await settle();
    expect([queue.state.get().stage, queue.state.get().failure]).toEqual(["error", "No"]);
    await queue.publish();
    expect(outside.published.map(({ uploadUrl }) => uploadUrl)).toEqual(["/uploads/k1", "/uploads/k2"]);
  });
});

describe("an upload whose page is closed", () => {
  it("goes on where it stopped, with its words, its order and what the artist has asked for", async () => {
    await queue.add([song("1.mp3"), song("2.mp3")]);
    queue.rename("k1", "Ìfẹ́");
    void queue.publish();
    await arriveNext();
    await settle();
    queue.stop();

    const again = new UploadQueue(outside.effects());
    await again.open();
    await settle();
    expect([statuses(again), again.state.get().songs[0]?.title]).toEqual([["checked", "sending"], "Ìfẹ́"]);
    expect(outside.sendings.at(-1)).toMatchObject({ key: "k2", url: "/uploads/k2" });
    await arriveNext();
    expect([again.state.get().stage, outside.published.length]).toEqual(["success", 2]);
  });

  it("says so when the device has lost a recording", async () => {
    await queue.add([song("1.mp3")]);
    await settle();
    queue.stop();
    outside.keptFiles.clear();
    const again = new UploadQueue(outside.effects());
    await again.open();
    await settle();
    expect(again.state.get().songs[0]).toMatchObject({
      status: "failed",
      failure: expect.stringMatching(/no longer on this device/),
    });
  });
});

describe("a recording", () => {
  it("waits for the network and goes on, can be paused, removed and tried again", async () => {
    await queue.add([song("1.mp3")]);
    outside.sendings[0]?.fail(new ApiError({ kind: "network" }));
    await settle();
    expect([statuses(), queue.state.get().isWaiting]).toEqual([["waiting"], true]);
    outside.reached.resolve();
    await settle();
    expect([statuses(), outside.sendings.at(-1)?.url]).toEqual([["sending"], "/uploads/k1"]);
    queue.pause("k1");
    await settle();
    expect(statuses()).toEqual(["paused"]);
    await queue.retry("k1");
    expect(statuses()).toEqual(["sending"]);
    outside.sendings.at(-1)?.fail(new ApiError({ kind: "http", status: 413 }));
    await settle();
    expect(statuses()).toEqual(["failed"]);
    await queue.remove("k1");
    expect([queue.state.get().songs, outside.takenBack, outside.kept]).toEqual([[], ["/uploads/k1"], undefined]);
  });

  it("that is empty, or far too long by its own word, is not sent", async () => {
    await queue.add([new File([], "empty.mp3")]);
    expect(queue.state.get().songs[0]).toMatchObject({ status: "refused", failure: expect.stringMatching(/empty/) });
    expect(outside.sendings).toEqual([]);
  });
});

describe("a song's lyrics", () => {
  const refused = new ApiError({
    ...{ kind: "http", status: 400 },
    problem: { error: "At most 64 KB", message: "At most 64 KB", code: "invalid_request", requestId: "" },
  });

  it("follow it once it is there; what is refused leaves the song and says why", async () => {
    await queue.add([song("1.mp3"), song("2.mp3")]);
    queue.changeLyrics("k1", { text: "Èkó" });
    await queue.publish();
    expect(queue.state.get().failure).toBe("Choose the language of the lyrics of 1");
    queue.changeLyrics("k1", { language: "yo" });
    queue.changeLyrics("k2", { text: "Lagos", language: "pcm", offensive: true });
    outside.lyricsFailures.push(refused);
    void queue.publish();
    await arriveNext();
    await arriveNext();
    expect([queue.state.get().stage, outside.published.length]).toEqual(["success", 2]);
    expect(outside.lyrics).toEqual([["/uploads/k2", { text: "Lagos", language: "pcm", offensive: true }]]);
    expect(queue.state.get().songs.map(({ lyricsFailure }) => lyricsFailure)).toEqual(["At most 64 KB", undefined]);
  });

  it("come behind when the page is closed between the two, and the song is made once", async () => {
    await queue.add([song("1.mp3")]);
    queue.changeLyrics("k1", { text: "Èkó", language: "yo" });
    outside.lyricsFailures.push(new ApiError({ kind: "network" }));
    void queue.publish();
    await arriveNext();
    expect([statuses(), outside.published.length, outside.lyrics]).toEqual([["checked"], 1, []]);
    await queue.replace("k1", song("other.mp3"));
    await settle();
    queue.stop();

    const again = new UploadQueue(outside.effects());
    await again.open();
    await settle();
    expect([again.state.get().stage, outside.published.length]).toEqual(["success", 1]);
    expect(outside.lyrics).toEqual([["/uploads/k1", { text: "Èkó", language: "yo", offensive: false }]]);
  });
});

it("asks for the artist where Orin has a recording already, and keeps that something is asked", async () => {
  outside.sameRecording = { matchId: "m", asked: "owner" };
  await queue.add([song("1.mp3")]);
  void queue.publish();
  await arriveNext();
  expect(outside.published[0]?.texts["sameRecording"]).toBe("ask");
  expect(queue.state.get().songs[0]?.isKnown).toBe(true);
});
