import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { AdminDuplicate, OwnDuplicate } from "../../contract/duplicates.ts";
import { convert } from "../../adapters/media/test_sounds.ts";
import { encodeWav } from "../../testing/wav.ts";
import { addRendition, type TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { type Bytes, pictureOf, uploadForm } from "../../testing/uploads.ts";
import { workChecks } from "../resumable/check.ts";
import { holdTracks, liftHolds } from "../track/hold.ts";
import { noiseOf, songOf } from "../../testing/prints/synthetic.ts";
import { VARIANTS, writeVariant } from "../../testing/prints/variants.ts";

const SECONDS = 14;
let test: TestListeners;
let cover: Bytes;
let moderator: { token: string };
let folder: string;
let [ada, bola]: TestPerson[] = [];

beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 5, 1, 12));
  [cover, folder] = [await pictureOf(), await Deno.makeTempDir({ prefix: "orin-duplicates-" })];
  [ada, bola] = [await test.addPerson("Ada", "creator"), await test.addPerson("Bola", "creator")];
  moderator = await test.member("listener", { isAdmin: true });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await Deno.remove(folder, { recursive: true });
});

/** The song of a seed as a WAV; each test has its own. */
function wavOf(samples: Int16Array): Bytes {
  const pcm = new Float32Array(samples.length * 2);
  samples.forEach((sample, at) => pcm.fill(sample / 32_768, at * 2, at * 2 + 2));
  return encodeWav(pcm, 11_025);
}
const songWav = (seed: number, seconds = SECONDS) => wavOf(songOf(seed, seconds));
async function changed(wav: Bytes, name: string): Promise<File> {
  const variant = VARIANTS.find((one) => one.name === name);
  if (!variant) throw new Error(`No such change: ${name}`);
  const [path, output] = [join(folder, "song.wav"), join(folder, `song.${variant.ending}`)];
  await Deno.writeFile(path, wav);
  await writeVariant({ path, sampleRate: 11_025, seconds: SECONDS }, { variant, output });
  return new File([await Deno.readFile(output)], `song.${variant.ending}`);
}
const nameOf = (of: TestPerson | undefined) => of === bola ? "Bola" : "Ada";

async function upload(
  of: TestPerson | undefined,
  audio: Bytes | File,
  texts: Record<string, string> = {},
  key = newId(),
) {
  const options = {
    token: of?.token ?? "",
    body: uploadForm(audio, cover, { artist: nameOf(of), ...texts }),
    headers: { "idempotency-key": key },
  };
  const { status, body } = await test.call("POST", "/api/v1/upload", options);
  expect([status, body.message]).toEqual([201, "Track uploaded successfully"]);
  return body;
}
/** Its first rendition is ready. */
async function ready(trackId: string) {
  await addRendition(test.world.deps, { trackId, quality: "normal", bytes: 1_000 });
  await test.world.settle();
}
const isPublic = async (trackId: string) => (await test.call("GET", `/api/v1/tracks/${trackId}`)).status === 200;
const own = async (of: TestPerson | undefined) =>
  (await test.call("GET", "/api/v1/my-duplicates", { token: of?.token ?? "" })).body.duplicates as OwnDuplicate[];
const answer = (of: TestPerson | undefined, matchId: string, said: string) =>
  test.call("POST", `/api/v1/my-duplicates/${matchId}`, { token: of?.token ?? "", body: { answer: said } });
const decide = (matchId: string, body: unknown) =>
  test.call("POST", `/api/v1/admin/duplicates/${matchId}/decisions`, { ...moderator, body });
const notices = async (of: TestPerson | undefined) =>
  (await test.call("GET", "/api/v1/notifications", { token: of?.token ?? "" })).body.notifications
    .map(({ title }: { title: string }) => title);

it("somebody else's recording is held before anybody hears it, until a moderator lets it go", async () => {
  // What is left of it without its first ten seconds is worth comparing.
  const wav = songWav(101, 24);
  const first = await upload(ada, wav, { title: "Mine" });
  expect(first.sameRecording).toBeUndefined();
  await ready(first.trackId);
  expect(await isPublic(first.trackId)).toBe(true);

  const key = newId();
  const stolen = await changed(wav, "10 s off the beginning, −6 dB, MP3 48 kbit/s");
  const second = await upload(bola, stolen, { title: "Not mine" }, key);
  expect(second.sameRecording).toMatchObject({ asked: "moderator" });
  expect(second.sameRecording.track, "nobody learns of another's song").toBeUndefined();
  const { matchId } = second.sameRecording;
  expect((await upload(bola, stolen, { title: "Not mine" }, key)).sameRecording).toEqual(second.sameRecording);
  await ready(second.trackId);
  expect(await isPublic(second.trackId)).toBe(false);
  expect(await own(bola)).toMatchObject([{ matchId, trackId: second.trackId, state: "open", title: "Not mine" }]);
  expect(await own(ada)).toEqual([]);
  expect(await notices(bola)).toContain("One of your songs waits for a check");
  expect((await answer(bola, matchId, "keep_both")).status).toBe(409);

  const { body: queue } = await test.call("GET", "/api/v1/admin/duplicates", moderator);
  expect(queue.duplicates).toMatchObject([{ matchId, state: "open", title: "Not mine", otherTitle: "Mine" }]);
  const { body } = await test.call("GET", `/api/v1/admin/duplicates/${matchId}`, moderator);
  const compared: AdminDuplicate = body;
  expect(compared.track).toMatchObject({ trackId: second.trackId, artistId: bola?.userId, isPublic: false });
  expect(compared.like).toMatchObject([{ track: { trackId: first.trackId, title: "Mine", isPublic: true }, speed: 1 }]);
  expect(compared.like[0]?.percent).toBeGreaterThan(70);
  expect(compared.like[0]?.otherFromSeconds).toBeGreaterThan(8);
  expect(compared.track.peaks).toHaveLength(200);

  expect((await decide(matchId, { decision: "let_go", reason: "Fine" })).status).toBe(400);
  expect((await decide(matchId, { decision: "refuse", reason: " " })).status).toBe(400);
  const refused = await decide(matchId, { decision: "refuse", reason: "Please show a licence <b>" });
  expect([refused.status, refused.body.state]).toEqual([200, "refused"]);
  expect(await own(bola)).toMatchObject([{ state: "refused", reason: "Please show a licence <b>" }]);
  expect((await decide(matchId, { decision: "refuse", reason: "Again" })).status).toBe(409);
  expect(await isPublic(second.trackId)).toBe(false);

  const gone = await decide(matchId, { decision: "let_go", ground: "licence", reason: "We have seen it" });
  expect(gone.body.decision).toMatchObject({ decision: "let_go", ground: "licence", reason: "We have seen it" });
  await test.world.settle();
  expect(await isPublic(second.trackId)).toBe(true);
  expect(await own(bola)).toEqual([]);
  expect(await notices(bola)).toContain("Your song is out of the check");
});

it("an own recording waits for the artist's answer where the client asks; else both stay, and the answer says so", async () => {
  const wav = songWav(102);
  const first = await upload(ada, wav, { title: "Once" });
  const [plain, asked, other] = [
    await upload(ada, await changed(wav, "AAC 48 kbit/s"), { title: "Twice" }),
    await upload(ada, wav, { title: "Thrice", sameRecording: "ask" }),
    await upload(ada, wav, { title: "Again", sameRecording: "ask" }),
  ];
  expect(plain.sameRecording).toMatchObject({ asked: "nobody", track: { _id: first.trackId, title: "Once" } });
  for (const { trackId } of [plain, asked, other]) await ready(trackId);
  expect([await isPublic(plain.trackId), await isPublic(asked.trackId)]).toEqual([true, false]);
  expect(asked.sameRecording).toMatchObject({ asked: "owner", track: { uploadedAt: "2026-06-01T12:00:00.000Z" } });

  const { matchId } = asked.sameRecording;
  expect((await answer(bola, matchId, "keep_both")).status).toBe(404);
  expect((await answer(ada, matchId, "maybe")).status).toBe(400);
  expect((await answer(ada, matchId, "keep_both")).status).toBe(200);
  expect((await answer(ada, matchId, "keep_both")).status).toBe(200);
  expect((await answer(ada, matchId, "withdraw")).status).toBe(409);
  expect(await isPublic(asked.trackId)).toBe(true);

  expect((await answer(ada, other.sameRecording.matchId, "withdraw")).body.duplicates).toEqual([]);
  const { body } = await test.call("GET", "/api/v1/my-tracks", { token: ada?.token ?? "" });
  expect(body.tracks.map(({ title }: { title: string }) => title)).not.toContain("Again");
});

it("the new recording takes the old one's place, and the song that it came as goes without a trace", async () => {
  const remaster = await changed(songWav(112), "AAC 48 kbit/s");
  const [first, other] = [await upload(ada, songWav(112), { title: "Old" }), await upload(bola, songWav(113))];
  await ready(first.trackId);
  const fresh = await upload(ada, remaster, { title: "New", sameRecording: "ask" });
  await ready(fresh.trackId);
  const { matchId } = fresh.sameRecording;
  const replace = (of: TestPerson | undefined, replaces?: string, headers = {}) =>
    test.call("POST", `/api/v1/my-duplicates/${matchId}`, {
      ...{ token: of?.token ?? "", headers, body: { answer: "replace", ...(replaces && { replaces }) } },
    });
  expect((await replace(ada)).status).toBe(400);
  expect((await replace(bola, first.trackId)).status, "another artist's question").toBe(404);
  for (const wrong of [other.trackId, fresh.trackId, newId()]) expect((await replace(ada, wrong)).status).toBe(404);
  // A hold on the new song is not left behind by moving its recording.
  const { deps } = test.world;
  const hold = { trackIds: [fresh.trackId], hold: "moderation", holdId: newId(), by: "admin" } as const;
  const options = { logs: ["social"], metadata: { actor: "system:test" } } as const;
  await deps.store.execute(holdTracks, hold, options);
  expect((await replace(ada, first.trackId)).body.error).toMatch(/is being looked at/);
  await deps.store.execute(liftHolds, hold, options);

  const both = await Promise.all([replace(ada, first.trackId), replace(ada, first.trackId)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await replace(ada, first.trackId)).body.duplicates).toEqual([]);
  expect((await answer(ada, matchId, "keep_both")).status).toBe(409);
  const { body: { tracks } } = await test.call("GET", "/api/v1/my-tracks", { token: ada?.token ?? "" });
  const titles = tracks.map(({ title }: { title: string }) => title);
  expect([titles.includes("Old"), titles.includes("New"), await isPublic(fresh.trackId)]).toEqual([true, false, false]);
  expect(tracks.find(({ _id }: { _id: string }) => _id === first.trackId)).toMatchObject({
    ...{ replacement: { state: "processing" }, title: "Old" },
  });
  expect(await isPublic(first.trackId), "the old one plays until the new is ready").toBe(true);
  const events = await deps.store.readStream("social", `track/${first.trackId}`);
  expect(events.filter(({ type }) => type === "RecordingOffered")).toHaveLength(1);
  expect((await upload(bola, remaster, { title: "Taken" })).sameRecording).toMatchObject({ asked: "moderator" });
  // A thief's copy, which is hidden, does not keep its artist from the next one.
  const next = await upload(ada, remaster, { title: "Next", sameRecording: "ask" });
  expect(next.sameRecording).toMatchObject({ asked: "owner", track: { _id: first.trackId } });
  const again = { answer: "replace", replaces: first.trackId };
  const path = `/api/v1/my-duplicates/${next.sameRecording.matchId}`;
  expect((await test.call("POST", path, { token: ada?.token ?? "", body: again })).status).toBe(200);
});

it("a song that is hidden meanwhile stays hidden, whatever recording takes its place", async () => {
  const wav = songWav(114);
  const first = await upload(ada, wav, { title: "Stolen" });
  await ready(first.trackId);
  const fresh = await upload(ada, await changed(wav, "AAC 48 kbit/s"), { title: "Again", sameRecording: "ask" });
  const hold = { trackIds: [first.trackId], hold: "takedown", holdId: newId(), by: "admin" } as const;
  await test.world.deps.store.execute(holdTracks, hold, { logs: ["social"], metadata: { actor: "system:test" } });
  const { matchId } = fresh.sameRecording;
  const body = { answer: "replace", replaces: first.trackId };
  expect((await test.call("POST", `/api/v1/my-duplicates/${matchId}`, { token: ada?.token ?? "", body })).status).toBe(
    200,
  );
  await test.world.settle();
  expect([await isPublic(first.trackId), await isPublic(fresh.trackId)]).toEqual([false, false]);
  expect((await upload(ada, wav, { sameRecording: "ask" })).sameRecording).toMatchObject({ asked: "moderator" });
});

it("of two people who upload a song at the same moment exactly one is held", async () => {
  const wav = songWav(103);
  const both = await Promise.all([upload(ada, wav, { title: "A" }), upload(bola, wav, { title: "B" })]);
  for (const { trackId } of both) await ready(trackId);
  expect(both.map(({ sameRecording }) => sameRecording?.asked ?? "out").sort()).toEqual(["moderator", "out"]);
  expect((await Promise.all(both.map(({ trackId }) => isPublic(trackId)))).sort()).toEqual([false, true]);
});

it("silence with a click, noise and a few seconds are like nothing", async () => {
  const quiet = new Int16Array(11_025 * 12);
  quiet.fill(9_000, 5_000, 5_100);
  for (const samples of [quiet, noiseOf(5, 12), songOf(9, 3)]) {
    // Another recording of the same: not one sample more is needed.
    const again = samples.map((sample, at) => at === 0 ? sample + 1 : sample);
    const [one, two] = [await upload(ada, wavOf(samples)), await upload(bola, wavOf(again))];
    expect([one.sameRecording, two.sameRecording]).toEqual([undefined, undefined]);
  }
});

it("what an admin took away does not come back by being sent again; what its artist deleted does", async () => {
  const [taken, deleted] = [songWav(104), songWav(105)];
  const [one, two] = [await upload(ada, taken, { title: "Taken" }), await upload(ada, deleted, { title: "Gone" })];
  const remove = (trackId: string, token: string) => test.call("DELETE", `/api/v1/tracks/${trackId}`, { token });
  expect((await remove(one.trackId, moderator.token)).status).toBe(200);
  expect((await remove(two.trackId, ada?.token ?? "")).status).toBe(200);
  expect((await upload(ada, taken, { sameRecording: "ask" })).sameRecording).toMatchObject({ asked: "moderator" });
  expect((await upload(bola, deleted)).sameRecording).toBeUndefined();
});

/** As the app sends a recording: in pieces, which are checked before the song is made. */
async function uploadInPieces(of: TestPerson | undefined, audio: Bytes, texts: Record<string, string>) {
  const token = of?.token ?? "";
  const tus = { "tus-resumable": "1.0.0" };
  const length = String(audio.length);
  const begun = await test.call("POST", "/api/v1/uploads", { token, headers: { ...tus, "upload-length": length } });
  const path = begun.headers.get("location") ?? "";
  const headers = { ...tus, "upload-offset": "0", "content-type": "application/offset+octet-stream" };
  await test.world.app.request(path, {
    method: "PATCH",
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: audio,
  });
  await test.world.settle();
  const uploadId = path.split("/").at(-1) ?? "";
  const body = uploadForm(null, cover, { artist: nameOf(of), uploadId, ...texts });
  return (await test.call("POST", "/api/v1/upload", { token, body })).body;
}

it("a recording that comes in pieces is recognised, too", async () => {
  workChecks(test.world.deps);
  const wav = songWav(106);
  const first = await uploadInPieces(ada, wav, { title: "In pieces" });
  expect([first.message, first.sameRecording]).toEqual(["Track uploaded successfully", undefined]);
  const [own, stolen] = [
    await uploadInPieces(ada, wav, { title: "Twice", sameRecording: "ask" }),
    await uploadInPieces(bola, wav, { title: "Stolen", sameRecording: "ask" }),
  ];
  expect([own.sameRecording?.asked, stolen.sameRecording?.asked]).toEqual(["owner", "moderator"]);
  for (const { trackId } of [own, stolen]) await ready(trackId);
  expect(await Promise.all([own, stolen].map(({ trackId }) => isPublic(trackId)))).toEqual([false, false]);
});

it("another recording of a song is heard: somebody else's is refused, one's own is known from then on", async () => {
  const [first, better] = [songWav(107), songWav(108)];
  const [of, theirs] = [
    await upload(ada, first, { title: "Mine" }),
    await upload(bola, songWav(109), { title: "Hers" }),
  ];
  const replace = (by: TestPerson | undefined, trackId: string, wav: Bytes) => {
    const body = new FormData();
    body.set("audioFile", new File([wav], "new.wav"));
    return test.call("POST", `/api/v1/tracks/${trackId}/recording`, { token: by?.token ?? "", body });
  };
  const refused = await replace(bola, theirs.trackId, first);
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    422,
    "file_refused",
    expect.stringMatching(/upload it as a new song/),
  ]);
  expect((await replace(ada, of.trackId, first)).status, "the same again, perhaps louder").toBe(202);
  expect((await replace(ada, of.trackId, better)).status).toBe(202);
  expect((await upload(bola, better, { title: "Taken" })).sameRecording).toMatchObject({ asked: "moderator" });
  expect((await replace(bola, theirs.trackId, better)).status).toBe(422);
});

it("what is held keeps its sound: another recording in its place does not let it come back", async () => {
  const wav = songWav(110);
  const { trackId } = await upload(ada, wav, { title: "Hidden" });
  const hold = { trackIds: [trackId], hold: "moderation", holdId: newId(), by: "admin" } as const;
  await test.world.deps.store.execute(holdTracks, hold, { logs: ["social"], metadata: { actor: "system:test" } });
  const body = new FormData();
  body.set("audioFile", new File([songWav(111)], "other.wav"));
  expect((await test.call("POST", `/api/v1/tracks/${trackId}/recording`, { token: ada?.token ?? "", body })).status)
    .toBe(202);
  expect((await upload(ada, wav, { title: "Again" })).sameRecording).toMatchObject({ asked: "moderator" });
});

it("the same samples are found in any file, also where nothing is to be recognised by", async () => {
  const wav = wavOf(noiseOf(7, 6));
  const first = await upload(ada, wav, { title: "Rain" });
  expect(first.sameRecording).toBeUndefined();
  const [path, output] = [join(folder, "rain.wav"), join(folder, "rain.flac")];
  await Deno.writeFile(path, wav);
  await convert(path, output, { muxer: "flac", encoder: "flac", tags: { title: "Storm" } });
  const flac = new File([await Deno.readFile(output)], "storm.flac");
  // Before and after the index has it.
  const own = await upload(ada, flac, { title: "Rain again", sameRecording: "ask" });
  expect(own.sameRecording).toMatchObject({ asked: "owner", track: { _id: first.trackId } });
  await test.world.settle();
  const { sameRecording: { matchId } } = await upload(bola, flac, { title: "Storm" });
  const { body } = await test.call("GET", `/api/v1/admin/duplicates/${matchId}`, moderator);
  expect(body.like.map((like: { percent: number }) => like.percent)).toContain(100);
  const other = await upload(bola, wavOf(noiseOf(8, 6)), { title: "Wind" });
  expect(other.sameRecording).toBeUndefined();
});
