// What verify_bundle.mjs checks of the proof of a payout: that the account's transfers are whole, that first in, first
// out pays the withdrawal with just these lots, and that plays and gifts stand behind them. Amounts in units, which are
// kobo.

const REWARDS = new Set(["reward", "reward_settled", "reward_given_back"]);
const GIFTS = new Set(["gift", "gift_settled"]);

/**
 * What a proof of a payout needs of the events, part after part.
 *
 * @param {any} payout
 */
export function payoutJudge(payout) {
  const transfers = new Map();
  const requests = [];
  const plays = new Map();
  const gifts = new Map();
  return {
    note(events) {
      for (const { log, position, type, data } of events) {
        if (type === "TransferPosted" && log === payout.log) transfers.set(position, data);
        if (type === "WithdrawalRequested" && data.withdrawalId === payout.withdrawalId) requests.push(data);
        if (type === "PlayReported") plays.set(data.playId, data);
        if (type === "GiftSent") gifts.set(data.giftId, data);
      }
    },
    end({ problems, proved }) {
      const found = [];
      const { withdrawalId, userId, units } = payout;
      const [request] = requests;
      if (requests.length !== 1) found.push(`the request of the withdrawal ${withdrawalId} is missing`);
      else if (request.userId !== userId || request.units !== units) {
        found.push("the request says another sum or person");
      }
      const entries = entriesOf(transfers, payout.account);
      judgeBalances(entries, found);
      judgeLots(payout, lotsOf(entries, withdrawalId), found);
      for (const lot of payout.lots) judgeLot(lot, { payout, transfers, plays, gifts }, found);
      problems.push(...found.map((text) => `payout: ${text}`));
      proved.push(...wordsOf(payout, entries));
    },
  };
}

/** What each transfer moves in the account, oldest first. */
function entriesOf(transfers, account) {
  return [...transfers].sort(([one], [two]) => one - two).flatMap(([, { transferId, code, detail = {}, entries }]) => {
    const own = entries.filter((entry) => entry.account === account);
    if (own.length === 0) return [];
    const amount = own.reduce((sum, entry) => sum + entry.amount, 0);
    return [{ transferId, code, detail, amount, balance: own.at(-1).balance }];
  });
}

/** Each transfer says the balance after it: none can be left out, added or moved without a break. */
function judgeBalances(entries, found) {
  let balance = 0;
  for (const entry of entries) {
    balance += entry.amount;
    if (entry.balance !== balance) {
      return void found.push(`before the transfer ${entry.transferId} one of the account's transfers is missing`);
    }
  }
}

/**
 * The parts of lots that first in, first out gives to a withdrawal. What comes back takes its old places; a gift that
 * goes back takes its own units first.
 */
function lotsOf(entries, withdrawalId) {
  let free = [];
  const holds = new Map();
  let lots = 0;
  const add = (lot, units) => free.push({ ...lot, place: lots++, from: 0, to: units });
  const take = (units, isAsked = () => true) => {
    const taken = [];
    let open = units;
    free = free.flatMap((piece) => {
      if (open === 0 || !isAsked(piece)) return [piece];
      const end = Math.min(piece.to, piece.from + open);
      open -= end - piece.from;
      taken.push({ ...piece, to: end });
      return end < piece.to ? [{ ...piece, from: end }] : [];
    });
    return taken;
  };
  const hold = (holdId, pieces) => holds.set(holdId, [...holds.get(holdId) ?? [], ...pieces]);
  for (const { transferId, code, detail, amount } of entries) {
    const { giftId } = detail;
    const of = detail.withdrawalId ?? detail.holdId;
    const disputed = giftId !== undefined && code.startsWith("gift_dispute") ? `dispute ${giftId}` : undefined;
    const ofGift = (piece) => giftId !== undefined && piece.giftId === giftId;
    if (amount > 0) {
      const returns = code.startsWith("withdrawal_") && of !== undefined ? of : disputed;
      const back = returns === undefined ? [] : holds.get(returns) ?? [];
      holds.delete(returns);
      free = [...free, ...back].sort((one, two) => one.place - two.place || one.from - two.from);
      const units = unitsIn(back);
      if (amount > units) add({ transferId, giftId: GIFTS.has(code) ? giftId : undefined }, amount - units);
      if (amount < units) take(units - amount, ofGift);
    } else {
      const first = disputed !== undefined || code === "gift_refunded" ? take(-amount, ofGift) : [];
      const pieces = [...first, ...take(-amount - unitsIn(first))];
      if (disputed !== undefined) hold(disputed, pieces);
      else if (code === "withdrawal_held" && of !== undefined) hold(of, pieces);
      if (code === "withdrawal_held" && of === withdrawalId) return pieces;
    }
  }
  return [];
}

function judgeLots({ units, lots }, pieces, found) {
  const mine = pieces.map(({ transferId, from, to }) => `${transferId} ${from} ${to}`).sort();
  const said = lots.flatMap(({ transferId, taken }) => taken.map(([from, to]) => `${transferId} ${from} ${to}`)).sort();
  if (joined(mine) !== joined(said)) found.push("first in, first out does not pay it with these lots");
  if (unitsIn(pieces) !== units) found.push(`the lots are ${unitsIn(pieces)} kobo, and the withdrawal is ${units}`);
}

/** Pieces of a lot that touch are one. */
function joined(pieces) {
  const spans = pieces.map((text) => text.split(" ")).map(([id, from, to]) => [id, Number(from), Number(to)]);
  spans.sort(([a, x], [b, y]) => a < b ? -1 : a > b ? 1 : x - y);
  const all = [];
  for (const [id, from, to] of spans) {
    const last = all.at(-1);
    if (last && last[0] === id && last[2] === from) last[2] = to;
    else all.push([id, from, to]);
  }
  return JSON.stringify(all);
}

/** What is behind a lot: the plays that earned it, or the gift that brought it. */
function judgeLot({ transferId, taken, giftId, plays: used = [] }, { payout, transfers, plays, gifts }, found) {
  const where = `lot ${transferId}`;
  const lot = [...transfers.values()].find((one) => one.transferId === transferId);
  if (!lot) return void found.push(`${where}: its transfer is missing`);
  if (giftId !== undefined) {
    if (gifts.get(giftId)?.artistId !== payout.userId) {
      found.push(`${where}: the gift ${giftId} to this person is missing`);
    }
    return;
  }
  if (!REWARDS.has(lot.code)) return;
  const sum = used.reduce((total, [, , units]) => total + units, 0);
  if (sum !== unitsIn(taken.map(([from, to]) => ({ from, to })))) found.push(`${where}: its plays are ${sum} kobo`);
  for (const [position, playId, units] of used) {
    const reward = position === 0 ? lot : transfers.get(position);
    const [, earned] = (reward?.detail?.plays ?? []).find(([id]) => id === playId) ?? [];
    if (earned === undefined && reward?.transferId === playId) continue; // A reward from before they named their plays.
    const play = plays.get(playId);
    if (earned === undefined || units > earned) found.push(`${where}: no reward gave the play ${playId} so much`);
    if (play?.listenerId !== payout.userId || play.units < units) found.push(`${where}: the play ${playId} is missing`);
  }
}

function unitsIn(pieces) {
  return pieces.reduce((sum, { from, to }) => sum + to - from, 0);
}

function wordsOf({ withdrawalId, units, lots }, entries) {
  const plays = lots.reduce((count, lot) => count + (lot.plays?.length ?? 0), 0);
  const gifts = lots.filter(({ giftId }) => giftId !== undefined).length;
  return [
    `the ${entries.length} transfers of the account follow each other from its first to the payout's, none left out`,
    `first in, first out pays the ${units} kobo of the withdrawal ${withdrawalId} with ${lots.length} lots, and behind ` +
    `them are ${plays} plays of this person with their reports and ${gifts} gifts`,
  ];
}
