import type { GroupLink } from "../../contract/groups.ts";

/** Something that accounts have in common, with all who have it, the oldest ids first. */
export interface Shared {
  readonly kind: GroupLink["kind"];
  readonly members: readonly string[];
}

/** Accounts that are linked, the oldest first. Their links say why, the weightiest first. */
export interface Grouped {
  readonly members: readonly string[];
  /** What they have in common, without others who have it, too. */
  readonly shared: readonly Shared[];
  readonly links: readonly GroupLink[];
}

/**
 * What one thing in common weighs between two accounts (1 links them) and how many may have it before it weighs less:
 * beyond `plenty` the weight is divided by how many times more there are. So an address of a mobile network, behind
 * which hundreds sign up in an hour, or a device name that an app gives to everyone, links no accounts by itself. A
 * device of a family does link: the rules, and a human, decide what that means.
 */
const WEIGHTS: Readonly<Record<Shared["kind"], { readonly weight: number; readonly plenty: number }>> = {
  device: { weight: 1, plenty: 200 },
  phone: { weight: 1, plenty: 10 },
  bank: { weight: 1, plenty: 200 },
  sign_up: { weight: 0.5, plenty: 20 },
  // A family is six; who sells seats has as many accounts as payments.
  seats: { weight: 0.5, plenty: 20 },
  // Two wrong clocks behind one carrier on one day are rare; with a sign-up in the same hour they are one hand.
  impossible: { weight: 0.5, plenty: 20 },
  // Two strangers can begin the same hit in the same two seconds once; hardly ever three times.
  span: { weight: 0.34, plenty: 200 },
  // Four such keys exist for each account, so similar sets reach 0.6 at most: even a hit heard together adds too little.
  similar: { weight: 0.15, plenty: 50 },
  // Real fans have an artist in common, too: `devotedKeys` gives 0.9 at most, which links no accounts by itself.
  artist: { weight: 0.45, plenty: 200 },
  // Fans give, too: it counts once, and only as far as it weighs more than the artist whom they hear.
  gift: { weight: 0.45, plenty: 200 },
};

export function weightOf({ kind, members }: Shared): number {
  const { weight, plenty } = WEIGHTS[kind];
  return members.length <= plenty ? weight : weight * plenty / members.length;
}

/**
 * Groups of accounts: two belong together when what they share weighs 1 or more. Each key is counted between its oldest
 * member and the others, and between neighbours, so that the work grows with the members and not with their pairs.
 */
export function groupsOf(keys: readonly Shared[]): Grouped[] {
  const pairs = new Map<string, PairWeight>();
  for (const shared of keys) {
    for (const [one, two] of pairsOf(shared.members)) {
      const pair = `${one} ${two}`;
      pairs.set(pair, weighed(pairs.get(pair) ?? NO_WEIGHT, shared));
    }
  }
  const sets = new Sets();
  for (const [pair, { artist, gift, others }] of pairs) {
    const [one = "", two = ""] = pair.split(" ");
    // Sums of thirds and fifths.
    if (others + Math.max(artist, gift) > 0.999) sets.join(one, two);
  }
  return withLinks(sets, keys);
}

/** What two accounts share: for whom they listen and to whom they give are one thing, of which the heavier counts. */
interface PairWeight {
  readonly artist: number;
  readonly gift: number;
  readonly others: number;
}

const NO_WEIGHT: PairWeight = { artist: 0, gift: 0, others: 0 };

function weighed({ artist, gift, others }: PairWeight, shared: Shared): PairWeight {
  const weight = weightOf(shared);
  switch (shared.kind) {
    case "artist":
      return { artist: artist + weight, gift, others };
    case "gift":
      return { artist, gift: Math.max(gift, weight), others };
    default:
      return { artist, gift, others: others + weight };
  }
}

function pairsOf(members: readonly string[]): [string, string][] {
  const [first, ...others] = members;
  if (first === undefined) return [];
  return others.flatMap((other, index): [string, string][] => {
    const neighbour = others[index - 1];
    return neighbour === undefined ? [[first, other]] : [[first, other], [neighbour, other]];
  });
}

function withLinks(sets: Sets, keys: readonly Shared[]): Grouped[] {
  const shared = new Map<string, Shared[]>();
  for (const { kind, members: all } of keys) {
    for (const [root, members] of Map.groupBy(all, (member) => sets.rootOf(member))) {
      if (root === undefined || members.length < 2) continue;
      const known = shared.get(root);
      if (known) known.push({ kind, members });
      else shared.set(root, [{ kind, members }]);
    }
  }
  return sets.all().map((members): Grouped => {
    const own = shared.get(sets.rootOf(members[0] ?? "") ?? "") ?? [];
    const links = [...Map.groupBy(own, ({ kind }) => kind)].map(([kind, of]): GroupLink => ({
      kind,
      keys: of.length,
      members: new Set(of.flatMap((key) => key.members)).size,
      weight: Math.max(...of.map(weightOf)),
    }));
    return {
      members,
      shared: own,
      links: links.sort((one, two) => two.weight * two.members - one.weight * one.members),
    };
  });
}

/** How many members a group's largest key of a kind has. */
export function mostOnOne({ shared }: Pick<Grouped, "shared">, kind: Shared["kind"]): number {
  return Math.max(0, ...shared.filter((key) => key.kind === kind).map(({ members }) => members.length));
}

/** How many members have at least `keys` of a kind in common with others. */
export function sharingAtLeast({ shared }: Pick<Grouped, "shared">, kind: Shared["kind"], keys: number): number {
  const counts = new Map<string, number>();
  for (const member of shared.filter((key) => key.kind === kind).flatMap(({ members }) => members)) {
    counts.set(member, (counts.get(member) ?? 0) + 1);
  }
  return [...counts.values()].filter((count) => count >= keys).length;
}

/** Union-find: the oldest id of a set is its root. */
class Sets {
  readonly #parent = new Map<string, string>();

  /** Undefined for an account that is in no set. */
  rootOf(id: string): string | undefined {
    const parent = this.#parent.get(id);
    if (parent === undefined || parent === id) return parent;
    const root = this.rootOf(parent) ?? parent;
    this.#parent.set(id, root);
    return root;
  }

  join(one: string, two: string): void {
    const roots = [one, two].map((id) => this.rootOf(id) ?? id);
    const [oldest = one] = roots.toSorted();
    for (const id of [...roots, one, two]) this.#parent.set(id, oldest);
  }

  all(): string[][] {
    const sets = Map.groupBy(this.#parent.keys(), (id) => this.rootOf(id) ?? id);
    return [...sets.values()].map((members) => members.sort());
  }
}

/** Who hears whom: the artist with most of a listener's time, ms. */
export interface Hearing {
  readonly listenerId: string;
  readonly artistId: string;
  readonly claimedMs: number;
  readonly allMs: number;
}

/** A song or two are no devotion. */
const ENOUGH_MS = 10 * 60_000;
const FEWEST_DEVOTED = 3;
/** The shares of a listener's time that make a key each: much of it, and nearly all. */
const DEVOTED_SHARES = [0.7, 0.95];
/** Those who have more listeners of other kinds than devoted ones are simply liked. */
const GAINING_SHARE = 0.5;

/**
 * What accounts have in common that listen for one artist: one key for those who give him much of their time, another
 * for those who give him nearly all of it. Only where they make most of that artist's time (`timeOf`, ms).
 */
export function devotedKeys(hearings: readonly Hearing[], timeOf: ReadonlyMap<string, number>): Shared[] {
  const devoted = hearings.filter(({ claimedMs, allMs }) =>
    claimedMs >= ENOUGH_MS && claimedMs > allMs * (DEVOTED_SHARES[0] ?? 1)
  );
  return [...Map.groupBy(devoted, ({ artistId }) => artistId)].flatMap(([artistId, own]) => {
    const sum = own.reduce((total, { claimedMs }) => total + claimedMs, 0);
    if (sum <= (timeOf.get(artistId) ?? sum) * GAINING_SHARE) return [];
    return DEVOTED_SHARES.flatMap((share): Shared[] => {
      const members = own.filter(({ claimedMs, allMs }) => claimedMs > allMs * share).map((one) => one.listenerId);
      return members.length < FEWEST_DEVOTED ? [] : [{ kind: "artist", members: members.sort() }];
    });
  });
}
