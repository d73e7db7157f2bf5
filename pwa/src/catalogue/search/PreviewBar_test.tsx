import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Found } from "./found.ts";
import { PreviewBar } from "./PreviewBar.tsx";

it("a preview begins at 70 per cent", () => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
  const item = { id: "1", title: "Èkó", previewUrl: "/preview.mp3", imageUrl: "" } as unknown as Found;
  const { container } = render(<PreviewBar item={item} onClose={() => {}} />);
  expect(container.querySelector("audio")?.volume).toBe(0.7);
  vi.restoreAllMocks();
});
