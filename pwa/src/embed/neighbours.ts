/** What a player says to the others when it is about to sound. */
const SOUNDS = "orin-embed-sounds";
/** A page with more frames is none that shows players. */
const MOST_FRAMES = 200;

/**
 * Tells the players in all other frames of the same page that this one sounds now. Frames of another site have nothing in
 * common but the page around them: no lock, no storage, no channel. So players in other tabs, and Orin itself, are not
 * told: no browser gives a framed page a way to them.
 */
export function tellNeighbours(own: Window): void {
  const frames: Window[] = own.top ? [own.top] : [];
  for (let at = 0; at < frames.length && frames.length < MOST_FRAMES; at++) {
    const frame = frames[at];
    for (let child = 0; child < (frame?.length ?? 0); child++) {
      const inside = frame?.[child];
      if (inside) frames.push(inside);
    }
  }
  // Other readers learn no more than that something sounds, which they hear.
  for (const frame of frames) if (frame !== own) frame.postMessage(SOUNDS, "*");
}

/** Calls back when a player in another frame sounds. Anybody may say so: it makes this one silent, and no more. */
export function onNeighbour(own: Window, hush: () => void): void {
  own.addEventListener("message", ({ data }) => {
    if (data === SOUNDS) hush();
  });
}
