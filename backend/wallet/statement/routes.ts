import * as calls from "../../contract/calls/wallet.ts";
import { Routes } from "../../http/routes.ts";
import { tokensOf } from "../../contract/money.ts";
import { lagosDay, lagosDayStart } from "../../contract/policy.ts";
import { type BalanceAt, movementLabel, type Statement } from "../../contract/statement.ts";
import type { Deps } from "../../deps.ts";
import {
  balancesBefore,
  type Holdings,
  type Movement,
  movementsBetween,
} from "../../../projections/wallet/wallet_history.ts";

const DAY_MS = 24 * 3_600_000;

/** A month's movements, and what someone had at a moment: both from the ledger's entries alone. */
export function statementRoutes(deps: Deps) {
  const { sql } = deps.store;

  return new Routes(deps)
    .serve(calls.getStatement, async (c) => {
      const { userId } = c.var.session;
      const { month = lagosDay(deps.now()).slice(0, 7) } = c.req.valid("query");
      const [first, past] = [`${month}-01`, `${monthAfter(month)}-01`];
      const [from, to] = [lagosDayStart(first), lagosDayStart(past)];
      const shard = deps.shardOf(userId);
      const [opening, movements] = await Promise.all([
        balancesBefore(sql, shard, { userId, before: from }),
        movementsBetween(sql, shard, { userId, from: first, before: past }),
      ]);
      return c.json(statementOf({ month, from, to, opening, movements }), 200);
    })
    .serve(calls.getBalance, async (c) => {
      const { userId } = c.var.session;
      const at = momentOf(c.req.valid("query").at, deps.now());
      const balances = await balancesBefore(sql, deps.shardOf(userId), { userId, before: at });
      return c.json({ at: new Date(at).toISOString(), ...inTokens(balances) } satisfies BalanceAt, 200);
    });
}

interface Month {
  readonly month: string;
  readonly from: number;
  readonly to: number;
  readonly opening: Holdings;
  readonly movements: readonly Movement[];
}

/** Adds in units and shows tokens, so that nothing is lost by rounding. */
function statementOf({ month, from, to, opening, movements }: Month): Statement {
  const closing = movements.reduce(plus, opening);
  const byKind = [...Map.groupBy(movements, (movement) => movement.kind)];
  return {
    month,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    opening: inTokens(opening),
    closing: inTokens(closing),
    totals: byKind.map(([kind, list]) => ({
      kind,
      label: movementLabel(kind),
      count: list.reduce((count, movement) => count + movement.count, 0),
      ...inTokens(list.reduce(plus, NOTHING)),
    })),
    lines: movements.map(({ day, kind, count, ...amounts }) => ({
      ...{ day, kind, label: movementLabel(kind), count },
      ...inTokens(amounts),
    })),
  };
}

const NOTHING: Holdings = { available: 0, settling: 0, pending: 0 };

function plus(one: Holdings, two: Holdings): Holdings {
  return {
    available: one.available + two.available,
    settling: one.settling + two.settling,
    pending: one.pending + two.pending,
  };
}

function inTokens({ available, settling, pending }: Holdings): Holdings {
  return { available: tokensOf(available), settling: tokensOf(settling), pending: tokensOf(pending) };
}

function monthAfter(month: string): string {
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString().slice(0, 7);
}

/** Everything up to and with the moment, or the day. What is to come is not known: then it is now. */
function momentOf(said: string | undefined, now: number): number {
  if (said === undefined) return now + 1;
  const asked = said.includes("T") ? Date.parse(said) + 1 : lagosDayStart(said) + DAY_MS;
  return Math.min(asked, now + 1);
}
