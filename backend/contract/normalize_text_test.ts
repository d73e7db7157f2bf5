import { expect, it } from "vitest";
import { folded } from "./normalize_text.ts";

it("folded() leaves nothing of tone marks, dots, hooks, case and punctuation", () => {
  expect(folded("Ọjọ́ Ìbí")).toBe("ojo ibi");
  expect(folded("  ÀDÙKẸ́  Bright! ")).toBe("aduke bright");
  expect(folded("Ọ̀ṣun o\u0323\u0300s\u0323un")).toBe("osun osun");
  expect(folded("Ɗan Ƙasa, ƴan ɓera")).toBe("dan kasa yan bera");
  expect(folded("Don't Stop—(Live) №5 ﬁne")).toBe("dont stop live no5 fine");
  expect(folded("!!! … ")).toBe("");
});
