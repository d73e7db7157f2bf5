import type { Sql } from "../../store/sql.ts";
import type { CodeKind, CodeSeries } from "./series.ts";

interface Subject {
  readonly kind: CodeKind;
  /** A song or a release. */
  readonly subjectId: string;
}

/** The code that Orin gave a song or release; undefined where it gave none. */
export async function ownCodeOf(sql: Sql, { kind, subjectId }: Subject): Promise<string | undefined> {
  const [row] = await sql<{ code: string }[]>`
    select code from own_codes where kind = ${kind} and subject_id = ${subjectId}`;
  return row?.code;
}

/**
 * Gives a song or release the next code of a series, or the one that it was given before. One statement takes the number,
 * and the keys of the table refuse it to a second process, which takes the next. Undefined where the series has no number
 * left. `isTaken`: an artist has typed the code.
 */
export async function giveCode(
  sql: Sql,
  { series, subjectId, isTaken }: {
    readonly series: CodeSeries;
    readonly subjectId: string;
    isTaken(code: string): Promise<boolean>;
  },
): Promise<string | undefined> {
  const { kind } = series;
  for (let least = 1;;) {
    const given = await ownCodeOf(sql, { kind, subjectId });
    if (given !== undefined) return given;
    const [last] = await sql<{ number: number | undefined }[]>`
      select max(number) as number from own_codes where series = ${series.name}`;
    const number = Math.max(least, (last?.number ?? 0) + 1);
    if (number > series.most) return undefined;
    const code = series.codeOf(number);
    if (await isTaken(code)) {
      least = number + 1;
      continue;
    }
    await sql`
      insert into own_codes (code, kind, subject_id, series, number)
      values (${code}, ${kind}, ${subjectId}, ${series.name}, ${number}) on conflict do nothing`;
  }
}
