/** The keys that work while a row of the table has the focus. */
export function KeyHint({ canApprove = false }: { canApprove?: boolean }) {
  return (
    <p className="mt-2 text-xs text-ink-faint max-md:hidden">
      In the table: <Key name="J" /> next row, <Key name="K" /> previous row, <Key name="O" /> open
      {canApprove && (
        <>
          , <Key name="A" /> approve
        </>
      )}
      .
    </p>
  );
}

function Key({ name }: { name: string }) {
  return <kbd className="rounded border border-line px-1 font-mono text-[0.7rem]">{name}</kbd>;
}
