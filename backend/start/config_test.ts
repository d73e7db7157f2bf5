import { describe, expect, it } from "vitest";
import { readConfig } from "../config.ts";

const PRODUCTION = {
  ORIN_ENV: "production",
  ORIN_SECRET: "a secret of thirty-two characters",
  DATABASE_URL: "postgres://orin:orin@localhost/orin",
  PUBLIC_URL: "https://orin.ng",
  SMTP_URL: "smtp://localhost:25?requireTLS=true",
  ORIN_FILES: "disk",
  SUPPORT_EMAIL: "help@orin.ng",
  PAYSTACK_SECRET_KEY: "sk_live_key",
};
const S3 = { S3_ENDPOINT: "https://s3", S3_BUCKET: "orin", S3_ACCESS_KEY: "orin", S3_SECRET_KEY: "orin-secret" };
const FOREIGN = { PAYSTACK_BASE_URL: "http://localhost:9" };

const FOUNDER = { ADMIN_EMAIL: "admin@orin.example", ADMIN_PASSWORD: "long enough" };

describe("readConfig()", () => {
  it("needs nothing in development, and all real parts in production", () => {
    expect(readConfig({ PORT: "" })).toMatchObject({
      port: 8000,
      demo: true,
      drainMs: 0,
      publicUrl: "http://localhost:8000",
    });
    expect(readConfig(PRODUCTION)).toMatchObject({ env: "production", demo: false, drainMs: 5_000 });
    const needed = ["ORIN_SECRET", "DATABASE_URL", "SMTP_URL", "PAYSTACK_SECRET_KEY", "PUBLIC_URL", "SUPPORT_EMAIL"];
    for (const name of needed) {
      expect(() => readConfig({ ...PRODUCTION, [name]: undefined })).toThrow(`${name} is missing`);
    }
  });

  it("starts without the tax that is a rule now, or with its first value, and says where another one goes", () => {
    for (const value of [undefined, "", "5", "5.0"]) expect(readConfig({ ROYALTY_TAX_PERCENT: value }).port).toBe(8000);
    for (const value of ["0", "7.5", "ten"]) {
      expect(() => readConfig({ ROYALTY_TAX_PERCENT: value })).toThrow(/^ROYALTY_TAX_PERCENT is not usable/);
    }
    expect(() => readConfig({ ROYALTY_TAX_PERCENT: "7.5" })).toThrow("change the rule under Policy");
  });

  it("keeps level 1 closed without texts, unless the operator says otherwise", () => {
    expect(readConfig(PRODUCTION)).toMatchObject({ levelWithoutPhone: false, texts: undefined });
    expect(readConfig({ ...PRODUCTION, LEVEL_WITHOUT_PHONE: "on" }).levelWithoutPhone).toBe(true);
    expect(() => readConfig({ LEVEL_WITHOUT_PHONE: "yes" })).toThrow(/^LEVEL_WITHOUT_PHONE is not usable/);
  });

  it("takes one secret as it is, and several with commas between", () => {
    const [one, other] = ["a secret, and its comma, of 32 characters", "another secret of thirty-two characters"];
    expect(readConfig({ ORIN_SECRET: one }).secrets).toEqual([one]);
    const ring = { ...PRODUCTION, ORIN_SECRET: undefined, ORIN_SECRETS: `${other}, ${PRODUCTION.ORIN_SECRET}` };
    expect(readConfig(ring).secrets).toEqual([other, PRODUCTION.ORIN_SECRET]);
  });

  it.each([
    [{ ...PRODUCTION, ORIN_DEMO: "on" }, "ORIN_DEMO"],
    [{ ...PRODUCTION, ...FOREIGN }, "PAYSTACK_BASE_URL"],
    [
      { ...PRODUCTION, SPOTIFY_CLIENT_ID: "a", SPOTIFY_CLIENT_SECRET: "b", SPOTIFY_BASE_URL: "http://localhost:9" },
      "SPOTIFY_BASE_URL",
    ],
    [{ ...PRODUCTION, PAYSTACK_SECRET_KEY: "sk_test_key" }, "PAYSTACK_SECRET_KEY is a test key"],
    [{ ...PRODUCTION, ORIN_SECRET: "a".repeat(38) }, "ORIN_SECRET is weak"],
    [{ ...PRODUCTION, PUBLIC_URL: "http://orin.ng" }, "PUBLIC_URL is not https"],
    [{ ...PRODUCTION, SMTP_URL: "smtp://localhost:25" }, "SMTP_URL sends without TLS"],
    [{ ...PRODUCTION, SMTP_URL: "smtp://localhost:25?requireTLS=trueish" }, "SMTP_URL sends without TLS"],
    [{ ...PRODUCTION, ORIN_FILES: undefined }, "S3_ENDPOINT is missing"],
    [{ ...PRODUCTION, SUPPORT_EMAIL: "support@orin.example" }, "SUPPORT_EMAIL is missing"],
    [{ ORIN_FILES: "s3" }, "S3_ENDPOINT"],
    [{ ORIN_FILES: "disk", ...S3 }, "ORIN_FILES"],
    [{ PAYSTACK_SECRET_KEY: "sk_live_key", ...FOREIGN }, "PAYSTACK_BASE_URL"],
    [{ TRUSTED_PROXIES: "10.0.0.7, caddy" }, "TRUSTED_PROXIES is not usable: caddy"],
    [{ TRUSTED_PROXIES: "10.0.0.0/33" }, "TRUSTED_PROXIES"],
    [{ DATABASE_URL: "postgres://orin:${POSTGRES_PASSWORD}@localhost/orin" }, "the value itself"],
    [{ PORT: "eighty" }, "PORT"],
    [{ DRAIN_MS: "-1" }, "DRAIN_MS"],
    [{ ORIN_ENV: "staging" }, "ORIN_ENV"],
    [{ ORIN_SECRET: "short" }, "ORIN_SECRET"],
    [{ ORIN_SECRETS: "a secret of thirty-two characters,short" }, "ORIN_SECRETS"],
    [{ ORIN_SECRETS: "a secret of thirty-two characters, a secret of thirty-two characters" }, "ORIN_SECRETS"],
    [{ ...PRODUCTION, ORIN_SECRETS: "another secret of thirty-two characters" }, "ORIN_SECRETS"],
    [{ DATABASE_URL: "mysql://localhost/orin" }, "DATABASE_URL"],
    [{ S3_BUCKET: "orin" }, "S3_ENDPOINT"],
    [{ ADMIN_EMAIL: "admin@orin.example" }, "ADMIN_PASSWORD"],
    [{ ADMIN_EMAIL: "admin", ADMIN_PASSWORD: "long enough" }, "ADMIN_EMAIL"],
    [{ ADMIN_EMAIL: "admin@orin.example", ADMIN_PASSWORD: "short" }, "ADMIN_PASSWORD"],
    [{ ADMIN2_EMAIL: "b@orin.example", ADMIN2_PASSWORD: "long enough" }, "ADMIN_EMAIL"],
    [{ ...FOUNDER, ADMIN2_EMAIL: "Admin@orin.example", ADMIN2_PASSWORD: "long enough" }, "two people"],
  ])("refuses %j and names %s", (environment, name) => {
    expect(() => readConfig(environment)).toThrow(name);
  });

  it("takes the names of the founding owners", () => {
    const second = { ADMIN2_EMAIL: "b@orin.example", ADMIN2_PASSWORD: "long enough", ADMIN2_NAME: " Bola Adé " };
    expect(readConfig({ ...FOUNDER, ...second }).founders.map(({ name }) => name)).toEqual([undefined, "Bola Adé"]);
    expect(() => readConfig({ ...FOUNDER, ADMIN_NAME: "\u202enimda" })).toThrow("ADMIN_NAME");
  });
});
