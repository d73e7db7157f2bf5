import { formatBasisPoints, type TrackSplit } from "@contract/splits.ts";
import { formatDateTime } from "../../lib/format.ts";
import styles from "../../ui/printed.module.css";
import { usePayee } from "../use_payee.ts";
import { ANSWERS } from "./words.ts";

/** A song's shares for paper: who has which part since when, what is asked for, and what was before. */
export function SplitSheet({ split }: { split: TrackSplit }) {
  const owner = usePayee();
  const { title, trackId, version, ownBasisPoints, shares, proposal, history } = split;
  return (
    <section aria-label={`Shares of ${title}, for paper`} className={`${styles.sheet} ${styles.onPaper}`}>
      <p className="text-xl font-bold">Orin</p>
      <p>Shares of a song's income, printed {formatDateTime(Date.now())} (Lagos time)</p>
      <h1 className="mt-4 text-2xl font-bold wrap-anywhere">
        <bdi>{title}</bdi>
      </h1>
      <p className="text-sm wrap-anywhere">
        Owner: {owner}. Song {trackId}. Version {version} of its shares.
      </p>
      <h2 className="mt-6 mb-2 text-lg font-bold">In force</h2>
      <Table heads={["Person", "Share", "In force since"]}>
        {[
          ["Owner", formatBasisPoints(ownBasisPoints), ""],
          ...shares.map(({ name, basisPoints, since, dispute }) => [
            name,
            `${formatBasisPoints(basisPoints)}${dispute ? ", disputed" : ""}`,
            since ? formatDateTime(since) : "",
          ]),
        ]}
      </Table>
      {proposal && (
        <>
          <h2 className="mt-6 mb-2 text-lg font-bold">Asked for on {formatDateTime(proposal.at)}</h2>
          <Table heads={["Person", "Share", "Answer"]}>
            {proposal.invited.map(({ name, basisPoints, status }) => [
              ...[name, formatBasisPoints(basisPoints), ANSWERS[status]],
            ])}
          </Table>
        </>
      )}
      {history.length > 0 && (
        <>
          <h2 className="mt-6 mb-2 text-lg font-bold">Earlier shares</h2>
          <Table heads={["From", "Shares"]}>
            {history.map(({ at, ownBasisPoints: own, shares: then }) => [
              formatDateTime(at),
              [["Owner", own] as const, ...then.map(({ name, basisPoints }) => [name, basisPoints] as const)]
                .map(([name, basisPoints]) => `${name} ${formatBasisPoints(basisPoints)}`).join(", "),
            ])}
          </Table>
        </>
      )}
      <p className="mt-6 text-sm">
        Each part divides what comes in from the moment it is in force. A first part, or a smaller one, begins only once
        its person has accepted it.
      </p>
    </section>
  );
}

interface TableProps {
  heads: readonly string[];
  children: readonly (readonly string[])[];
}

function Table({ heads, children: rows }: TableProps) {
  return (
    <table className="w-full text-left text-sm tabular-nums">
      <thead>
        <tr className="border-b">
          {heads.map((head) => <th key={head} scope="col" className="py-1.5 pr-4 font-semibold">{head}</th>)}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row} className="border-b align-top">
            {cells.map((cell, index) => (
              <td key={index} className="py-1.5 pr-4 wrap-anywhere">
                <bdi>{cell}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
