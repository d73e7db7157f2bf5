import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { Refusal } from "../contract/refusal.ts";
import { isStorableText } from "../store/log/canonical.ts";
import { wordsForLong } from "./field_words.ts";
import type { FormLimits, ReceivedFile } from "./form.ts";

const MOST_FIELDS = 40;
const FIELD_BYTES = 4_096;
const NAME_BYTES = 100;

/** The parts of one form as they come: texts into a map, files straight to the disk. */
export class FormParts {
  readonly fields = new Map<string, string>();
  readonly files = new Map<string, ReceivedFile>();
  readonly #limits: FormLimits;
  readonly #busboy: BusboyInstance;
  readonly #streams: BusboyFileStream[] = [];
  readonly #writing: Promise<unknown>[] = [];
  #failure: unknown;
  #wake = () => {};

  constructor(contentType: string, limits: FormLimits) {
    this.#limits = limits;
    this.#busboy = this.#open(contentType);
    this.#busboy.on("field", (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut) {
        return this.#fail(new Refusal("invalid_request", wordsForLong(nameCut ? "" : name, FIELD_BYTES)));
      }
      if (!isStorableText(name + value)) return this.#fail(unreadable());
      this.fields.set(name, value);
    });
    this.#busboy.on("file", (name, stream, filename, _encoding, contentType) => {
      // A part that breaks off tells its stream too, and nobody else would listen.
      stream.on("error", () => {});
      this.#streams.push(stream);
      const maxBytes = this.#limits.files[name];
      if (maxBytes === undefined || this.files.has(name)) return void stream.resume();
      this.#writing.push(
        this.#keep(stream, { name, filename, contentType, maxBytes }).catch((error) => this.#fail(error)),
      );
    });
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
      this.#busboy.on(limit, () => this.#fail(new Refusal("invalid_request", "The form has too many parts")));
    }
    this.#busboy.on("error", () => this.#fail(unreadable()));
  }

  /** Throws what went wrong as soon as it is known, so that the rest need not be read. */
  async write(chunk: Uint8Array): Promise<void> {
    this.#check();
    const isTaken = this.#busboy.write(chunk);
    if (!isTaken) await this.#until("drain");
    this.#check();
  }

  /** Resolves when every file stands on the disk. */
  async end(): Promise<void> {
    const finished = this.#until("finish");
    this.#busboy.end();
    await finished;
    this.#check();
    await Promise.all(this.#writing);
    this.#check();
  }

  /** Stops the writing of what has not come whole. */
  async abandon(): Promise<void> {
    for (const stream of this.#streams) stream.destroy();
    this.#busboy.destroy();
    await Promise.all(this.#writing);
  }

  #open(contentType: string): BusboyInstance {
    try {
      return Busboy({
        headers: { "content-type": contentType },
        limits: { fields: MOST_FIELDS, parts: MOST_FIELDS * 2, fieldSize: FIELD_BYTES, fieldNameSize: NAME_BYTES },
      });
    } catch {
      throw unreadable();
    }
  }

  async #keep(
    stream: BusboyFileStream,
    file: { name: string; filename: string; contentType: string; maxBytes: number },
  ) {
    const path = join(this.#limits.folder, file.name);
    let bytes = 0;
    const counted = async function* (chunks: AsyncIterable<unknown>) {
      for await (const chunk of chunks) {
        if (!(chunk instanceof Uint8Array)) continue;
        bytes += chunk.byteLength;
        if (bytes > file.maxBytes) throw fileTooLarge(file.name, file.maxBytes);
        yield chunk;
      }
    };
    await pipeline(stream, counted, createWriteStream(path, { flags: "wx" }));
    const { filename = "", contentType = "" } = file;
    this.files.set(file.name, { path, bytes, filename, contentType });
  }

  /** Or until something has gone wrong: then the event never comes. */
  #until(event: "drain" | "finish"): Promise<void> {
    return new Promise((done) => {
      this.#wake = done;
      this.#busboy.once(event, done);
    });
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#wake();
  }

  #check(): void {
    if (this.#failure) throw this.#failure;
  }
}

/** The refusal for a body that is no form, or broke off. */
export function unreadable(): Refusal {
  return new Refusal("invalid_request", "This form could not be read: please try again");
}

/** The refusal for a file past its bound, at its field. */
export function fileTooLarge(field: string, maxBytes: number): Refusal {
  const most = Math.floor(maxBytes / 1_048_576);
  return new Refusal("body_too_large", `This file is too large: at most ${most} MB`, { field });
}
