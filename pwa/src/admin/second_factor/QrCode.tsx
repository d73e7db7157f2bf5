import { encode } from "uqr";

/** A text as a QR code, dark on light in every theme: cameras read the other way round badly. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 3 });
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => isDark ? [`M${x} ${y}h1v1h-1z`] : []));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-full max-w-52 rounded-lg"
    >
      <rect width={size} height={size} fill="white" />
      <path d={modules.join("")} fill="black" />
    </svg>
  );
}
