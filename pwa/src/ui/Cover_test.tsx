import { fireEvent, render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Cover } from "./Cover.tsx";

const image = (container: HTMLElement) => container.querySelector("img");

describe("Cover", () => {
  it("offers AVIF and WebP in all sizes, with room kept", () => {
    const { container } = render(<Cover src="/media/k/512.webp" seed="t1" size={48} />);
    expect([...container.querySelectorAll("source")].map((source) => source.type)).toEqual([
      "image/avif",
      "image/webp",
    ]);
    expect([image(container)?.width, image(container)?.height]).toEqual([48, 48]);
  });

  it("shows cloth when there is no cover, and when the cover is broken", () => {
    const { container, rerender } = render(<Cover src="/media/k/512.webp" seed="t1" size={48} />);
    const shown = image(container);
    if (shown) fireEvent.error(shown);
    expect(image(container)?.src).toMatch(/^data:image\/svg/);
    expect(container.querySelector("source")).toBeNull();
    rerender(<Cover src="" seed="t1" size={48} />);
    expect(image(container)?.src).toMatch(/^data:image\/svg/);
  });

  it("tries again when it gets another cover", () => {
    const { container, rerender } = render(<Cover src="/media/k/512.webp" seed="t1" size={48} />);
    const shown = image(container);
    if (shown) fireEvent.error(shown);
    rerender(<Cover src="/media/other/512.webp" seed="t1" size={48} />);
    expect(image(container)?.src).toMatch(/\/media\/other\/512.webp$/);
  });
});
