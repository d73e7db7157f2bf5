import { expect, it } from "vitest";
import { contractSteps } from "./check_migrations.ts";

it.each([
  ["drop table moods;", "takes away"],
  ["alter table tracks drop column mood;", "takes away"],
  ["ALTER TABLE tracks\n  DROP CONSTRAINT tracks_mood_check;", "takes away"],
  ["alter table tracks rename column mood to feeling;", "takes a name away"],
  ["alter table moods rename to feelings;", "takes a name away"],
  ["alter table tracks alter column mood type smallint;", "changes a type"],
  ["alter table tracks alter mood set data type smallint;", "changes a type"],
  ["alter table tracks alter mood set not null;", "refuses rows"],
  ["alter table tracks add column mood text not null;", "refuses rows"],
  ["alter table tracks add mood text check (mood <> '') not null, add tempo int default 1;", "refuses rows"],
  ["alter table tracks add constraint mood_known check (mood <> '');", "may refuse rows"],
  ["create unique index tracks_by_mood on tracks (mood);", "may refuse rows"],
  ["do $$ begin drop table moods; end $$;", "takes away"],
  ["-- It's old; nobody's.\ndrop table moods;", "takes away"],
])("a migration's step that older code cannot live with is refused: %s", (sql, why) => {
  expect(contractSteps(sql, "0.2.0")).toEqual([expect.stringContaining(why)]);
});

it.each([
  "create table moods (track_id uuid primary key, mood text not null);",
  "create table moods (mood text); create unique index moods_once on moods (mood); alter table moods add unique (mood);",
  "alter table tracks add column mood text;",
  "alter table tracks add column mood text not null default 'none', add tempo int;",
  "alter table tracks alter mood drop not null;",
  "create index tracks_by_mood on tracks (mood);",
  "-- We drop nothing here; rename nothing.\nselect 'drop table moods';",
  "create function moods() returns trigger language plpgsql as $$ begin drop table moods; end $$;",
])("a migration's step beside which older code goes on is fine: %s", (sql) => {
  expect(contractSteps(sql, "0.2.0")).toEqual([]);
});

it("a contract step waits for a release after the one that no longer uses what it takes away", () => {
  const sql = "-- Replaced by feelings.\n-- contract: unused since 0.2.0\ndrop table moods;";
  expect(contractSteps(sql, "0.2.0")).toEqual([expect.stringContaining("waits for a release after 0.2.0")]);
  expect(contractSteps(sql, "0.1.9")).toHaveLength(1);
  expect(contractSteps(sql, "0.10.0")).toEqual([]);
  expect(contractSteps(`${sql}\ndrop table others;`, "0.10.0")).toHaveLength(1);
});
