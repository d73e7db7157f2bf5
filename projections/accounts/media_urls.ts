/** Covers and pictures never change under their address: a new one has a new key. The browser picks size and format
 * by the end of the address (64 to 512 px, AVIF and WebP). */
export function pictureUrl(picture: { readonly key: string } | undefined): string {
  return picture ? `/media/${picture.key}/512.webp` : "";
}
