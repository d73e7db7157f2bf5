import { expect, it } from "vitest";
import { ADVISORY_LOCKS } from "../store/advisory_locks.ts";
import { connect } from "../store/sql.ts";
import { createTestDatabase } from "../testing/database.ts";
import { TEST_KEYS } from "../testing/store.ts";
import { eventually } from "../testing/wait.ts";
import { migrate } from "./migrate.ts";

it("processes that start together on an empty database all start: none waits for one that waits for it", async () => {
  await using database = await createTestDatabase();
  const owner = connect(database.url, { max: 1 });
  await owner`select pg_advisory_lock(${ADVISORY_LOCKS.migrate})`;
  const start = () => migrate({ ownerUrl: database.url, projections: [], keys: TEST_KEYS, log: () => {} });
  const starts = Promise.all([start(), start(), start()]);
  await eventually("all of them to have asked for the lock", async () => {
    const rows = await owner`
      select from pg_stat_activity
      where datname = current_database() and application_name = 'orin migrate' and query like '%advisory%'`;
    return rows.length;
  }).toBe(3);
  await owner`select pg_advisory_unlock_all()`;
  const urls = (await starts).map(({ serviceUrl }) => serviceUrl);
  expect(new Set(urls).size).toBe(1);
  await owner.end();
});
