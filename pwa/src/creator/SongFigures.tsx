import type { SongFigure } from "@contract/insights.ts";
import { formatCount, formatFullCount, plural } from "../lib/format.ts";
import { nairaOf } from "../lib/naira.ts";
import { peopleWords } from "./insights/insight_words.ts";
import { earnedOf } from "./song_list.ts";

const NONE: SongFigure = { plays: 0, listeners: null, savers: 0, gifts: 0, royalties: 0 };
/** Widths that the heads and the cells share. */
const WIDTHS = ["w-14", "w-28 whitespace-nowrap", "w-14", "w-28"] as const;
const NAMES = ["Plays", "Listeners", "Savers", "Earned"] as const;

/** The names of the columns, where there is room for them. Each cell says its own name to screen readers. */
export function FigureHeads() {
  return (
    <span aria-hidden="true" className="flex gap-2 text-right text-xs font-semibold text-ink-soft max-lg:hidden">
      {NAMES.map((name, index) => <span key={name} className={WIDTHS[index]}>{name}</span>)}
    </span>
  );
}

/** What a song has had, as columns where there is room for them. */
export function FigureCells({ figure = NONE }: { figure: SongFigure | undefined }) {
  return (
    <span className="flex shrink-0 gap-2 text-right text-sm tabular-nums max-lg:hidden">
      {valuesOf(figure).map(({ name, text, full }, index) => (
        <span key={name} className={WIDTHS[index]} title={full}>
          <span className="sr-only">{name}</span>
          {text}
        </span>
      ))}
    </span>
  );
}

/** The same in a line below the title, on smaller screens. */
export function FigureLine({ figure = NONE }: { figure: SongFigure | undefined }) {
  const { plays, listeners, savers } = figure;
  const words = [
    plural(plays, "play"),
    ...listeners ? [`${peopleWords(listeners)} listeners`] : [],
    plural(savers, "saver"),
    nairaOf(earnedOf(figure)),
  ];
  return (
    <span className="-mt-2 basis-full pb-2 pl-17 text-xs text-ink-soft tabular-nums lg:hidden">
      {words.join(" · ")}
    </span>
  );
}

function valuesOf(figure: SongFigure) {
  const { plays, listeners, savers, gifts, royalties } = figure;
  const earned = nairaOf(earnedOf(figure));
  return [
    { name: "Plays", text: formatCount(plays), full: formatFullCount(plays) },
    {
      name: "Listeners",
      text: listeners ? peopleWords(listeners) : "–",
      full: listeners ? "In whole steps of five people" : "Told from five listeners on",
    },
    { name: "Savers", text: formatCount(savers), full: formatFullCount(savers) },
    {
      name: "Earned",
      text: earned,
      full: `Gifts ${nairaOf(gifts)}, royalties before tax ${nairaOf(royalties)}`,
    },
  ];
}
