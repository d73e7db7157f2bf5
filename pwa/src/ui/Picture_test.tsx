import { act, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Picture } from "./Picture.tsx";

const COVER = "/media/covers/1/a/256.webp";
const show = (near: Element[]) => act(() => seen(near.map((target) => ({ isIntersecting: true, target }))));
let seen: (entries: { isIntersecting: boolean; target: Element }[]) => void = () => undefined;

vi.stubGlobal(
  "IntersectionObserver",
  class {
    constructor(callback: typeof seen) {
      seen = callback;
    }
    observe() {}
    unobserve() {}
  },
);
afterEach(() => document.body.replaceChildren());

it("is loaded once it is near the screen, or at once where it counts", () => {
  const { container } = render(
    <>
      <Picture src={COVER} alt="" sizes="64px" />
      <Picture src={COVER} alt="" sizes="64px" loading="eager" />
    </>,
  );
  const [far, first] = container.querySelectorAll("img");
  if (!far || !first) return expect.fail();
  expect([far.getAttribute("src"), far.parentElement?.querySelectorAll("source")]).toMatchObject([null, { length: 0 }]);
  expect(first.getAttribute("src")).toBe(COVER);
  show([far]);
  expect([far.getAttribute("src"), far.parentElement?.querySelectorAll("source")]).toMatchObject([COVER, {
    length: 2,
  }]);
});
