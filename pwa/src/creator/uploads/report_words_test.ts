import type { QualityReport } from "@contract/uploads.ts";
import { describe, expect, it } from "vitest";
import { reportWords } from "./report_words.ts";

const GOOD: QualityReport = {
  ...{ durationSeconds: 185, codec: "pcm_s24le", sampleRate: 44_100, bitDepth: 24, channels: 2 },
  ...{ loudnessLufs: -11.2, truePeakDbtp: -1.1, clippedPlaces: 0 },
  ...{ silenceAtStartMs: 120, silenceAtEndMs: 900, silenceMs: 1_400 },
};
const toldOf = (odd: Partial<QualityReport>) => {
  const { tone, lines } = reportWords({ ...GOOD, ...odd });
  return [tone, ...lines.filter((line) => line.tone !== "good").map(({ text }) => text)].join(" | ");
};

describe("reportWords()", () => {
  it("has nothing to complain of in a good master, and says what it is", () => {
    const { tone, verdict, format } = reportWords(GOOD);
    expect([tone, verdict, format]).toEqual(["good", "Sounds good", "WAV · 44.1 kHz · 24 bit · stereo"]);
  });

  it("calls the format by its name", () => {
    const nameOf = (codec: string) => reportWords({ ...GOOD, codec }).format.split(" · ")[0];
    const codecs = ["pcm_s24be", "pcm_alaw", "adpcm_ms", "wmav2", "alac", "mp2"];
    expect(codecs.map(nameOf)).toEqual(["AIFF", "Telephone sound", "ADPCM", "WMA", "ALAC", "MP2"]);
  });

  it("says what stands out, and what to do", () => {
    expect(toldOf({ loudnessLufs: -5.2 })).toMatch(/^note \| Very loud \(−5\.2 LUFS\)/);
    expect(toldOf({ loudnessLufs: -26 })).toMatch(/^note \| Quiet/);
    expect(toldOf({ truePeakDbtp: 1.3 })).toMatch(/\+1\.3 dBTP.*3 dB lower/);
    expect(toldOf({ clippedPlaces: 1 })).toMatch(/^note \| Clips in 1 place:/);
    expect(toldOf({ clippedPlaces: 2_140 })).toMatch(/^bad \| Clips in 2,140 places/);
    expect(toldOf({ silenceAtStartMs: 3_100, silenceAtEndMs: 8_000 })).toMatch(
      /3\.1 s before the music and 8\.0 s after it/,
    );
    expect(toldOf({ silenceMs: 90_000 })).toMatch(/^bad \| 49% of this recording is silent/);
    expect(toldOf({ sampleRate: 22_050 })).toMatch(/22\.1 kHz/);
    expect(toldOf({ codec: "mp3", bitrate: 96_000 })).toMatch(/96 kbit\/s/);
    expect(toldOf({ channels: 1 })).toMatch(/Mono/);
  });
});
