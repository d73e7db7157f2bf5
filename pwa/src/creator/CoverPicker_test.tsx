import { MAX_PICTURE_BYTES, PICTURE_TOO_LARGE } from "@contract/uploads.ts";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { PictureField } from "../ui/PictureField.tsx";
import { CoverPicker } from "./CoverPicker.tsx";

const large = new File([new Uint8Array(MAX_PICTURE_BYTES + 1)], "large.jpg", { type: "image/jpeg" });
const small = new File(["small"], "small.jpg", { type: "image/jpeg" });

it("a cover of more than 10 MB is refused before it is sent, and the next one taken", async () => {
  const onFile = vi.fn();
  render(<CoverPicker label="Cover image" seed="a" file={undefined} onFile={onFile} />);
  await userEvent.upload(screen.getByLabelText("Cover image"), large);
  expect(screen.getByRole("alert").textContent).toBe(PICTURE_TOO_LARGE);
  expect(onFile).not.toHaveBeenCalled();
  await userEvent.upload(screen.getByLabelText("Cover image"), small);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(onFile).toHaveBeenCalledWith(small);
});

it("so is a person's own picture", async () => {
  const upload = { isPending: false, error: null, mutate: vi.fn() };
  render(<PictureField src={undefined} upload={upload} remove={{ ...upload }} removeFailed="" />);
  await userEvent.upload(screen.getByLabelText("Upload picture"), large);
  expect(screen.getByText(PICTURE_TOO_LARGE)).toBeTruthy();
  expect(upload.mutate).not.toHaveBeenCalled();
  await userEvent.upload(screen.getByLabelText("Upload picture"), small);
  expect(screen.queryByText(PICTURE_TOO_LARGE)).toBeNull();
  expect(upload.mutate.mock.calls[0]?.[0]).toBe(small);
});
