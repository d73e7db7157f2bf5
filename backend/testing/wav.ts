const HEADER_BYTES = 44;
const CHANNELS = 2;

/** Interleaved stereo samples (-1 to 1) as a WAV file of 16 bit. */
export function encodeWav(pcm: Float32Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES + pcm.length * 2);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => new TextEncoder().encodeInto(text, bytes.subarray(at));
  write(0, "RIFF");
  view.setUint32(4, bytes.length - 8, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, CHANNELS, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * CHANNELS * 2, true);
  view.setUint16(32, CHANNELS * 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, pcm.length * 2, true);
  const samples = new Int16Array(bytes.buffer, HEADER_BYTES);
  for (let at = 0; at < pcm.length; at++) {
    samples[at] = Math.round(Math.max(-1, Math.min(1, pcm[at] ?? 0)) * 32_767);
  }
  return bytes;
}
