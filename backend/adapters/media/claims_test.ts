import { describe, expect, it } from "vitest";
import { AUDIO_CONTAINERS, type AudioContainer } from "../../contract/file_formats.ts";
import { refuseMisnamedPicture, refuseMisnamedSound } from "./claims.ts";

const NOTHING = "application/octet-stream";
const saysOfSound = (container: AudioContainer, filename: string, contentType = NOTHING) => {
  try {
    refuseMisnamedSound(container, { filename, contentType });
    return "taken";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
const picture = (filename: string, contentType = NOTHING) => () => refuseMisnamedPicture({ filename, contentType });

/** What the devices of the field call these files and send them as. */
const TRUE_NAMES: Record<AudioContainer, [string[], string[]]> = {
  mp3: [["Song.MP3", "a.mpga"], ["audio/mpeg", "audio/mp3", "audio/x-mpeg", "audio/mpeg; codecs=mp3"]],
  mp4: [["a.m4a", "rec.3ga", "a.mp4", "a.aac"], ["audio/mp4", "audio/x-m4a", "video/mp4", "audio/aac", "audio/3gpp"]],
  wav: [["a.wav", "a.WAVE"], ["audio/wav", "audio/x-wav", "audio/vnd.wave", "AUDIO/WAVE"]],
  flac: [["a.flac"], ["audio/flac", "audio/x-flac", "application/x-flac"]],
  ogg: [["a.ogg", "a.oga", "a.opus"], ["audio/ogg", "video/ogg", "application/ogg", "audio/x-vorbis+ogg"]],
  aac: [["a.aac", "a.adts"], ["audio/aac", "audio/aacp", "audio/x-aac", "audio/vnd.dlna.adts"]],
  aiff: [["a.aif", "a.AIFF", "a.aifc"], ["audio/aiff", "audio/x-aiff"]],
  caf: [["a.caf"], ["audio/x-caf"]],
  webm: [["a.webm", "a.weba", "a.mka"], ["audio/webm", "video/webm", "audio/x-matroska"]],
  wma: [["a.wma", "a.asf"], ["audio/x-ms-wma", "video/x-ms-asf"]],
};
/** AAC comes in both, and is called so in both. */
const SHARED: Record<string, AudioContainer[]> = Object.fromEntries(
  ["a.aac", "audio/aac", "audio/x-aac", "audio/vnd.dlna.adts"].map((claim) => [claim, ["mp4", "aac"]]),
);
const isAlso = (container: AudioContainer, claim: string) => SHARED[claim]?.includes(container) ?? false;

describe("a recording's name and declared type", () => {
  it("are taken where they are the bytes' own, in each combination", () => {
    for (const [container, [names, types]] of entries()) {
      for (const name of names) {
        for (const type of types) {
          expect([name, type, saysOfSound(container, name, type)]).toEqual([name, type, "taken"]);
        }
      }
    }
  });

  it("are each refused where they are another container's", () => {
    for (const container of AUDIO_CONTAINERS) {
      for (const [other, [names, types]] of entries()) {
        if (other === container) continue;
        for (const name of names) {
          if (!isAlso(container, name)) {
            expect(saysOfSound(container, name), `${container} ${name}`).toContain("is named");
          }
        }
        for (const type of types) {
          if (isAlso(container, type)) continue;
          expect(saysOfSound(container, "a", type), `${container} ${type}`).toContain("was sent as");
        }
      }
    }
  });

  it("are refused where they are of no sound at all, with words that say what to do", () => {
    expect(saysOfSound("flac", "song.mp3", "audio/mpeg")).toBe(
      'This file is named ".mp3" but contains FLAC: please name it ".flac", or export it again',
    );
    expect(saysOfSound("mp3", "song.mp3", "text/html; charset=utf-8")).toBe(
      'This file was sent as "text/html" but contains MP3: please send it as "audio/mpeg"',
    );
    for (const name of ["song.mp3.exe", "song.html", "song.php", "song.jpg", "song.svg", "song.exe ", "song.exe."]) {
      expect(saysOfSound("mp3", name), name).toContain("is named");
    }
    for (const type of ["image/png", "text/plain", "video/webm", "application/zip", "audio/flac"]) {
      expect(saysOfSound("mp3", "song.mp3", type), type).toContain("was sent as");
    }
  });

  it("claim nothing where there are none, and the last ending is the one that counts", () => {
    for (const name of ["", "blob", "Mr. Money", "Demo v1.2", "track 04.", "song.exe.mp3", "../../song.mp3"]) {
      expect([name, saysOfSound("mp3", name, "")]).toEqual([name, "taken"]);
    }
    expect(saysOfSound("mp3", "song.mp3", "audio/what-nobody-knows")).toBe("taken");
    expect(saysOfSound("mp3", "song.mp3", "no type at all")).toBe("taken");
  });
});

describe("a picture's name and declared type", () => {
  it("may be those of another kind of picture, which is drawn anew anyhow", () => {
    for (const name of ["a.png", "a.JPG", "a.jpeg", "a.webp", "IMG.HEIC", "cover", "Àjọ vol. 2"]) {
      expect(picture(name, "image/jpeg"), name).not.toThrow();
    }
    expect(picture("a.png", "")).not.toThrow();
  });

  it("may not be those of anything else", () => {
    for (const name of ["a.svg", "a.html", "a.png.exe", "a.mp3", "a.pdf"]) {
      expect(picture(name), name).toThrow("do not support this picture format");
    }
    for (const type of ["image/svg+xml", "text/html", "audio/mpeg", "application/pdf"]) {
      expect(picture("a.png", type), type).toThrow("do not support this picture format");
    }
  });
});

function entries() {
  return AUDIO_CONTAINERS.map((container) => [container, TRUE_NAMES[container]] as const);
}
