import type { Player } from "./player.ts";
import type { PlayerState, Restored } from "./state.ts";
import type { PlayerTrack } from "./types.ts";

/** Puts tracks behind the one that plays; where there is none, they become the queue and play. */
export function playNext(player: Player, tracks: readonly PlayerTrack[]): void {
  const { queue, index, track: current } = player.state.get();
  if (!current) return player.playTrack(tracks, 0, "queue");
  const ids = new Set(tracks.map(({ id }) => id));
  const others = queue.filter(({ id }, place) => place <= index || !ids.has(id));
  player.choose({ queue: [...others.slice(0, index + 1), ...tracks, ...others.slice(index + 1)], index });
}

/** Plays a queue from another device on, where it was there. Loudness and speed stay this device's own. */
export function takeOver(player: Player, queue: Omit<Restored, "volume">): void {
  const { volume } = player.state.get();
  player.close();
  player.restore({ ...queue, volume });
  player.play();
}

/** Puts tracks at the end of what was chosen, before what the player adds itself; the first become the queue and play. */
export function addToEnd(player: Player, tracks: readonly PlayerTrack[]): void {
  const { queue, index, track: current } = player.state.get();
  if (!current) return player.playTrack(tracks, 0, "queue");
  const end = suggestedFrom({ queue, index });
  player.choose({ queue: [...queue.slice(0, end), ...tracks, ...queue.slice(end)] });
}

/** The place from which on all that comes was added by the player itself; behind the last where nothing was. */
export function suggestedFrom({ queue, index }: Pick<PlayerState, "queue" | "index">): number {
  const lastChosen = queue.findLastIndex((track, place) => place <= index || !track.isSuggested);
  return lastChosen + 1;
}

/** Adds what the player goes on with by itself. */
export function addSuggestions(player: Player, tracks: readonly PlayerTrack[]): void {
  const { queue } = player.state.get();
  player.choose({ queue: [...queue, ...tracks.map((track) => ({ ...track, isSuggested: true }))] });
}

/** Takes out what the player has added and has not come to yet. */
export function dropSuggestions(player: Player): void {
  const { queue, index } = player.state.get();
  const rest = queue.slice(0, suggestedFrom({ queue, index }));
  if (rest.length < queue.length) player.choose({ queue: rest });
}

/** Moves a track of the queue to another place; what plays plays on. */
export function moveInQueue(player: Player, from: number, to: number): void {
  const { queue, index } = player.state.get();
  const moved = queue[from];
  if (!moved || to < 0 || to >= queue.length || from === to) return;
  const next = queue.toSpliced(from, 1).toSpliced(to, 0, moved);
  player.choose({ queue: next, index: indexAfterMove({ index, from, to }) });
}

/** Takes a track out of the queue; the one that plays makes room for the next, and the last one ends the player. */
export function removeFromQueue(player: Player, place: number): void {
  const { queue, index, playing } = player.state.get();
  if (!queue[place]) return;
  const rest = queue.toSpliced(place, 1);
  if (rest.length === 0) return player.close();
  if (place !== index) return player.choose({ queue: rest, index: place < index ? index - 1 : index });
  player.choose({ queue: rest });
  player.jumpTo(Math.min(index, rest.length - 1));
  if (!playing) player.pause();
}

/** Takes out all that comes after the track that plays. */
export function clearQueue(player: Player): void {
  const { queue, index } = player.state.get();
  player.choose({ queue: queue.slice(0, index + 1), index });
}

/** Mixes what comes next of what was chosen, or brings it back into the order it had. `random`: 0 to 1. */
export function toggleShuffle(player: Player, random: () => number = Math.random): void {
  const { queue, index, unshuffled } = player.state.get();
  const [played, coming] = [queue.slice(0, index + 1), queue.slice(index + 1)];
  const chosen = suggestedFrom({ queue, index }) - index - 1;
  if (unshuffled) {
    const places = new Map(unshuffled.map((track, place) => [track, place]));
    const placeOf = (track: PlayerTrack) => places.get(track) ?? Infinity;
    const inOrder = coming.toSorted((one, two) => placeOf(one) - placeOf(two) || 0);
    player.choose({ queue: [...played, ...inOrder], index });
    return player.choose({ unshuffled: null });
  }
  player.choose({ queue: [...played, ...mixed(coming.slice(0, chosen), random), ...coming.slice(chosen)], index });
  player.choose({ unshuffled: queue });
}

/** Plays a list in a mixed order, and keeps its own for when shuffle is switched off. `random`: 0 to 1. */
export function shuffleAll(
  player: Player,
  tracks: readonly PlayerTrack[],
  { source, random = Math.random }: { source: string; random?: () => number },
): void {
  player.playTrack(mixed(tracks, random), 0, source);
  player.choose({ unshuffled: tracks });
}

/** Fisher and Yates. */
function mixed<Item>(items: readonly Item[], random: () => number): Item[] {
  const left = [...items];
  const result: Item[] = [];
  while (left.length > 0) result.push(...left.splice(Math.floor(random() * left.length), 1));
  return result;
}

function indexAfterMove({ index, from, to }: { index: number; from: number; to: number }): number {
  if (from === index) return to;
  if (from < index && to >= index) return index - 1;
  return from > index && to <= index ? index + 1 : index;
}
