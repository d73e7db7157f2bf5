import process from "node:process";
import { connect, type Sql } from "../../backend/store/sql.ts";
import type { ProofService } from "../parts/service.ts";
import { factsOf } from "../parts/processes.ts";
import type { Contender, Measured } from "../parts/measure.ts";

/** Processor time of one play, ms: this process, and those of Postgres by what they do. */
type PlayCost = Readonly<Record<string, number>>;

/** Processor seconds of Postgres' processes, from the kernel, by what they do. */
export async function cpuTimes(sql: Sql): Promise<Map<string, number>> {
  const rows = await sql<{ pid: number; name: string }[]>`
    select pid, coalesce(nullif(application_name, ''), backend_type) as name from pg_stat_activity
    where pid <> pg_backend_pid()`;
  const times = new Map<string, number>();
  for (const { pid, name } of rows) {
    times.set(name, (times.get(name) ?? 0) + (factsOf(pid)?.seconds ?? 0));
  }
  return times;
}

/** Also adds up what the rounds of contenders cost, what follows their plays included. */
export class CostKeeper {
  readonly #costs = new Map<string, { plays: number; readonly ms: Map<string, number> }>();

  constructor(readonly service: ProofService) {}

  of({ name, round }: Contender): Contender {
    return {
      name,
      round: async (ms) => {
        await this.service.deps.store.settle(60_000);
        const sql = connect(this.service.ownerUrl, { max: 1 });
        const [times, own] = [await cpuTimes(sql), process.cpuUsage()];
        const measured = await round(ms);
        await this.service.deps.store.settle(60_000);
        const { user, system } = process.cpuUsage(own);
        const used = new Map([["service", (user + system) / 1_000]]);
        for (const [part, seconds] of await cpuTimes(sql)) used.set(part, (seconds - (times.get(part) ?? 0)) * 1_000);
        await sql.end();
        this.#add(name, measured, used);
        return measured;
      },
    };
  }

  #add(name: string, { units }: Measured, used: ReadonlyMap<string, number>): void {
    const known = this.#costs.get(name) ?? { plays: 0, ms: new Map<string, number>() };
    known.plays += units;
    for (const [part, more] of used) known.ms.set(part, (known.ms.get(part) ?? 0) + more);
    this.#costs.set(name, known);
  }

  /** What one play cost, by part, the dearest first; parts below a microsecond are left out. */
  costOf(name: string): PlayCost {
    const { plays, ms } = this.#costs.get(name) ?? { plays: 0, ms: new Map<string, number>() };
    const parts = [...ms].map(([part, all]) => [part, all / plays] as const).filter(([, each]) => each >= 0.001);
    return Object.fromEntries(parts.toSorted(([, one], [, two]) => two - one));
  }
}
