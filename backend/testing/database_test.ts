import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { createTestDatabase } from "./database.ts";

describe("createTestDatabase()", () => {
  it("gives every caller an empty database of its own", async () => {
    await using one = await createTestDatabase();
    await using other = await createTestDatabase();
    const [sqlOne, sqlOther] = [postgres(one.url), postgres(other.url)];
    await sqlOne`create table note (text text)`;
    await sqlOne`insert into note values ('Ẹ káàbọ̀')`;
    expect(await sqlOne`select text from note`).toEqual([{ text: "Ẹ káàbọ̀" }]);
    await expect(sqlOther`select text from note`).rejects.toThrow(/does not exist/);
    await Promise.all([sqlOne.end(), sqlOther.end()]);
  });

  it("removes the database again, whoever is still connected", async () => {
    const database = await createTestDatabase();
    const sql = postgres(database.url);
    await sql`select 1`;
    await database.drop();
    await expect(postgres(database.url, { max: 1 })`select 1`).rejects.toThrow(/does not exist/);
    await sql.end();
  });
});
