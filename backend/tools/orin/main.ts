// @ts-types="@commander-js/extra-typings"
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { LEAST_ARCHIVE_DAYS } from "../../config.ts";
import { VERSION } from "../../contract/version.ts";
import { exitOnStartError } from "../../start/start_error.ts";

/** Not 1, which says that the command ran and found something wrong, or could not do its work. */
const WRONG_USE = 2;

/** `deno task orin <command>`: what operators call. Each command loads its own code, so that `--help` is quick. */
const orin = new Command("orin")
  .description("What operators of Orin call: on the database that the environment names, while the service runs or not")
  .version(VERSION)
  .helpCommand(false)
  .exitOverride()
  // The end of this file says what is wrong, in one line.
  .configureOutput({ outputError: () => {} })
  .addHelpText("after", "\norin <command> --help lists the options of a command.");

orin.command("verify")
  .description("Prove that the data is unchanged: chain, positions, books, projections; exit code 1 where it is not")
  .option("--full", "everything, not only what is newer than the last good verification")
  .option("--heads <file>", "also compare with heads that `orin heads` printed and that you kept elsewhere")
  .action(async (options) => (await import("./verify.ts")).proveAll(options));

orin.command("heads")
  .description("Print the newest hash of each log as JSON, to keep where the owner of the database cannot write")
  .action(async () => (await import("./heads.ts")).printHeads());

orin.command("rebuild")
  .description("Build projections beside the live ones, compare them and swap them; an interrupted build resumes")
  .argument(
    "[projections...]",
    "their names, as `orin projections` lists them; with --older none means all that newer code made",
  )
  .option("--fresh", "begin anew, also where an interrupted build could resume")
  .option("--older", "also replace projections that newer code has made, all of them in one transaction")
  .action(async (names, options, command) => {
    if (names.length === 0 && !options.older) command.error("error: missing required argument 'projections'");
    await (await import("./rebuild.ts")).rebuildNamed(names, options);
  });

orin.command("projections")
  .description("List every projection with its version, position and lag (in positions)")
  .action(async () => (await import("./projections.ts")).listProjections());

orin.command("events")
  .description("Show the events of a stream or a log, one a line, as JSON; personal fields stay sealed")
  .argument("<subject>", "a stream such as user/<id>, or a log such as social")
  .option("--from <number>", "the first position of a log, or version of a stream, to show", whole(1), 1)
  .option("--type <type>", "only events of this type")
  .option("--follow", "wait for more at the end")
  .option("--personal", "open personal fields, and record in the log that they were opened")
  .action(async (subject, options) => (await import("./events.ts")).showEvents(subject, options));

orin.command("shards")
  .description("List the shards, from when on people come to them, and how many events each has")
  .option("--add <number>", "add so many shards for people who join from a midnight in Lagos on", whole(1))
  .option("--from <day>", "with --add: from the midnight of this Lagos day on, such as 2026-06-01 (default: the next)")
  .option("--separate", "give plays and money tables of their own, in the place of the common ones")
  .action(async (options) => (await import("./shards.ts")).listShards(options));

orin.command("archive")
  .description("List the ranges of events, where each is, and what it takes (in MB)")
  .option("--now", "move the ranges that are due out of the database, to the files store")
  .option(
    "--days <days>",
    "how many days old the newest event of a range is before it leaves (default: ARCHIVE_DAYS)",
    atLeast(LEAST_ARCHIVE_DAYS),
  )
  .action(async (options) => (await import("./archive.ts")).listArchive(options));

orin.command("backup")
  .description("Back the database up while it works: a base, and the write-ahead log that belongs to it")
  .option("--follow", "continue: save the log all the time, make a base each day, delete what is too old")
  .option("--every <seconds>", "with --follow: how many seconds after a save the next one begins", atLeast(1), 60)
  .action(async (options) => (await import("./backup.ts")).backUp(options));

orin.command("restore")
  .description("Write a data directory for Postgres from the backups; without --to, list them")
  .option("--to <folder>", "the data directory, an empty folder or none yet")
  .option("--at <moment>", "the last moment that comes back, such as 2026-05-04T12:00:00Z (default: all)", moment)
  .option("--installation <name>", "whose backups, where the store has those of several installations")
  .option("--owner <uid:gid>", "who owns the files, as numbers", owner)
  .action(async (options) => (await import("./restore.ts")).restoreBackup(options));

orin.command("rewrap")
  .description("Wrap every person's key with the newest secret of ORIN_SECRETS, so that the older ones may go")
  .action(async () => (await import("./rewrap.ts")).rewrapKeys());

orin.command("rules")
  .description("List the rules of trust, or try one on the past; exit code 1 where the rule broke")
  .option("--try <rule>", "what this rule would have voided from --from to --to")
  .option("--from <day>", "with --try: the first Lagos day, such as 2026-06-01")
  .option("--to <day>", "with --try: the last Lagos day")
  .option("--threshold <number>", "with --try: another threshold than now")
  .option("--points <number>", "with --try: other points of the score than now")
  .action(async (options) => (await import("./rules.ts")).listOrTryRules(options));

orin.command("mails")
  .description("List how many mails and texts wait and have failed, and why the relay is away")
  .option("--again", "send again what failed in the last two days and still makes sense, and ask the relay now")
  .action(async (options) => (await import("./mails.ts")).listMails(options));

orin.command("drill")
  .description("Check that a folder holds what Orin needs after the loss of its machine; exit code 1 where it does not")
  .argument("<folder>", "where you keep orin.env, heads.json and, as a copy, backups/")
  .option("--hours <hours>", "how old the heads and the backed-up log may be, in hours", atLeast(1), 24)
  .option("--installation <name>", "whose backups, where the store has those of several installations")
  .action(async (folder, options) => (await import("./drill.ts")).drill(folder, options));

if (import.meta.main) {
  const wrong = await runCommandLine(Deno.args).catch(exitOnStartError);
  if (wrong !== undefined) {
    console.error(wrong);
    Deno.exit(WRONG_USE);
  }
}

/** Runs a command; answers what is wrong with the command line, where that kept it from running. */
export async function runCommandLine(args: readonly string[]): Promise<string | undefined> {
  try {
    await orin.parseAsync(args, { from: "user" });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? undefined : wrongUse(error, args);
  }
}

/** What is wrong, in one line, and which help says what is right. */
function wrongUse({ code, message }: CommanderError, args: readonly string[]): string {
  const named = orin.commands.find((command) => command.name() === args[0]);
  const what = code === "commander.help" ? "a command is missing" : message.replace(/^error: /, "").replace("\n", " ");
  return `orin: ${what.replace(/\.$/, "")}. See: orin ${named ? `${named.name()} ` : ""}--help`;
}

function atLeast(least: number): (text: string) => number {
  return (text) => {
    const value = text.trim() === "" ? NaN : Number(text);
    if (value >= least && Number.isFinite(value)) return value;
    throw new InvalidArgumentError(`It takes a number from ${least} on.`);
  };
}

function whole(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && Number.isSafeInteger(value)) return value;
    throw new InvalidArgumentError(`It takes a whole number from ${least} on.`);
  };
}

function moment(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError("It takes a moment such as 2026-05-04T12:00:00Z.");
  return at;
}

function owner(text: string): { uid: number; gid: number } {
  const [, uid, gid] = /^(\d+):(\d+)$/.exec(text) ?? [];
  if (uid === undefined || gid === undefined) throw new InvalidArgumentError("It takes two numbers such as 26:26.");
  return { uid: Number(uid), gid: Number(gid) };
}
