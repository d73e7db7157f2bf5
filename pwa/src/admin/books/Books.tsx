import { PROVIDER_NAME } from "@contract/payments.ts";
import { useSearchParams } from "react-router-dom";
import { TabSet } from "../../ui/TabSet.tsx";
import { BooksAt } from "./BooksAt.tsx";
import { Months } from "./Months.tsx";
import { RoyaltyMonths } from "./RoyaltyMonths.tsx";
import { Reconciliations } from "./Reconciliations.tsx";
import { Tax } from "./Tax.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";

/** `/books`: what Orin owes and has at any moment, by month, and what the nightly reconciliations found. */
export function Books() {
  const [params, setParams] = useSearchParams();
  const show = (name: string, value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (value === "") next.delete(name);
      else next.set(name, value);
      return next;
    }, { replace: true });
  const tab = params.get("tab") ?? "";
  return (
    <>
      <ScreenHead
        title="Books"
        subtitle={`What Orin owes, what it has, and whether both agree with ${PROVIDER_NAME}.`}
      />
      <TabSet
        label="Books"
        value={["months", "royalties", "tax", "days"].includes(tab) ? tab : "at"}
        onChange={(next) => show("tab", next === "at" ? "" : next)}
        tabs={[
          {
            id: "at",
            label: "Balance",
            content: <BooksAt at={params.get("at") ?? ""} onAt={(at) => show("at", at)} />,
          },
          { id: "months", label: "Months", content: <Months onAt={(at) => setParams({ at }, { replace: true })} /> },
          { id: "royalties", label: "Royalties", content: <RoyaltyMonths /> },
          { id: "tax", label: "Tax", content: <Tax /> },
          { id: "days", label: "Reconciliations", content: <Reconciliations /> },
        ]}
      />
    </>
  );
}
