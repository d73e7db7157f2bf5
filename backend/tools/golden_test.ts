import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../store/log/canonical.ts";
import { currentVersion, upcast } from "../store/log/upcast.ts";
import { upcasts } from "../../migrations/upcasts.ts";
import { productFiles, readEventShapes } from "./event_shapes.ts";
import { goldenName, missingGoldens, readGoldens } from "./golden.ts";
import { isOfShape } from "./shape_values.ts";

const BACKEND = join(import.meta.dirname ?? "", "..");
const shapes = readEventShapes();
const goldens = readGoldens();

describe("events, version by version", () => {
  it("each type has its example: `deno task make golden` keeps the missing ones", () => {
    expect(missingGoldens().map(({ golden }) => goldenName(golden))).toEqual([]);
  });

  it("no type has gone: what was once written has to be read for ever", () => {
    expect(goldens.map((golden) => golden.type).filter((type) => !shapes.has(type))).toEqual([]);
  });

  it("no shape has changed without a new version: add an upcast to migrations/upcasts.ts, then `deno task make golden`", () => {
    const present = goldens.filter(({ type, schemaVersion }) => schemaVersion === currentVersion(type, upcasts));
    for (const golden of present) {
      expect({ type: golden.type, shape: shapes.get(golden.type)?.shape }).toEqual({
        type: golden.type,
        shape: golden.shape,
      });
    }
  });

  it("each version is decoded to the shape of today, and today's is encoded to the same bytes", () => {
    for (const { type, schemaVersion, stored } of goldens) {
      const data = upcast({ type, schemaVersion, data: JSON.parse(stored) }, upcasts);
      expect([goldenName({ type, schemaVersion }), isOfShape(data, shapes.get(type)?.shape ?? "null")]).toEqual([
        goldenName({ type, schemaVersion }),
        true,
      ]);
      if (schemaVersion === currentVersion(type, upcasts)) expect(canonicalJson(data)).toBe(stored);
    }
  });

  it("every type that the code writes is declared beside its area's events", () => {
    const written = new Set(
      productFiles(BACKEND).map((path) => Deno.readTextFileSync(path)).flatMap((text) =>
        [...text.matchAll(/\btype: "([A-Z][A-Za-z]+)"/g)].map(([, type]) => type ?? "")
      ),
    );
    expect(written.size).toBeGreaterThan(20);
    expect([...written].filter((type) => !shapes.has(type))).toEqual([]);
  });
});
