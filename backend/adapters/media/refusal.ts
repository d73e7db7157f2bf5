/** Why a file was not accepted; the message is written for the creator who uploaded it. */
export class MediaRefusal extends Error {
  override readonly name = "MediaRefusal";
  readonly code: MediaRefusalCode;

  constructor(code: MediaRefusalCode, message: string = REFUSALS[code]) {
    super(message);
    this.code = code;
  }
}

export const REFUSALS = {
  empty_file: "This file is empty: please choose another one",
  not_audio: "We do not support this audio format: please upload MP3, M4A, WAV, FLAC or Ogg",
  misnamed: "This file's name does not match its content: please correct the ending, or export it again",
  truncated: "This file is incomplete, perhaps because an export stopped early: please export it again",
  damaged: "Parts of this file are damaged: please export it again",
  unreadable: "We could not read this file: please export it again as MP3, M4A, WAV, FLAC or Ogg",
  too_long: "This recording is longer than 30 minutes: please upload a shorter one",
  too_short: "This recording is shorter than one second: please upload the whole song",
  silent: "This recording is silent: please check the export",
  not_an_image: "We do not support this picture format: please choose a JPEG, PNG or WebP",
  image_empty: "This picture is empty: please choose another one",
  image_damaged: "Parts of this picture are damaged: please choose another one",
  image_too_large: "This picture is too large: please choose one under 10 MB and 40 megapixels",
  image_too_small: "This picture is too small: please choose one of at least 64 by 64 pixels",
} as const;

export type MediaRefusalCode = keyof typeof REFUSALS;
