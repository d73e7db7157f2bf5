import * as z from "zod/mini";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe as suite, expect, it } from "vitest";
import { declaredCalls } from "../contract/calls/call.ts";
import { newId } from "../contract/ids.ts";
import { mountedRoutes } from "../http/route_facts.ts";
import { hashPassword } from "../accounts/login/passwords.ts";
import { addAdmin } from "../testing/access.ts";
import { callerOf } from "../testing/call.ts";
import { addPerson } from "../testing/people_fixtures.ts";
import { givePremium } from "../testing/premium.ts";
import { pictureOf, wavOf } from "../testing/uploads.ts";
import { openWorld, type World } from "../testing/world.ts";
import { buildAnswersIfChanged } from "../start/build_answers.ts";
import { readAnswers } from "./answers.ts";
import { bodyExample } from "./describe.ts";
import { EXAMPLES } from "./examples.ts";

/** Pages and figures for the operator: no calls of the API. */
const NOT_DESCRIBED = [
  ...["GET /*", "GET /developers", "GET /metrics", "GET /embed/track/:id", "GET /robots.txt", "GET /sitemap.xml"],
  ...["GET /sitemaps/pages.xml", "GET /sitemaps/:kind/:file"],
];

let world: World;
/** As others read it. */
let text: string;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  await buildAnswersIfChanged(() => undefined);
  world = await openWorld();
  text = (await callerOf(world.app)("GET", "/api/openapi.json")).text;
  const passwordHash = await hashPassword("Ìlú-àyàn-2026!");
  const user = await addPerson(world.deps, { passwordHash });
  await givePremium(world.deps, user.userId);
  tokens["user"] = tokens["reporter"] = user.token;
  tokens["creator"] = (await addPerson(world.deps, { role: "creator", passwordHash })).token;
  tokens["admin"] = (await addAdmin(world.deps, "owner", passwordHash)).token;
  await world.settle();
});
afterAll(() => world[Symbol.asyncDispose]());

const routes = () => mountedRoutes(world.app.routes);

suite("the description of the API", () => {
  it("says of every call that answers JSON what it answers", () => {
    const { paths } = JSON.parse(text);
    const known = Object.values(readAnswers() ?? {}).flat().filter(({ schema }) => schema).length;
    const described = Object.values<object>(paths).flatMap((calls) =>
      Object.values<{ responses: object }>({ ...calls }).flatMap(({ responses }) =>
        Object.values(responses).filter((response) => "content" in response)
      )
    );
    expect(described.length).toBe(known);
    expect(known).toBeGreaterThan(300);
  });

  it("is valid OpenAPI 3.1", async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(text));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  it("answers with statuses that end a call, and never with what a promise has", () => {
    const { paths } = JSON.parse(text);
    const statuses = Object.entries<object>(paths).flatMap(([path, calls]) =>
      Object.entries<{ responses: object }>({ ...calls }).flatMap(([method, { responses }]) =>
        Object.keys(responses).map((status) => `${status} ${method} ${path}`)
      )
    );
    expect(statuses.filter((status) => /^1/.test(status))).toEqual([]);
    expect(text).not.toContain('"finally"');
  });

  it("is of every declared call, and every route is one", () => {
    const described = routes().map(({ name }) => name).filter((name) => !NOT_DESCRIBED.includes(name));
    expect([...declaredCalls().keys()].toSorted()).toEqual(described.toSorted());
  });

  it("has an example for every body, which the call's own schema takes", () => {
    const wrong = routes().flatMap(({ name, json, form }) => {
      const schema = json ?? form?.fields;
      const said = schema && z.safeParse(schema, bodyExample(name, schema));
      return said?.success === false
        ? [`${name}: ${said.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`)}`]
        : [];
    });
    expect(wrong).toEqual([]);
  });

  it("says of every value in a body what it is", () => {
    const unsaid = (schema: unknown, path: string): string[] => {
      if (typeof schema !== "object" || schema === null) return [];
      if (Object.keys(schema).length === 0 && !/\.(properties|default)$/.test(path)) return [path];
      return Object.entries(schema).flatMap(([key, part]) => unsaid(part, `${path}.${key}`));
    };
    const { paths } = JSON.parse(text);
    const bodies = Object.entries<Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>>(
      paths,
    )
      .flatMap(([path, calls]) =>
        Object.entries(calls).map(([method, { requestBody }]) => [`${method} ${path}`, requestBody?.content] as const)
      );
    const schemas = bodies.flatMap(([name, content = {}]) =>
      Object.entries(content).map(([type, { schema }]) => ({ name: `${name} ${type}`, schema }))
    );
    expect(schemas.filter(({ name }) => name.endsWith(" multipart/form-data")).length).toBeGreaterThan(6);
    expect(schemas.flatMap(({ name, schema }) => unsaid(schema, name))).toEqual([]);
  });

  it("shows examples that are answered as it says", async () => {
    const { paths } = JSON.parse(text);
    for (const [name, body] of Object.entries(EXAMPLES)) {
      const [method = "", path = ""] = name.split(" ");
      const { caller = "", json } = routes().find((route) => route.name === name) ?? {};
      if (!json) continue;
      const answer = await callerOf(world.app)(method, path.replaceAll(/:\w+/g, newId()), {
        token: tokens[caller],
        body,
      });
      const statuses = Object.keys(paths[path.replaceAll(/:(\w+)/g, "{$1}")][method.toLowerCase()].responses);
      // What names a song or an artist finds none here; it is understood all the same.
      const isUnknown = answer.status === 404 && answer.body.code === "not_found";
      const isDone = isUnknown || (answer.status < 300 && statuses.includes(String(answer.status)));
      expect([name, isDone, isDone ? "" : answer.text]).toEqual([name, true, ""]);
    }
  });

  it("describes each form so that what it says is taken", async () => {
    const { paths } = JSON.parse(text);
    const files = { audio: wavOf(2), image: await pictureOf() };
    let trackId = newId();
    for (const { name, method, path, caller } of routes().filter(({ form }) => form)) {
      const { content } = paths[path.replaceAll(/:(\w+)/g, "{$1}")][method.toLowerCase()].requestBody;
      const { schema, example = {}, encoding } = content["multipart/form-data"];
      const body = new FormData();
      for (const [field, value] of Object.entries(example)) body.set(field, String(value));
      for (const [field, { contentType }] of Object.entries<{ contentType: string }>(encoding)) {
        expect(schema.properties[field], `${name} ${field}`).toMatchObject({ type: "string", format: "binary" });
        const [type = ""] = contentType.split(", ").filter((one) => /wav|png/.test(one));
        body.set(field, new File([type.startsWith("audio") ? files.audio : files.image], "file", { type }));
      }
      const options = { token: tokens[caller === "admin" ? caller : "creator"], body };
      const asked = path.replace(/:(id|trackId)/, trackId).replaceAll(/:\w+/g, newId());
      const answer = await callerOf(world.app)(method, asked, options);
      // There is a song to change, and no release.
      const isUnknown = answer.body.message === "Release not found";
      expect([name, isUnknown || answer.status < 300 ? "" : answer.text]).toEqual([name, ""]);
      if (name === "POST /api/v1/upload") {
        trackId = answer.body.trackId;
        await world.settle();
      }
    }
  });

  it("names the key that this installation's pushes are subscribed with", async () => {
    const { info } = (await callerOf(world.app)("GET", "/api/openapi.json")).body;
    const settings = await callerOf(world.app)("GET", "/api/v1/notifications/settings", { token: tokens["user"] });
    expect(info["x-push-public-key"]).toMatch(/^[\w-]{87}$/);
    expect(info["x-push-public-key"]).toBe(settings.body.push.publicKey);
  });

  it("knows every status that a call without ids answers", async () => {
    const { paths } = JSON.parse(text);
    const unknown: string[] = [];
    for (const { name, method, path, caller = "" } of routes()) {
      if (method !== "GET" || /[:*]/.test(path) || NOT_DESCRIBED.includes(name)) continue;
      const { status } = await callerOf(world.app)(method, path, { token: tokens[caller] });
      const { responses } = paths[path].get;
      if (status < 400 && !(status in responses)) unknown.push(`${name}: ${status}`);
    }
    expect(unknown).toEqual([]);
  });
});
