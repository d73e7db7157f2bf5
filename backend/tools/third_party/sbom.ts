import type { Component } from "./components.ts";

/** A bill of materials in CycloneDX 1.6, as JSON: https://cyclonedx.org/docs/1.6/json/. The same lock gives the same bytes. */
export function sbomOf(components: readonly Component[], orin: Application): string {
  const direct = components.filter((one) => orin.needs.includes(identityOf(one)));
  const bom = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        ...{ type: "application", "bom-ref": orin.name, name: orin.name, version: orin.version },
        licenses: [{ license: { id: "MIT" } }],
      },
    },
    components: components.map((component) => ({
      ...{ type: "library", "bom-ref": purlOf(component), ...namesOf(component), version: component.version },
      ...(component.hash &&
        { hashes: [{ alg: "SHA-512", content: Buffer.from(component.hash, "base64").toString("hex") }] }),
      licenses: [{ expression: component.licence }],
      purl: purlOf(component),
    })),
    dependencies: [
      { ref: orin.name, dependsOn: direct.map(purlOf) },
      ...components.map((component) => ({
        ref: purlOf(component),
        dependsOn: components.filter((other) => component.needs.includes(identityOf(other))).map(purlOf),
      })),
    ],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

interface Application {
  readonly name: string;
  readonly version: string;
  /** `name@version` of what it asks for itself. */
  readonly needs: readonly string[];
}

const identityOf = ({ name, version }: Component) => `${name}@${version}`;

/** A package URL: https://github.com/package-url/purl-spec. */
function purlOf({ name, version }: Component): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function namesOf({ name }: Component): { group?: string; name: string } {
  const [scope, bare] = name.startsWith("@") ? name.split("/") : [];
  return scope !== undefined && bare !== undefined ? { group: scope, name: bare } : { name };
}
