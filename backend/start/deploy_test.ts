import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readConfig } from "../config.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
const EXAMPLE = readFileSync(join(ROOT, "deploy/orin.env.example"), "utf8");
/** Names in the example that compose.yaml reads, and Orin does not. */
const OF_COMPOSE = new Set(["POSTGRES_PASSWORD"]);

/** The settings of the example, those behind a comment sign, too. */
const settings = new Map(
  [...EXAMPLE.matchAll(/^#?([A-Z0-9_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
);

const FILLED_IN = {
  ...{ ORIN_SECRET: "0123456789abcdef0123456789abcdef", SMTP_URL: "smtps://mail.example" },
  ...{ ADMIN_EMAIL: "one@orin.example", ADMIN_PASSWORD: "Ilu-ayan-2026!", PAYSTACK_SECRET_KEY: "sk_live_key" },
  ...{ ADMIN2_EMAIL: "two@orin.example", ADMIN2_PASSWORD: "Ilu-ayan-2026!" },
};

it("starts production with the example's settings once the empty ones are filled in, and not before", () => {
  const given = Object.fromEntries([...settings].filter(([name]) => !EXAMPLE.includes(`#${name}=`)));
  const whole = { ...given, DATABASE_URL: "postgres://orin:word@postgres:5432/orin", ORIN_ENV: "production" };
  expect(readConfig({ ...whole, ...FILLED_IN })).toMatchObject({ files: { kind: "disk" }, metricsPort: 9090 });
  for (const name of ["ORIN_SECRET", "SMTP_URL", "PAYSTACK_SECRET_KEY"]) {
    expect(() => readConfig({ ...whole, ...FILLED_IN, [name]: "" }), name).toThrow(name);
  }
});

it("names only settings that the service reads", () => {
  const config = readFileSync(join(ROOT, "backend/config.ts"), "utf8");
  const unknown = [...settings.keys()].filter((name) => !OF_COMPOSE.has(name) && !config.includes(name));
  expect(unknown).toEqual([]);
});

it("gives compose.yaml every variable that it asks for", () => {
  const compose = readFileSync(join(ROOT, "deploy/compose.yaml"), "utf8");
  const asked = new Set([...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = ""]) => name));
  const elsewhere = new Set(["ORIN_DOMAIN", "ORIN_VERSION"]);
  expect([...asked].filter((name) => !settings.has(name) && !elsewhere.has(name))).toEqual([]);
});

it("calls the command of operators where it is, as a program", () => {
  for (const file of ["Dockerfile", "deploy/systemd/orin-backup.service"]) {
    const [, path = ""] = /\/orin\/(backend\/\S+\/orin)\b/.exec(readFileSync(join(ROOT, file), "utf8")) ?? [];
    expect(path, file).not.toBe("");
    expect(statSync(join(ROOT, path)).mode & 0o111, file).toBe(0o111);
  }
});
