import { findCreators } from "../../../projections/catalogue/creators.ts";
import { type DisputeRow, findDispute, listDisputes } from "../../../projections/payments/disputes.ts";
import { findGift } from "../../../projections/gifts/gifts.ts";
import { countUnproven, devicesOf } from "../../../projections/trust/listening_evidence.ts";
import { openAbout, waitingAbout } from "../../../projections/admin/proposals.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import type { DisputeList, DisputeShown, DisputeSummary } from "../../contract/disputes.ts";
import { fullName } from "../../contract/full_name.ts";
import { isoTime } from "../../contract/iso_time.ts";
import { formatNaira } from "../../contract/money.ts";
import { PROVIDER_NAME } from "../../contract/payments.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Recorded } from "../../store/log/event.ts";
import { DISPUTE_ACCEPT, type DisputeEvent, disputeStream } from "./events.ts";

const MOST = 500;
const DAY_MS = 86_400_000;

/** The disputes of payments, open first. */
export async function disputesShown(deps: Pick<Deps, "store" | "now">): Promise<DisputeList> {
  const { sql } = deps.store;
  const rows = await listDisputes(sql, MOST);
  const [artists, waiting] = await Promise.all([
    findCreators(sql, [...new Set(rows.flatMap(({ artistId }) => artistId ?? []))]),
    waitingIn(deps, rows),
  ]);
  const artistOf = ({ artistId = "" }: DisputeRow) => artists.get(artistId)?.name;
  return { disputes: rows.map((row) => summaryOf(row, { artistName: artistOf(row), waiting })) };
}

/** Which of the disputes wait for another side to accept them. */
async function waitingIn(
  { store: { sql }, now }: Pick<Deps, "store" | "now">,
  rows: readonly DisputeRow[],
): Promise<ReadonlySet<string>> {
  const open = rows.filter(({ status, answer }) => status === "open" && answer !== "accepted");
  const kind = DISPUTE_ACCEPT;
  const waiting = await waitingAbout(sql, { kind, subjects: open.map(({ disputeId }) => disputeId), now: now() });
  // What was proposed before one was won is over.
  for (const { disputeId: subject, openings } of open.filter((row) => row.openings > 1 && waiting.has(row.disputeId))) {
    const proposed = await openAbout(sql, { kind, subject, now: now() });
    if (proposed?.content["opening"] !== openings) waiting.delete(subject);
  }
  return waiting;
}

function summaryOf(
  row: DisputeRow,
  { artistName = "", waiting }: { readonly artistName: string | undefined; readonly waiting: ReadonlySet<string> },
): DisputeSummary {
  const { disputeId, purpose: what, status, category, reference, payerId, artistId, dueAt } = row;
  const answer = waiting.has(disputeId) ? "accept_proposed" : row.answer ?? null;
  return {
    ...{ disputeId, what, amount: row.wholeKobo / 100, status, answer, reason: category },
    ...{ reference, payerId, artist: artistId === undefined ? null : { userId: artistId, name: artistName } },
    ...{ openedAt: isoTime(row.openedAt), dueAt: dueAt === undefined ? null : isoTime(dueAt) },
  };
}

/** One dispute with what Orin knows about it. Refuses with `not_found`. */
export async function disputeShown(deps: Deps, disputeId: string): Promise<DisputeShown> {
  const { sql } = deps.store;
  const row = await findDispute(sql, disputeId);
  if (!row) throw new Refusal("not_found", "Dispute not found");
  const { payerId, artistId, paymentId, shard, resolvedAt } = row;
  const payer = { shard: deps.shardOf(payerId), listenerId: payerId };
  const stream = disputeStream(paymentId);
  const [artists, user, gift, devices, proof, events, waiting] = await Promise.all([
    findCreators(sql, artistId === undefined ? [] : [artistId]),
    findUser(sql, payerId),
    findGift(sql, paymentId),
    devicesOf(sql, payer),
    countUnproven(sql, payer),
    deps.store.readStream<DisputeEvent>(`ledger/${shard}`, stream),
    waitingIn(deps, [row]),
  ]);
  const own = events.filter(({ data }) => "disputeId" in data && data.disputeId === disputeId);
  const admins = own.flatMap(({ data }) => "adminId" in data ? [data.adminId] : []);
  const persons = await openPersonsOf(deps, [...new Set([payerId, ...admins])]);
  const personName = (id: string) => fullName(persons.get(id));
  const registeredAt = user?.createdAt ?? row.openedAt;
  const since = gift?.at ?? row.openedAt;
  return {
    ...summaryOf(row, { artistName: artists.get(artistId ?? "")?.name, waiting }),
    ...{
      resolvedAt: resolvedAt === undefined ? null : isoTime(resolvedAt),
      lost: (row.lostUnits - row.returnedUnits) / 100,
    },
    reserved: row.status === "open" ? row.units / 100 : 0,
    payer: {
      name: personName(payerId),
      registeredAt: isoTime(registeredAt),
      ageDays: Math.max(0, Math.floor((since - registeredAt) / DAY_MS)),
    },
    gift: gift ? { giftId: gift.giftId, at: isoTime(gift.at), dollars: gift.cents / 100 } : null,
    listening: {
      devices: devices.length,
      sharesDevice: artistId !== undefined && devices.some(({ others }) => others.includes(artistId)),
      ...{ plays: proof.counted, unproven: proof.unproven },
    },
    timeline: own.toReversed().map((event) => stepOf(event, personName)),
  };
}

function stepOf(event: Recorded<DisputeEvent>, personName: (id: string) => string): DisputeShown["timeline"][number] {
  const { data, recordedAt } = event;
  const by = "adminId" in data ? personName(data.adminId) || "A former admin" : "Orin";
  return { at: isoTime(recordedAt), by, text: disputeWords(event), note: "note" in data ? data.note : "" };
}

function disputeWords({ type, data }: DisputeEvent): string {
  switch (type) {
    case "DisputeOpened":
      return `The payer's bank asked for ${formatNaira(data.amountKobo)}`;
    case "DisputeReminded":
      return `${PROVIDER_NAME} asked for the answer again`;
    case "DisputeReserveTaken":
      return "The reserve paid the money back";
    case "DisputeResolved":
      return data.outcome === "won"
        ? "Decided for Orin"
        : `Lost: ${formatNaira(data.lostUnits)} went back to the payer`;
    case "DisputeLossReturned":
      return `Decided anew, for Orin: ${formatNaira(data.units)} came back`;
    case "DisputeContested":
      return `Contested at ${PROVIDER_NAME}`;
    case "DisputeAcceptProposed":
      return "Proposed to accept it";
    case "DisputeAccepted":
      return "Accepted";
  }
}
