/** The bytes from a position on; fewer where the file ends. */
export function readAt(file: Deno.FsFile, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  file.seekSync(position, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < length) {
    const read = file.readSync(bytes.subarray(filled));
    if (read === null) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

/** Bytes as the letters of a magic word. */
export function text(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}
