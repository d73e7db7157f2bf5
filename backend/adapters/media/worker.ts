import { setPriority } from "node:os";
import type { Job, Reply } from "./protocol.ts";
import { errorText, MachineFailed } from "./thrown.ts";
import { MediaRefusal } from "./types.ts";

/** The decoding process: reads jobs from stdin until it is closed, answers each on stdout. See sandbox.ts. */
await work();

async function work(): Promise<void> {
  // Preparing music must not slow down listening.
  setPriority(5);
  answer({ status: "ready" });
  for await (const job of jobs()) answer(await perform(job));
}

async function perform(job: Job): Promise<Reply> {
  try {
    return { status: "done", facts: await factsOf(job) };
  } catch (error) {
    const refusal = error instanceof MediaRefusal ? error : ofContent(job, error);
    if (!refusal) return { status: "failed", message: errorText(error) };
    const { code, found, detail } = refusal;
    return { status: "refused", code, ...(found ? { found } : {}), ...(detail ? { detail } : {}) };
  }
}

/** What reading an upload throws is its content's doing, unless it is the machine's: the next try would end the same. */
function ofContent({ kind }: Job, error: unknown): MediaRefusal | undefined {
  if ((kind !== "inspect" && kind !== "cover") || isOfMachine(error)) return undefined;
  return new MediaRefusal(kind === "cover" ? "image_damaged" : "unreadable", { detail: errorText(error) });
}

/** Deno's own errors are of files and permissions; `MachineFailed` is of what could not be loaded. */
function isOfMachine(error: unknown): boolean {
  return error instanceof MachineFailed || Object.values(Deno.errors).some((kind) => error instanceof kind);
}

/** Each library is loaded by the first job that needs it: they are large. */
async function factsOf(job: Job): Promise<unknown> {
  switch (job.kind) {
    case "inspect":
      return (await import("./audio_inspect.ts")).inspectAudio(job.input);
    case "print":
      return (await import("./audio_print.ts")).printAudio(job.input);
    case "rendition":
      return (await import("./audio_rendition.ts")).makeRendition(job.input, job.output, job.spec);
    case "cover":
      return await (await import("./cover_pictures.ts")).makeCover(job.input, job.outputPrefix);
    case "card":
      return await (await import("./card_picture.ts")).drawCard(job);
  }
}

async function* jobs(): AsyncGenerator<Job> {
  let rest = "";
  for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) yield JSON.parse(line);
  }
}

function answer(reply: Reply): void {
  try {
    Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(reply) + "\n"));
  } catch (error) {
    // The service was killed: nothing waits for the answer.
    if (error instanceof Deno.errors.BrokenPipe) Deno.exit();
    throw error;
  }
}
