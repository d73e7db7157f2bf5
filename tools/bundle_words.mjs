// What a bundle says, in plain words: for `verify_bundle.mjs --print`.

const ZONE = "Africa/Lagos";
const moment = new Intl.DateTimeFormat("en-GB", { timeZone: ZONE, dateStyle: "medium", timeStyle: "medium" });
const sum = new Intl.NumberFormat("en-NG", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** What is at the head of a bundle: what was asked for, when and by whom, and the books where it holds them. */
export function headWords({ subject, filters = {}, madeAt, madeBy, books, payout }) {
  const asked = Object.entries(filters).map(([name, value]) => `${name} ${value}`);
  const about = books
    ? `The books of ${at(books.at)} (Lagos)`
    : payout
    ? `What pays for the ${subject.replace(":", " ")}`
    : subject
    ? `The history of ${subject}`
    : "A list of events";
  return [
    `${about}${asked.length > 0 ? `, only ${asked.join(", ")}` : ""}.`,
    `${personWords(madeBy)} took it out of Orin on ${at(madeAt)}. Sums are in naira; 1 token is 1 naira.`,
    ...books ? ["", ...booksWords(books)] : [],
    ...payout ? ["", ...payoutWords(payout)] : [],
    "",
  ];
}

/** The lots in the order in which they pay, each with its source. */
function payoutWords({ userId, units, lots }) {
  const line = (amount, text) => `  ${money(amount).padStart(16)}  ${text}`;
  return [
    `User ${userId} gets ${money(units)}, first in, first out, from:`,
    ...lots.flatMap(({ transferId, units: all, taken, giftId, plays = [] }) => [
      line(
        taken.reduce((total, [from, to]) => total + to - from, 0),
        `of ${money(all)} that came in ${giftId ? `as the gift ${giftId}` : `by the transfer ${transferId}`}`,
      ),
      ...plays.map(([, playId, earned]) => `      ${line(earned, `earned by the play ${playId}`)}`),
    ]),
  ];
}

const OWED = {
  available: "people can spend or withdraw it",
  settling: "rewards that settle",
  heldGifts: "gifts by card that settle",
  requested: "withdrawals that wait for admins",
  underway: "withdrawals under way",
  uncertain: "withdrawals that a human has to judge",
  disputed: "gifts by card that a bank disputes",
  unclaimed: "left behind by erased people",
  withheldTax: "tax withheld of royalties, to be paid to the tax authority",
};
const FIGURES = {
  provider: "should be at the payment provider",
  pool: "the pool has given as rewards",
  fees: "the provider kept as fees",
  subscriptions: "came in for Premium",
  extraPlays: "came in for extra plays",
  giftClaims: "people owe for gifts that went back",
  payoutClaims: "people owe for payouts made twice",
  royalties: "artists got as royalties of Premium",
  promotion: "artists got for listening that nobody paid for",
  capital: "the owners put in of their own",
};
/** Bundles of earlier versions lack some figures, and say neither the difference nor the result. */
const PARTS = {
  underway: "of it is on its way to banks",
  uncertain: "of it is payouts to judge",
  to_clear: "of it came in wrongly and has to be cleared",
  since: "of it moved in the books since the provider spoke",
};

function booksWords({ owed, figures, said, trial, result, difference }) {
  const line = (units, text) => `  ${money(units).padStart(20)}  ${text}`;
  const side = (name) => trial.reduce((total, one) => total + one[name], 0);
  return [
    "Orin owes:",
    ...Object.entries(OWED).map(([name, text]) => line(owed[name], text)),
    line(owed.total, "in all"),
    "",
    ...Object.entries(FIGURES).filter(([name]) => name in figures).map(([name, text]) => line(figures[name], text)),
    ...result ? [line(result.total, "is the result: revenue less rewards, royalties and fees")] : [],
    ...said
      ? [line(said.kobo, `the provider said that it holds, on ${at(said.at)}`)]
      : ["  The provider had said nothing yet."],
    ...difference
      ? [
        line(difference.amount, "is what it said less what should be there"),
        ...difference.parts.map(({ kind, amount }) => line(amount, PARTS[kind] ?? kind)),
        line(difference.rest, "of it nothing here explains"),
      ]
      : [],
    ...owed.total > 0 ? [`  For each naira owed, ${(figures.provider / owed.total).toFixed(4)} should be there.`] : [],
    "",
    `  ${"Debit".padStart(20)} ${"Credit".padStart(20)}  Account`,
    ...trial.map(({ account, debit, credit }) => `  ${sideOf(debit)} ${sideOf(credit)}  ${account}`),
    `  ${sideOf(side("debit"))} ${sideOf(side("credit"))}  total`,
  ];
}

function sideOf(units) {
  return (units === 0 ? "" : money(units)).padStart(20);
}

/** An event as a sentence and its members. */
export function eventWords({ log, position, recordedAt, type, metadata, data }) {
  if (!type) return [`${log} ${position}: its bytes cannot be read`];
  return [
    `${at(recordedAt)}  ${words(type)}, by ${personWords(metadata?.actor)}  (${log} ${position})`,
    ...type === "TransferPosted" ? transferWords(data) : membersOf(data),
  ];
}

function transferWords({ code, entries }) {
  return [
    `    why: ${code.replaceAll("_", " ")}`,
    ...entries.map(({ account, amount, balance }) =>
      `    ${money(amount).padStart(16)}  ${amount < 0 ? "out of" : "into"} ${account}, which has ${
        money(balance)
      } then`
    ),
  ];
}

function membersOf(data) {
  return Object.entries(data ?? {}).map(([name, value]) => `    ${words(nameOf(name))}: ${valueWords(name, value)}`);
}

function nameOf(name) {
  return name.replace(/(Units|Kobo)$/, "").replace(/^units$/, "amount").replace(/Ms$/, "");
}

function valueWords(name, value) {
  if (typeof value === "number" && /units$|kobo$/i.test(name)) return money(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map((one) => valueWords("", one)).join("; ");
  if (value !== null && typeof value === "object") {
    return Object.entries(value).map(([inner, one]) =>
      `${words(nameOf(inner)).toLowerCase()} ${valueWords(inner, one)}`
    )
      .join(", ");
  }
  if (typeof value === "string" && /^[\w-]{38,}$/.test(value) && !/^[0-9a-f]+$/.test(value)) return "(sealed)";
  return value === "" ? "(empty)" : String(value);
}

/** `WithdrawalApproved` as "Withdrawal approved". */
function words(name) {
  const text = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function personWords(actor = "") {
  const [kind, id] = actor.split(":");
  if (kind === "user") return `user ${id}`;
  return kind === "system" ? `Orin (${id})` : actor || "an unknown actor";
}

function money(units) {
  return sum.format(units / 100);
}

function at(iso) {
  return moment.format(new Date(iso));
}
