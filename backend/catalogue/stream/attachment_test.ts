import { expect, it } from "vitest";
import { attachment } from "./attachment.ts";

it("attachment() names the file twice: in plain letters and with all of them", () => {
  expect(attachment("Àdùkẹ́ Bright - Ọjọ́ Ayọ̀.mp3")).toBe(
    'attachment; filename="Aduke Bright - Ojo Ayo.mp3"; ' +
      "filename*=UTF-8''%C3%80d%C3%B9k%E1%BA%B9%CC%81%20Bright%20-%20%E1%BB%8Cj%E1%BB%8D%CC%81%20Ay%E1%BB%8D%CC%80.mp3",
  );
});

it("attachment() lets no quote, slash, line end or half character out", () => {
  const header = attachment('a"b/c\\d\r\ne\ud800(f).mp3');
  expect(header).toMatch(/^attachment; filename="[ -!#-~]+"; filename\*=UTF-8''[A-Za-z0-9._~%*!-]+$/);
  expect(header).toContain('filename="a_b_c_d__e_(f).mp3"');
});
