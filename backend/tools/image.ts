import { dirname, join, relative, resolve } from "node:path";
import { existsSync } from "node:fs";

const ROOT = resolve(import.meta.dirname ?? "", "../..");
const MOST_MB = 450;
/** What Docker's slim images leave out of Debian. */
const SLIM = [
  // Without Perl: the root is merged from the beginning.
  "--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr",
  "--include=usr-is-merged",
  `--aptopt=APT::Install-Recommends "false"`,
  ...["doc", "man", "info", "locale", "lintian"].map((part) => `--dpkgopt=path-exclude=/usr/share/${part}/*`),
];

/** Those of this machine, while a command runs: it may reach the network through a proxy of its own. */
const CERTIFICATES = "tmp/certificates.crt";

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** A stage of the Dockerfile while its instructions run. */
interface Stage {
  readonly root: string;
  readonly env: Record<string, string>;
  workdir: string;
  user: string;
}

/**
 * `deno task image`: runs the Dockerfile's own instructions in empty Debian roots, as root and without Docker, and says
 * how large the result is. Ends with 1 where it is over the limit. `--keep` leaves the root of the last stage.
 */
if (import.meta.main) {
  if (Deno.uid() !== 0) throw new Error("Only root can enter a new root: run it with sudo");
  const folder = Deno.makeTempDirSync({ prefix: "orin-image-" });
  const [last, stages] = buildStages(folder, instructionsIn(Deno.readTextFileSync(join(ROOT, "Dockerfile"))));
  const mb = Number(run("du", ["-sm", "--one-file-system", last.root]).split("\t")[0]);
  for (const part of ["usr/bin/deno", "orin/node_modules", "orin", "."]) {
    const size = run("du", ["-sm", join(last.root, part)]).split("\t")[0];
    console.log(`${size?.padStart(5)} MB  /${part === "." ? "" : part}`);
  }
  console.log(`The image has ${mb} MB; at most ${MOST_MB} are allowed.`);
  const kept = Deno.args.includes("--keep") ? last.root : undefined;
  for (const { root } of stages) if (root !== kept) Deno.removeSync(root, { recursive: true });
  if (kept) console.log(`Its root: ${kept}, user ${last.user}, ${JSON.stringify(last.env)}`);
  Deno.exit(mb <= MOST_MB ? 0 : 1);
}

/** The instructions of a Dockerfile; a line that ends with a backslash continues in the next. */
function instructionsIn(text: string): Instruction[] {
  const lines = text.replaceAll(/^\s*#.*\n/gm, "").replaceAll(/\\\n\s*/g, " ").split("\n");
  return lines.flatMap((line) => {
    const [, name, rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    return name ? [{ name, rest }] : [];
  });
}

function buildStages(folder: string, instructions: readonly Instruction[]): [last: Stage, all: Stage[]] {
  const stages = new Map<string, Stage>();
  let now: Stage | undefined;
  for (const { name, rest } of instructions) {
    if (name === "FROM") {
      const [, from = "", as = ""] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? [];
      now = { root: join(folder, as), env: {}, workdir: "/", user: "root" };
      stages.set(as, now);
      console.log(`${name} ${rest}`);
      makeRoot(now.root, from);
    } else if (now) {
      console.log(`${name} ${rest}`);
      step(now, { name, rest }, stages);
    }
  }
  if (!now) throw new Error("The Dockerfile has no stage");
  return [now, [...stages.values()]];
}

/** The root that an image brings. */
function makeRoot(root: string, image: string): void {
  Deno.mkdirSync(root, { recursive: true });
  if (image.startsWith("denoland/deno:bin-")) {
    const version = image.slice("denoland/deno:bin-".length);
    if (version !== Deno.version.deno) throw new Error(`The image has Deno ${version}, this is ${Deno.version.deno}`);
    return Deno.copyFileSync(Deno.realPathSync(Deno.execPath()), join(root, "deno"));
  }
  const [, suite] = /^debian:(\w+)-slim$/.exec(image) ?? [];
  if (!suite) throw new Error(`Nobody knows the image ${image} here`);
  // It stays for the next time: making it takes minutes.
  const base = `/var/tmp/orin-image-${suite}`;
  if (!existsSync(base)) run("mmdebstrap", ["--quiet", "--variant=minbase", ...SLIM, suite, base]);
  run("cp", ["--archive", "--no-target-directory", base, root]);
}

function step(stage: Stage, { name, rest }: Instruction, stages: ReadonlyMap<string, Stage>): void {
  switch (name) {
    case "ENV":
      for (const [, key = "", value = ""] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[key] = value;
      return;
    case "WORKDIR":
      stage.workdir = rest;
      return Deno.mkdirSync(join(stage.root, rest), { recursive: true });
    case "USER":
      stage.user = rest;
      return;
    case "COPY":
      return copy(stage, rest.split(/\s+/), stages);
    case "RUN":
      return runInside(stage, rest);
  }
}

function copy(stage: Stage, words: readonly string[], stages: ReadonlyMap<string, Stage>): void {
  const from = words[0]?.startsWith("--from=") ? stages.get(words[0].slice("--from=".length)) : undefined;
  const names = from ? words.slice(1) : words;
  const to = names.at(-1) ?? "";
  const target = join(stage.root, to.startsWith("/") ? to : join(stage.workdir, to));
  for (const source of names.slice(0, -1)) {
    if (from) run("cp", ["--archive", join(from.root, source), target]);
    else copyContext(source, { target, isFolder: to.endsWith("/") || to === "." });
  }
}

/** Copies what is committed and what `.dockerignore` lets through. */
function copyContext(source: string, { target, isFolder }: { target: string; isFolder: boolean }): void {
  const ignored = Deno.readTextFileSync(join(ROOT, ".dockerignore")).split("\n")
    .filter((line) => line !== "" && !line.startsWith("#")).map(patternOf);
  for (const path of run("git", ["-C", ROOT, "ls-files", "-z", source]).split("\0").filter(Boolean)) {
    if (ignored.some((pattern) => pattern.test(path)) || !existsSync(join(ROOT, path))) continue;
    const name = path === source ? path.split("/").at(-1) ?? "" : relative(source, path);
    const file = isFolder || path !== source ? join(target, name) : target;
    Deno.mkdirSync(dirname(file), { recursive: true });
    Deno.copyFileSync(join(ROOT, path), file);
  }
}

/** A pattern of `.dockerignore`: a folder takes all that is in it. */
function patternOf(pattern: string): RegExp {
  const text = pattern.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&").replace(/^\*\*\//, "(?:.*/)?")
    .replaceAll(/(?<!\))\*/g, "[^/]*");
  return new RegExp(`^${text}(/|$)`);
}

/** Runs a command in the stage's root, with the network and the certificates of this machine. */
function runInside({ root, env, workdir, user }: Stage, command: string): void {
  Deno.copyFileSync("/etc/resolv.conf", join(root, "etc/resolv.conf"));
  const trusted = join(root, CERTIFICATES);
  Deno.copyFileSync("/etc/ssl/certs/ca-certificates.crt", trusted);
  const script = `mount --bind /proc '${root}/proc' && mount --bind /dev '${root}/dev' &&
    exec chroot --userspec=${user} '${root}' /usr/bin/env -i PATH="$PATH" HOME=/root DENO_CERT=/${CERTIFICATES} ${
    Object.entries(env).map(([key, value]) => `${key}=${value}`).join(" ")
  } sh -c "$0"`;
  // The mounts are in a namespace of their own, so they end with the command.
  run("unshare", ["--mount", "sh", "-c", script, `cd ${workdir} && ${command}`], { isShown: true });
  Deno.removeSync(trusted);
}

function run(program: string, args: readonly string[], { isShown = false } = {}): string {
  const stdout = isShown ? "inherit" : "piped";
  const child = new Deno.Command(program, { args: [...args], stdout, stderr: "inherit" }).outputSync();
  if (!child.success) throw new Error(`${program} ended with ${child.code}`);
  return isShown ? "" : new TextDecoder().decode(child.stdout);
}
