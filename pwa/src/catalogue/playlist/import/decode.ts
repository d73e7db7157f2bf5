/** The text of a file in whatever encoding programs write lists: UTF-8, UTF-16 with or without a mark, else Latin. */
export function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const some = bytes.subarray(0, 2_000);
  const zeros = (half: number) => some.filter((byte, index) => index % 2 === half && byte === 0).length;
  const [even, odd] = [zeros(0), zeros(1)];
  // Latin letters in UTF-16 have a zero beside each, always on the same side.
  if (odd > some.length / 6 && even < odd / 4) return new TextDecoder("utf-16le").decode(bytes);
  if (even > some.length / 6 && odd < even / 4) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
