import { PROVIDER_NAME } from "@contract/payments.ts";
import { TabSet } from "../../ui/TabSet.tsx";
import { BooksAt } from "./BooksAt.tsx";
import { Months, RoyaltyMonths } from "./Months.tsx";
import { Reconciliations } from "./Reconciliations.tsx";
import { Tax } from "./Tax.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { useAddress } from "../parts/use_address.ts";

/** `/books`: what Orin owes and has at any moment, by month, and what the nightly reconciliations found. */
export function Books() {
  const [{ tab, at }, set] = useAddress(["tab", "at"]);
  return (
    <>
      <ScreenHead
        title="Books"
        subtitle={`What Orin owes, what it has, and whether both agree with ${PROVIDER_NAME}.`}
      />
      <TabSet
        label="Books"
        value={["months", "royalties", "tax", "days"].includes(tab) ? tab : "at"}
        onChange={(next) => set({ tab: next === "at" ? "" : next })}
        tabs={[
          { id: "at", label: "Balance", content: <BooksAt at={at} onAt={(moment) => set({ at: moment })} /> },
          { id: "months", label: "Months", content: <Months onAt={(moment) => set({ at: moment, tab: "" })} /> },
          { id: "royalties", label: "Royalties", content: <RoyaltyMonths /> },
          { id: "tax", label: "Tax", content: <Tax /> },
          { id: "days", label: "Reconciliations", content: <Reconciliations /> },
        ]}
      />
    </>
  );
}
