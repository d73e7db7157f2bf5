import { SMTPServer } from "smtp-server";
import { expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { permissionsOf } from "./serve.ts";

const PRODUCTION = {
  ...{ ORIN_ENV: "production", ORIN_SECRET: "a secret of thirty-two characters", ORIN_DATA_DIR: "/data" },
  ...{ DATABASE_URL: "postgres://orin:orin@db/orin", SMTP_URL: "smtp://mail?requireTLS=true" },
  ...{ PUBLIC_URL: "https://orin.ng", SUPPORT_EMAIL: "help@orin.ng", PAYSTACK_SECRET_KEY: "sk_live_key" },
};
const S3 = { S3_ENDPOINT: "http://s3:9000", S3_BUCKET: "orin", S3_ACCESS_KEY: "orin", S3_SECRET_KEY: "orin-secret" };
const where = { root: "/app", deno: "/usr/bin/deno" };

it("lets production reach the hosts that are configured and write its data, and nothing else", () => {
  const permissions = permissionsOf(readConfig({ ...PRODUCTION, ...S3, PORT: "80" }), where);
  expect(permissions).not.toContain("-A");
  expect(permissions).toContain("--no-prompt");
  expect(permissions).toContain("--allow-net=0.0.0.0:80,db:5432,mail:587,s3:9000,api.paystack.co:443");
  expect(permissions).toContain("--allow-write=/data");
  expect(permissions).toContain("--allow-run=/usr/bin/deno,deno,unshare");
});

it("adds the hosts of parts that are switched on", () => {
  const texts = { TERMII_API_KEY: "a key", TERMII_SENDER: "Orin" };
  const more = {
    ORIN_FILES: "disk",
    SMTP_URL: "smtps://mail",
    GOOGLE_CLIENT_ID: "an id",
    ALERT_WEBHOOK_URL: "https://hooks.orin.ng/alerts",
    DATABASE_NODES: "db2:5432,db3:5433",
  };
  const config = readConfig({ ...PRODUCTION, ...texts, ...more });
  expect(permissionsOf(config, where)).toContain(
    "--allow-net=0.0.0.0:8000,db:5432,db2:5432,db3:5433,mail:465,api.paystack.co:443,v3.api.termii.com:443,hooks.orin.ng:443,www.googleapis.com:443",
  );
});

it("refuses servers of the database that have no port", () => {
  for (const nodes of ["db2", "db2:5432, db3:5432", "db2:5432,"]) {
    expect(() => readConfig({ ...PRODUCTION, DATABASE_NODES: nodes })).toThrow(/DATABASE_NODES/);
  }
});

it("reaches a mail relay by its name", async () => {
  const received: string[] = [];
  const relay = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ["STARTTLS"], logger: false },
    async onData(stream, { envelope }, done) {
      await Array.fromAsync(stream);
      received.push(...envelope.rcptTo.map(({ address }) => address));
      done();
    },
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  const address = relay.server.address();
  const url = `smtp://localhost:${typeof address === "object" ? address?.port : ""}`;
  const config = readConfig({ ...PRODUCTION, ...S3, SMTP_URL: `${url}?requireTLS=true` });
  const permissions = permissionsOf(config, where).filter((one) => /^--(no-prompt|allow-(net|env))/.test(one));
  const mail = { id: "rehearsal", to: "ada@orin.example", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
  const script = `import { createMail } from "./backend/adapters/mail/mod.ts";
    await createMail(${JSON.stringify({ kind: "smtp", url, from: "Orin <no-reply@orin.example>" })})
      .send(${JSON.stringify(mail)});`;
  const args = ["run", "--allow-read", "--cached-only", "--node-modules-dir=manual", ...permissions, "-"];
  const child = new Deno.Command(Deno.execPath(), { args, stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
  const input = child.stdin.getWriter();
  await input.write(new TextEncoder().encode(script));
  await input.close();
  const { stderr } = await child.output();
  relay.close();
  expect(new TextDecoder().decode(stderr)).toBe("");
  expect(received).toEqual(["ada@orin.example"]);
});
