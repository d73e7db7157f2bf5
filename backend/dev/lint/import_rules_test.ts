import { describe, expect, it } from "vitest";
import { judgeImport } from "./import_rules.ts";

function judge(from: string, specifier: string, options: { typeOnly?: boolean; files?: Record<string, string> } = {}) {
  const { typeOnly = false, files = {} } = options;
  return judgeImport({ from, specifier, typeOnly }, (path) => files[path]);
}

describe("judgeImport() refuses", () => {
  it.each([
    ["backend/contract/money.ts", "../store/event.ts", "the contract also runs in the browser"],
    ["backend/contract/money.ts", "zod", "the contract also runs in the browser"],
    ["backend/contract/money.ts", "node:crypto", "the contract also runs in the browser"],
    ["backend/store/append.ts", "../wallet/events.ts", "knows no area"],
    ["backend/ledger/post.ts", "../gifts/events.ts", "no area"],
    ["backend/ledger/transfer.ts", "../store/sql.ts", "pure"],
    ["backend/wallet/events.ts", "./commands.ts", "public language"],
    ["backend/wallet/decide.ts", "../gifts/events.ts", "pure"],
    ["backend/wallet/decide.ts", "../store/sql.ts", "load it in commands.ts"],
    ["backend/wallet/decide.ts", "node:crypto", "load it in commands.ts"],
    ["backend/wallet/decide.ts", "../ledger/balances.ts", "pure"],
    ["backend/wallet/commands.ts", "../gifts/decide.ts", "events.ts or commands.ts"],
    ["backend/wallet/commands.ts", "../adapters/payments/mod.ts", "take ports as arguments"],
    ["backend/wallet/commands.ts", "hono", "load, decide and append"],
    ["backend/wallet/commands.ts", "postgres", "Sql type"],
    ["backend/accounts/sessions_table.ts", "./commands.ts", "holds only SQL"],
    ["backend/accounts/password.ts", "../wallet/balance.ts", "serves its own area"],
    ["backend/wallet/reactions.ts", "../adapters/payments/mod.ts", "turns an event into a command"],
    ["backend/wallet/routes.ts", "../store/sql.ts", "read through a projection"],
    ["backend/wallet/routes.ts", "./requests_table.ts", "read through a projection"],
    ["backend/wallet/routes.ts", "../gifts/routes.ts", "read through a projection"],
    ["backend/wallet/routes.ts", "./decide.ts", "read through a projection"],
    ["backend/wallet/routes.ts", "postgres", "Sql type"],
    ["projections/plays.ts", "../backend/listening/commands.ts", "nothing that decides"],
    ["projections/plays.ts", "postgres", "Sql type"],
    ["projections/mod.ts", "../backend/listening/commands.ts", "names projections"],
    ["backend/adapters/mail/smtp.ts", "../../store/event.ts", "its port and its SDK"],
    ["backend/adapters/mail/smtp.ts", "../payments/mod.ts", "its port and its SDK"],
    ["backend/adapters/mail/smtp.ts", "sharp", "media port"],
    ["backend/http/session.ts", "../accounts/commands.ts", "serves every area"],
    ["backend/config.ts", "./store/sql.ts", "main.ts builds things"],
    ["backend/deps.ts", "./store/append.ts", "import type"],
    ["backend/app.ts", "./wallet/commands.ts", "mounts routes and reactions"],
    ["pwa/src/ui/Button.tsx", "../wallet/api.ts", "pass it as a prop"],
    ["pwa/src/lib/format.ts", "../shell/Layout.tsx", "knows no feature"],
    ["pwa/src/player/player.ts", "react", "without React"],
    ["pwa/src/outbox/flusher.ts", "react", "without React"],
    ["pwa/src/outbox/flusher.ts", "../catalogue/api.ts", "without React"],
    ["pwa/src/worker/covers.ts", "../ui/Cover.tsx", "no document"],
    ["pwa/src/wallet/Earnings.tsx", "../social/Follow.tsx", "never import each other"],
    ["pwa/src/wallet/Earnings.tsx", "radix-ui", "move the shared part to ui/"],
    ["pwa/src/wallet/api.ts", "../../../backend/wallet/routes.ts", "never import each other"],
    ["pwa/src/wallet/api.ts", "../../../backend/store/event.ts", "never import each other"],
    ["pwa/src/shell/Layout.tsx", "radix-ui", "Radix is for ui/"],
    ["pwa/src/sw.ts", "../../backend/http/session.ts", "only put parts together"],
  ])("%s importing %s", (from, specifier, wayOut) => {
    expect(judge(from, specifier)).toContain(wayOut);
  });

  it("a decision whose own helper is not pure, however deep", () => {
    const files = {
      "backend/listening/credit.ts": `import { spans } from "./spans.ts";\n`,
      "backend/listening/spans.ts":
        `import type { Span } from "./events.ts";\nimport { connect } from "../store/sql.ts";\n`,
    };
    expect(judge("backend/listening/decide.ts", "./credit.ts", { files })).toContain("../store/sql.ts");
  });
});

describe("judgeImport() allows", () => {
  it.each([
    ["backend/contract/money.ts", "zod/mini"],
    ["backend/store/append.ts", "postgres"],
    ["backend/ledger/post.ts", "../store/sql.ts"],
    ["backend/wallet/decide.ts", "../ledger/transfer.ts"],
    ["backend/wallet/decide.ts", "@contract/money.ts"],
    ["backend/wallet/commands.ts", "../listening/events.ts"],
    ["backend/wallet/commands.ts", "../../projections/profiles.ts"],
    ["backend/accounts/commands.ts", "./sessions_table.ts"],
    ["backend/accounts/sessions_table.ts", "../store/sql.ts"],
    ["backend/wallet/routes.ts", "../gifts/commands.ts"],
    ["projections/plays.ts", "../backend/store/sql.ts"],
    ["projections/mod.ts", "../backend/ledger/accounts.ts"],
    ["backend/adapters/files/s3.ts", "minio"],
    ["backend/main.ts", "./dev/embedded_postgres.ts"],
    ["backend/dev/seed.ts", "postgres"],
    ["backend/wallet/decide_test.ts", "../dev/world.ts"],
    ["pwa/src/ui/Dialog.tsx", "radix-ui"],
    ["pwa/src/wallet/Earnings.tsx", "./api.ts"],
    ["pwa/src/shell/Layout.tsx", "../wallet/Balance.tsx"],
  ])("%s importing %s", (from, specifier) => {
    expect(judge(from, specifier)).toBeUndefined();
  });

  it("types where values are refused", () => {
    const typeOnly = { typeOnly: true };
    expect(judge("backend/wallet/commands.ts", "../adapters/payments/mod.ts", typeOnly)).toBeUndefined();
    expect(judge("backend/deps.ts", "./store/append.ts", typeOnly)).toBeUndefined();
  });

  it("a decision that is spread over pure files", () => {
    const credit =
      `import { floorUnits } from "@contract/money.ts";\nexport interface Claim {\n  /** The phone's clock, "x". */\n}\n`;
    const files = { "backend/listening/credit.ts": credit };
    expect(judge("backend/listening/decide.ts", "./credit.ts", { files })).toBeUndefined();
  });
});
