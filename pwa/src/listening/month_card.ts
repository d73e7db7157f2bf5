import type { MonthInReview } from "@contract/listening_days.ts";
import { formatHours, plural } from "../lib/format.ts";
import { nairaOf } from "../lib/naira.ts";
import { saveFile } from "../lib/save_file.ts";
import { adireTile, svgUrl } from "../ui/adire.ts";

const WIDTH = 1080;
const HEIGHT = 1350;
const EDGE = 96;
const LINES = 5;
const FONT = "Inter, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', system-ui, sans-serif";
const COLOURS = { cloth: "#2f348f", ink: "#fff9ea", marigold: "#f4b23f" };

/** Draws the month on a picture and gives it to the phone's own sharing, or saves it. */
export async function shareMonth(
  review: MonthInReview,
  options: { month: string; withMoney: boolean },
): Promise<"shared" | "saved" | "left"> {
  const file = await pictureOf(review, options);
  if (!navigator.canShare?.({ files: [file] })) {
    saveFile(file, file.name);
    return "saved";
  }
  try {
    await navigator.share({ files: [file], title: `My ${options.month} on Orin` });
    return "shared";
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return "left";
    throw error;
  }
}

async function pictureOf(
  review: MonthInReview,
  { month, withMoney }: { month: string; withMoney: boolean },
): Promise<File> {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser draws no pictures");
  await weave(pen, review.month);
  write(pen, "Orin", { y: 150, size: 56, weight: 800, colour: COLOURS.marigold });
  write(pen, `My ${month}`, { y: 250, size: 84, weight: 800 });
  write(pen, formatHours(review.heardMs / 1_000), { y: 400, size: 120, weight: 800, colour: COLOURS.marigold });
  const earned = withMoney ? ` · ${nairaOf(review.tokens)} earned` : "";
  write(pen, `${plural(review.songs, "song")} by ${plural(review.artists, "artist")}${earned}`, { y: 470, size: 44 });
  write(pen, "Top artists", { y: 610, size: 44, weight: 700, colour: COLOURS.marigold });
  review.topArtists.slice(0, LINES).forEach(({ name }, index) => {
    write(pen, `${index + 1}  ${name}`, { y: 680 + index * 62, size: 48, weight: 600 });
  });
  write(pen, "Top song", { y: 1060, size: 44, weight: 700, colour: COLOURS.marigold });
  const [song] = review.topSongs;
  if (song) {
    write(pen, song.title, { y: 1130, size: 52, weight: 700 });
    write(pen, song.artist, { y: 1190, size: 40 });
  }
  write(pen, location.host, { y: HEIGHT - 70, size: 34 });
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("The picture is empty");
  return new File([blob], `orin-${review.month}.png`, { type: "image/png" });
}

interface Words {
  /** The line's foot, px. */
  y: number;
  size: number;
  weight?: number;
  colour?: string;
}

/** One line, cut with three dots where it is too long. */
function write(pen: CanvasRenderingContext2D, text: string, { y, size, weight = 500, colour = COLOURS.ink }: Words) {
  pen.font = `${weight} ${size}px ${FONT}`;
  pen.fillStyle = colour;
  const room = WIDTH - 2 * EDGE;
  const letters = [...text];
  while (letters.length > 1 && pen.measureText(`${letters.join("")}…`).width > room) letters.pop();
  pen.fillText(letters.length === [...text].length ? text : `${letters.join("").trimEnd()}…`, EDGE, y);
}

async function weave(pen: CanvasRenderingContext2D, seed: string): Promise<void> {
  pen.fillStyle = COLOURS.cloth;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const tile = new Image(180, 180);
  tile.src = svgUrl(adireTile(seed));
  try {
    await tile.decode();
    const pattern = pen.createPattern(tile, "repeat");
    if (!pattern) return;
    pen.globalAlpha = 0.14;
    pen.fillStyle = pattern;
    pen.fillRect(0, 0, WIDTH, HEIGHT);
  } catch {
    // The cloth alone is a background, too.
  }
  pen.globalAlpha = 1;
}
