import { type GiftRow, giftsToMany } from "../../../projections/gifts/gifts.ts";
import type { HeardDevice } from "../../../projections/trust/listening_evidence.ts";
import { judgedAmong } from "../../../projections/wallet/settling.ts";
import { findUsers, type User } from "../../../projections/accounts/users.ts";
import type { CaseFile } from "../../contract/cases.ts";
import { tokensOf } from "../../contract/money.ts";
import { YOUNG_GIVER_DAYS } from "../../contract/trust.ts";
import type { Sql } from "../../store/sql.ts";

type Gifts = NonNullable<CaseFile["gifts"]>;

const DAY_MS = 86_400_000;
/** The newest gifts; a case file lists the largest givers of them, with their newest references. */
const MOST_GIFTS = 1_000;
const MOST_GIVERS = 10;
const MOST_REFERENCES = 5;

/** An artist's devices, and who used the same bank account. */
interface Sharing {
  readonly devices: readonly HeardDevice[];
  readonly bankSharers: readonly string[];
}

/**
 * Who gave artists what: stolen cards become payouts by way of gifts. The answer is undefined for an artist without
 * gifts.
 */
export async function gatherGifts(
  sql: Sql,
  artistIds: readonly string[],
): Promise<(artistId: string, sharing: Sharing) => Gifts | undefined> {
  const got = await giftsToMany(sql, artistIds, MOST_GIFTS);
  const sentTo = new Map(
    [...got].map(([artistId, gifts]) => [artistId, gifts.filter(({ status }) => status === "sent")]),
  );
  const giverIds = [...new Set([...sentTo.values()].flatMap((gifts) => gifts.map(({ giverId }) => giverId)))];
  const known = giverIds.length === 0 ? UNKNOWN : await readGivers(sql, giverIds);
  return (artistId, sharing) => {
    const sent = sentTo.get(artistId) ?? [];
    return sent.length === 0 ? undefined : giftsOf(sent, known, sharing);
  };
}

interface Givers {
  readonly users: ReadonlyMap<string, Pick<User, "createdAt">>;
  readonly frozen: ReadonlySet<string>;
  readonly voided: ReadonlySet<string>;
}

const UNKNOWN: Givers = { users: new Map(), frozen: new Set(), voided: new Set() };

async function readGivers(sql: Sql, giverIds: readonly string[]): Promise<Givers> {
  const [users, judged] = await Promise.all([findUsers(sql, giverIds), judgedAmong(sql, giverIds)]);
  return { users, ...judged };
}

function giftsOf(
  sent: readonly GiftRow[],
  { users, frozen, voided }: Givers,
  { devices, bankSharers }: Sharing,
): Gifts {
  const byGiver = [...Map.groupBy(sent, ({ giverId }) => giverId)]
    .map(([userId, gifts]) => ({ userId, gifts, units: unitsOf(gifts) }))
    .sort((one, two) => two.units - one.units);
  const [largest, others] = [byGiver.slice(0, MOST_GIVERS), byGiver.slice(MOST_GIVERS)];
  const onDevices = new Set(devices.flatMap((device) => device.others));
  const units = unitsOf(sent);
  const ageOf = ({ userId, gifts }: Giving) => {
    const firstAt = Math.min(...gifts.map(({ at }) => at));
    return Math.max(0, Math.floor((firstAt - (users.get(userId)?.createdAt ?? 0)) / DAY_MS));
  };
  const partOf = (of: readonly Giving[]) => {
    const given = of.reduce((sum, one) => sum + one.units, 0);
    return { givers: of.length, sharePercent: Math.round(100 * given / units) };
  };
  const judged = byGiver.filter(({ userId }) => frozen.has(userId) || voided.has(userId));
  const young = byGiver.filter((giver) => ageOf(giver) < YOUNG_GIVER_DAYS);
  return {
    ...{ count: sent.length, tokens: tokensOf(units), otherGivers: others.length },
    ...(judged.length > 0 && { judged: partOf(judged) }),
    ...(young.length > 0 && { young: partOf(young) }),
    givers: largest.map((giver) => {
      const { userId, gifts, units: given } = giver;
      const registeredAt = users.get(userId)?.createdAt ?? 0;
      const isJudged = frozen.has(userId) ? "frozen" as const : voided.has(userId) ? "voided" as const : undefined;
      return {
        ...{ userId, gifts: gifts.length, tokens: tokensOf(given), sharePercent: Math.round(100 * given / units) },
        registeredAt: new Date(registeredAt).toISOString(),
        ageDays: ageOf(giver),
        ...(isJudged && { judged: isJudged }),
        ...{ sharesDevice: onDevices.has(userId), sharesBank: bankSharers.includes(userId) },
        references: gifts.flatMap(({ reference }) => reference ?? []).slice(0, MOST_REFERENCES),
      };
    }),
  };
}

interface Giving {
  readonly userId: string;
  readonly gifts: readonly GiftRow[];
  readonly units: number;
}

function unitsOf(gifts: readonly GiftRow[]): number {
  return gifts.reduce((sum, { units }) => sum + units, 0);
}
