import { describe, expect, it } from "vitest";
import { judgeImport } from "./import_rules.ts";

interface Options {
  typeOnly?: boolean;
  files?: Record<string, string>;
  names?: readonly string[];
}

function judge(from: string, specifier: string, { typeOnly = false, files = {}, names }: Options = {}) {
  return judgeImport({ from, specifier, typeOnly, ...(names && { names }) }, (path) => files[path]);
}

describe("judgeImport() refuses", () => {
  it.each([
    ["backend/contract/money.ts", "../store/log/event.ts", "the browser runs the contract, too"],
    ["backend/contract/money.ts", "zod/mini", "the browser runs the contract, too"],
    ["pwa/src/wallet/api.ts", "@contract/requests/wallet.ts", "features never import each other"],
    ["pwa/src/lib/format.ts", "../data/wallet.ts", "lib/ knows no feature"],
    ["backend/contract/money.ts", "node:crypto", "the browser runs the contract, too"],
    ["backend/store/log/append.ts", "../../wallet/withdrawal/events.ts", "knows no area"],
    ["backend/ledger/post.ts", "../gifts/events.ts", "no area"],
    ["backend/ledger/transfer.ts", "../store/sql.ts", "pure"],
    ["backend/wallet/withdrawal/events.ts", "./request.ts", "public language"],
    ["backend/wallet/withdrawal/state.ts", "../../gifts/events.ts", "pure"],
    ["backend/wallet/withdrawal/state.ts", "../../store/sql.ts", "load it in the verb's file"],
    ["backend/gifts/give.ts", "../ledger/pass.ts", "ask the gate"],
    ["backend/wallet/withdrawal/request.ts", "../../ledger/pass.ts", "ask the gate"],
    ["backend/wallet/withdrawal/state.ts", "node:crypto", "load it in the verb's file"],
    ["backend/wallet/withdrawal/state.ts", "../../ledger/balances.ts", "pure"],
    ["backend/wallet/withdrawal/request.ts", "../../gifts/state.ts", "its verbs or reads"],
    ["backend/wallet/withdrawal/request.ts", "../../adapters/payments/paystack.ts", "take ports as arguments"],
    ["backend/wallet/withdrawal/request.ts", "hono", "loads, decides and appends"],
    ["backend/wallet/withdrawal/request.ts", "postgres", "Sql type"],
    ["backend/accounts/code/table.ts", "../../ledger/accounts.ts", "holds only SQL"],
    ["backend/social/comment/reads.ts", "../../accounts/login/log_in.ts", "a change is a verb"],
    ["backend/wallet/withdrawal/request.ts", "../../adapters/payments/mod.ts", "take ports as arguments"],
    ["backend/wallet/withdrawal/reactions.ts", "../../adapters/payments/paystack.ts", "turns an event into a command"],
    ["backend/wallet/withdrawal/routes.ts", "../../store/sql.ts", "read through reads.ts"],
    ["backend/wallet/withdrawal/routes.ts", "../banks/table.ts", "read through reads.ts"],
    ["backend/wallet/withdrawal/routes.ts", "../../gifts/routes.ts", "read through reads.ts"],
    ["backend/wallet/withdrawal/routes.ts", "./state.ts", "read through reads.ts"],
    ["backend/wallet/withdrawal/routes.ts", "postgres", "Sql type"],
    ["backend/start/migrate.ts", "../testing/world.ts", "stay outside"],
    ["backend/main.ts", "./testing/world.ts", "the only place that wires"],
    ["backend/demo/seed/catalogue.ts", "../../testing/wav.ts", "as files"],
    ["backend/demo/catalogue.ts", "sharp", "media port"],
    ["projections/listening/plays.ts", "../../backend/listening/report/credit.ts", "nothing that decides"],
    ["projections/listening/plays.ts", "postgres", "Sql type"],
    ["projections/mod.ts", "../backend/listening/report/credit.ts", "names projections"],
    ["backend/adapters/mail/smtp.ts", "../../store/log/event.ts", "its port and its SDK"],
    ["backend/adapters/mail/smtp.ts", "../payments/mod.ts", "its port and its SDK"],
    ["backend/adapters/mail/smtp.ts", "sharp", "media port"],
    ["backend/http/session.ts", "../accounts/login/log_in.ts", "serves every area"],
    ["backend/config.ts", "./store/sql.ts", "main.ts builds things"],
    ["backend/deps.ts", "./store/log/append.ts", "import type"],
    ["backend/app.ts", "./wallet/withdrawal/state.ts", "mounts routes and reactions"],
    ["pwa/src/ui/Button.tsx", "../wallet/api.ts", "pass it as a prop"],
    ["pwa/src/lib/format.ts", "../shell/Layout.tsx", "knows no feature"],
    ["pwa/src/player/player.ts", "react", "without React"],
    ["pwa/src/outbox/flusher.ts", "react", "without React"],
    ["pwa/src/outbox/flusher.ts", "../catalogue/api.ts", "without React"],
    ["pwa/src/worker/covers.ts", "../ui/Cover.tsx", "no document"],
    ["pwa/src/wallet/Earnings.tsx", "../social/Follow.tsx", "never import each other"],
    ["pwa/src/wallet/Earnings.tsx", "radix-ui", "move the shared part to ui/"],
    ["pwa/src/wallet/api.ts", "../../../backend/wallet/withdrawal/routes.ts", "never import each other"],
    ["pwa/src/wallet/api.ts", "../../../backend/store/log/event.ts", "never import each other"],
    ["pwa/src/shell/Layout.tsx", "radix-ui", "Radix is for ui/"],
    ["pwa/src/sw.ts", "../../backend/http/session.ts", "only put parts together"],
    ["backend/main.ts", "../proofs/parts/service.ts", "no part of it"],
    ["backend/wallet/withdrawal/request.ts", "../../../proofs/load/day.ts", "no part of it"],
    ["backend/testing/world.ts", "../../proofs/load/day.ts", "belongs in backend/testing/"],
    ["backend/tools/image.ts", "../../proofs/load/day.ts", "belongs in backend/testing/"],
    ["backend/wallet/withdrawal/kill_test.ts", "../../../proofs/faults/run_faults.ts", "belongs in backend/testing/"],
    ["projections/listening/plays.ts", "../../proofs/load/day.ts", "no part of it"],
    ["pwa/src/wallet/api.ts", "../../../proofs/load/day.ts", "no part of it"],
    ["pwa/e2e/journey_test.ts", "../../proofs/torture/ear.ts", "belongs in backend/testing/"],
  ])("%s importing %s", (from, specifier, wayOut) => {
    expect(judge(from, specifier)).toContain(wayOut);
  });

  it("rules whose own helper is not pure, however deep", () => {
    const files = {
      "backend/listening/report/measure.ts": `import { spans } from "./spans.ts";\n`,
      "backend/listening/report/spans.ts":
        `import type { Span } from "./events.ts";\nimport { connect } from "../../store/sql.ts";\n`,
    };
    expect(judge("backend/listening/report/state.ts", "./measure.ts", { files })).toContain("../../store/sql.ts");
  });
});

describe("judgeImport() allows", () => {
  it.each([
    ["backend/contract/requests/wallet.ts", "zod/mini"],
    ["backend/wallet/withdrawal/routes.ts", "../../contract/requests/wallet.ts"],
    ["pwa/src/wallet/WithdrawTokens.tsx", "../data/wallet.ts"],
    ["backend/store/log/append.ts", "../../vendor/postgres/index.js"],
    ["backend/ledger/post.ts", "../store/sql.ts"],
    ["backend/wallet/withdrawal/state.ts", "../../ledger/transfer.ts"],
    ["backend/wallet/withdrawal/state.ts", "@contract/money.ts"],
    ["backend/wallet/withdrawal/request.ts", "../../listening/report/events.ts"],
    ["backend/wallet/withdrawal/request.ts", "../../accounts/account/reads.ts"],
    ["backend/wallet/withdrawal/request.ts", "../../adapters/payments/types.ts"],
    ["backend/wallet/withdrawal/request.ts", "../../../projections/profiles.ts"],
    ["backend/accounts/code/verify.ts", "./table.ts"],
    ["backend/accounts/code/table.ts", "../../store/sql.ts"],
    ["backend/social/comment/reads.ts", "../../../projections/comments.ts"],
    ["backend/wallet/withdrawal/routes.ts", "../../gifts/give.ts"],
    ["backend/wallet/withdrawal/routes.ts", "../../gifts/reads.ts"],
    ["projections/listening/plays.ts", "../../backend/store/sql.ts"],
    ["projections/wallet/withdrawals.ts", "../../backend/wallet/withdrawal/state.ts"],
    ["projections/mod.ts", "../backend/ledger/accounts.ts"],
    ["backend/adapters/files/s3.ts", "minio"],
    ["backend/main.ts", "./start/embedded_postgres.ts"],
    ["backend/main.ts", "./adapters/mail/mod.ts"],
    ["backend/http/problems.ts", "../adapters/files/types.ts"],
    ["backend/demo/seed/mod.ts", "postgres"],
    ["proofs/load/load.ts", "../../backend/wallet/withdrawal/state.ts"],
    ["proofs/load/load.ts", "../parts/service.ts"],
    ["proofs/load/load_test.ts", "./load.ts"],
    ["proofs/bench/database.ts", "postgres"],
    ["backend/demo/seed/mod.ts", "../catalogue.ts"],
    ["backend/wallet/withdrawal/state_test.ts", "../../testing/world.ts"],
    ["pwa/src/ui/Dialog.tsx", "radix-ui"],
    ["pwa/src/wallet/Earnings.tsx", "./api.ts"],
    ["pwa/src/shell/Layout.tsx", "../wallet/Balance.tsx"],
  ])("%s importing %s", (from, specifier) => {
    expect(judge(from, specifier)).toBeUndefined();
  });

  it("types where values are refused", () => {
    const typeOnly = { typeOnly: true };
    expect(judge("backend/wallet/withdrawal/request.ts", "../../deps.ts", typeOnly)).toBeUndefined();
    expect(judge("backend/deps.ts", "./store/log/append.ts", typeOnly)).toBeUndefined();
  });

  it("rules that are spread over pure files", () => {
    const credit =
      `import { floorUnits } from "@contract/money.ts";\nexport interface Claim {\n  /** The phone's clock, "x". */\n}\n`;
    const files = { "backend/listening/report/measure.ts": credit };
    expect(judge("backend/listening/report/state.ts", "./measure.ts", { files })).toBeUndefined();
  });
});

describe("what two admins decide", () => {
  const TEAM = "../../approvals/reads.ts";
  const two = { names: ["sideOf", "readIndependence"] };

  it("is asked by approvals and proposals alone, whatever else of the team an area reads", () => {
    expect(judge("backend/gifts/refund/refund.ts", TEAM, two)).toContain("a row of backend/admin/proposals/kinds.ts");
    expect(judge("backend/gifts/refund/refund.ts", TEAM, { names: ["assertTwo"] })).toContain(
      "a row of backend/admin/proposals/kinds.ts",
    );
    expect(judge("backend/gifts/refund/refund.ts", TEAM)).toContain("a row of backend/admin/proposals/kinds.ts");
    expect(judge("backend/gifts/refund/refund.ts", TEAM, { names: ["sideOf", "isOfSide"] })).toBeUndefined();
    const confirm = { names: ["confirmProposal"] };
    expect(judge("backend/gifts/refund/refund.ts", "../../approvals/decide.ts", confirm)).toContain("only");
    const ask = { names: ["propose"] };
    expect(judge("backend/gifts/refund/refund.ts", "../../approvals/decide.ts", ask)).toBeUndefined();
    expect(judge("backend/approvals/decide.ts", "./reads.ts", two)).toBeUndefined();
    expect(judge("backend/admin/second_factor/second_factor_test.ts", "../../approvals/reads.ts", two)).toBeUndefined();
  });
});
