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
  const more = { ORIN_FILES: "disk", SMTP_URL: "smtps://mail", GOOGLE_CLIENT_ID: "an id", TERMII_API_KEY: "a key" };
  const config = readConfig({ ...PRODUCTION, ...more, TERMII_SENDER: "Orin" });
  expect(permissionsOf(config, where)).toContain(
    "--allow-net=0.0.0.0:8000,db:5432,mail:465,api.paystack.co:443,v3.api.termii.com:443,www.googleapis.com:443",
  );
});
