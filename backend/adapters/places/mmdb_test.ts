import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlaces } from "./mod.ts";
import type { Places } from "./types.ts";

let folder: string;
let places: Places;

beforeAll(async () => {
  folder = await Deno.makeTempDir();
  await Deno.writeFile(
    `${folder}/city.mmdb`,
    mmdbOf({
      "102.89.0.0/16": { country: { iso_code: "NG" }, subdivisions: [{ names: { en: "Lagos State" } }] },
      "105.112.0.0/12": { country: { iso_code: "NG" }, subdivisions: [{ names: { en: "Federal Capital Territory" } }] },
      "197.210.0.0/16": { country: { iso_code: "NG" } },
      "81.2.0.0/16": { country: { iso_code: "GB" }, subdivisions: [{ names: { en: "Niger" } }] },
    }),
  );
  const opened = openPlaces(`${folder}/city.mmdb`);
  if (!opened) throw new Error("The file was not opened");
  places = opened;
});
afterAll(() => Deno.remove(folder, { recursive: true }));

it.each([
  ["102.89.44.1", "Lagos"],
  ["105.127.255.255", "FCT Abuja"],
  ["197.210.1.1", undefined],
  ["81.2.69.1", undefined],
  ["8.8.8.8", undefined],
  ["2c0f:2a80:1:2", undefined],
  ["2001:db8::1", undefined],
  ["unknown", undefined],
  ["", undefined],
])("says of %j: %s", (address, state) => expect(places.stateOf(address)).toBe(state));

it("says what is wrong with a file that is none, and opens none without a setting", async () => {
  await Deno.writeTextFile(`${folder}/text.mmdb`, "no database");
  expect(() => openPlaces(`${folder}/text.mmdb`)).toThrow(/text.mmdb" as an MMDB file/);
  expect(() => openPlaces(`${folder}/missing.mmdb`)).toThrow(/missing.mmdb/);
  expect(openPlaces(undefined)).toBe(undefined);
});

/** A small database as the format's description says: an IPv4 tree of 24-bit records, its data, its metadata. */
function mmdbOf(networks: Readonly<Record<string, unknown>>): Uint8Array {
  interface Node {
    sides: [Node | number | undefined, Node | number | undefined];
  }
  const root: Node = { sides: [undefined, undefined] };
  const data: number[] = [];
  for (const [network, value] of Object.entries(networks)) {
    const [address = "", length = "0"] = network.split("/");
    const bits = address.split(".").map((part) => Number(part).toString(2).padStart(8, "0")).join("").slice(
      0,
      Number(length),
    );
    let node = root;
    for (const bit of bits.slice(0, -1)) {
      const side = Number(bit);
      const next = node.sides[side];
      const child: Node = typeof next === "object" ? next : { sides: [undefined, undefined] };
      node.sides[side] = child;
      node = child;
    }
    node.sides[Number(bits.at(-1))] = data.length;
    data.push(...encoded(value));
  }
  const nodes: Node[] = [root];
  for (const node of nodes) for (const side of node.sides) if (typeof side === "object") nodes.push(side);
  const record = (side: Node | number | undefined) => {
    const value = side === undefined
      ? nodes.length
      : typeof side === "object"
      ? nodes.indexOf(side)
      : nodes.length + 16 + side;
    return [value >> 16 & 255, value >> 8 & 255, value & 255];
  };
  const metadata = {
    ...{ node_count: nodes.length, record_size: 24, ip_version: 4, database_type: "Test-City", languages: ["en"] },
    ...{
      binary_format_major_version: 2,
      binary_format_minor_version: 0,
      build_epoch: 1,
      description: { en: "A test" },
    },
  };
  return Uint8Array.from([
    ...nodes.flatMap(({ sides }) => sides.flatMap(record)),
    ...Array.from({ length: 16 }, () => 0),
    ...data,
    ...[0xab, 0xcd, 0xef],
    ...new TextEncoder().encode("MaxMind.com"),
    ...encoded(metadata),
  ]);
}

/** Type and size in a byte, where the size is below 29; of the others as much as a test needs. */
function encoded(value: unknown): number[] {
  if (typeof value === "string") {
    const bytes = new TextEncoder().encode(value);
    return [2 << 5 | bytes.length, ...bytes];
  }
  if (typeof value === "number") return [6 << 5 | 4, ...[24, 16, 8, 0].map((shift) => value >> shift & 255)];
  if (Array.isArray(value)) return [value.length, 11 - 7, ...value.flatMap(encoded)];
  const entries = Object.entries(value as object);
  return [7 << 5 | entries.length, ...entries.flatMap(([name, one]) => [...encoded(name), ...encoded(one)])];
}
