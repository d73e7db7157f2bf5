import * as z from "zod/mini";
import { ADMIN_ROLES } from "../contract/admin_roles.ts";
import { CALL_GROUPS, factsOf } from "../contract/calls/call.ts";
import { mayCall } from "../contract/calls/roles.ts";
import { ACTING_HEADER } from "../contract/memberships.ts";
import { AUDIO_FORMATS, AUDIO_NAMES, PICTURE_FORMATS, PICTURE_NAMES } from "../contract/file_formats.ts";
import type { FormFacts, FormFile, MountedRoute } from "../http/route_facts.ts";
import type { AnswerType, AnswerTypes, JsonSchema } from "./answers.ts";
import { saidInPlaceOf } from "../contract/requests/described.ts";
import { exampleOf } from "./example_of.ts";
import { EXAMPLES } from "./examples.ts";

/** What every refusal answers. */
export const PROBLEM: JsonSchema = {
  type: "object",
  required: ["error", "message", "code", "requestId"],
  properties: {
    error: { type: "string", description: "What failed, in words for people" },
    message: { type: "string", description: "The same words" },
    code: { type: "string", description: "What failed, for programs" },
    requestId: { type: "string", description: "Name it when you write to support" },
    fields: { type: "object", additionalProperties: { type: "string" }, description: "A text for each wrong field" },
    challenge: { type: "object", description: "With proof_required: a proof of work as ALTCHA describes it" },
    passkey: { type: "object", description: "With second_factor_required: what the browser asks the passkey" },
  },
};

/** The description of the API, OpenAPI 3.1: routes and requests as the app mounts them, answers as they are typed. */
export function describe(routes: readonly MountedRoute[], answers: AnswerTypes) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes.filter(({ name }) => factsOf(name) !== undefined)) {
    const path = pathOf(route);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, answers[route.name] ?? []) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Orin",
      version: "1",
      summary: "Nigerian music that pays its listeners and artists",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: CALL_GROUPS.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: { Problem: PROBLEM },
      responses: {
        Problem: {
          description: "Refused",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
        },
      },
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          description: "A UUID. The same key and content gets the first answer again, and nothing happens twice.",
          schema: { type: "string", maxLength: 255 },
        },
        ActingFor: {
          name: ACTING_HEADER,
          in: "header",
          description:
            "The id of the artist for whom a member of their team calls. Left out, the caller is the artist.",
          schema: { type: "string", format: "uuid" },
        },
      },
    },
  };
}

/** `/media/covers/*` has no name for its rest in Hono; OpenAPI needs one. */
function pathOf({ path }: MountedRoute): string {
  return path.replaceAll(/:(\w+)/g, "{$1}").replace(/\*$/, "{file}");
}

function operationOf(route: MountedRoute, answers: readonly AnswerType[]) {
  const { name, method, caller, json, form, isOptional } = route;
  const declared = factsOf(name);
  const isClosed = caller !== undefined && caller !== "anyone";
  const roles = caller === "admin" ? ADMIN_ROLES.filter((role) => mayCall(role, name)) : [];
  return {
    tags: [declared?.group ?? ""],
    operationId: name.replaceAll(/[^\w]+/g, "_").replace(/_$/, ""),
    summary: declared?.does ?? "",
    ...(isClosed && { description: whoOf(route, roles) }),
    ...(roles.length > 0 && declared?.roles && { "x-roles": roles }),
    security: isClosed ? [{ token: [] }] : caller === "anyone" ? [{}, { token: [] }] : [],
    parameters: parametersOf(route),
    ...((json || form) && {
      requestBody: {
        required: !isOptional,
        content: {
          ...(json && { "application/json": { schema: jsonSchemaOf(json), example: bodyExample(name, json) } }),
          ...(form && { "multipart/form-data": formOf(name, form) }),
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        (answers.length > 0 ? answers : [{ status: 200 }]).map((answer) => [String(answer.status), responseOf(answer)]),
      ),
      ...(isClosed && { 401: REFUSED }),
      ...((caller === "creator" || caller === "admin") && { 403: REFUSED }),
      ...((json || form || route.query) && { 400: REFUSED }),
      ...(route.path.includes(":") && { 404: REFUSED }),
      ...(method !== "GET" && { 429: REFUSED }),
      default: REFUSED,
    },
  };
}

const REFUSED = { $ref: "#/components/responses/Problem" };

function isOfTeams(right: MountedRoute["right"]): boolean {
  return right !== undefined && right !== "owner";
}

function whoOf({ caller, right }: MountedRoute, roles: readonly string[]): string {
  if (caller === "admin") return `For admins: ${roles.join(", ")}.`;
  if (caller === "creator") {
    return isOfTeams(right) ? `For creators, and for members of their team with the right ${right}.` : "For creators.";
  }
  if (caller === "enrolment") return "For admins, and for those who set themselves up.";
  return caller === "reporter" ? "For listeners; takes a report token, too." : "For people with an account.";
}

function responseOf({ status, schema }: AnswerType) {
  return {
    description: status < 300 ? "Done" : status < 400 ? "Elsewhere" : "Refused",
    ...(schema && { content: { "application/json": { schema } } }),
  };
}

function parametersOf({ path, method, query, right }: MountedRoute): unknown[] {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
  const { properties = {}, required = [] } = query ? jsonSchemaOf(query) : {};
  return [
    ...[...named, ...(path.endsWith("*") ? ["file"] : [])].map((name) => ({
      ...{ name, in: "path", required: true },
      schema: { type: "string" },
    })),
    ...Object.entries(properties).map(([name, schema]) => ({
      ...{ name, in: "query", required: required.includes(name) },
      schema,
    })),
    ...(method === "GET" ? [] : [{ $ref: "#/components/parameters/IdempotencyKey" }]),
    ...(isOfTeams(right) ? [{ $ref: "#/components/parameters/ActingFor" }] : []),
  ];
}

/** The texts of a form as a schema says, and its files; the example shows the texts, as a file has no words. */
function formOf(name: string, { files, fields }: FormFacts) {
  const texts = fields ? jsonSchemaOf(fields) : {};
  const all = Object.entries(files);
  const needed = all.filter(([, { optional }]) => optional === undefined).map(([field]) => field);
  const required = [...(texts.required ?? []), ...needed];
  return {
    schema: {
      type: "object",
      ...(required.length > 0 && { required }),
      properties: {
        ...texts.properties,
        ...Object.fromEntries(all.map(([field, file]) => [field, fileOf(file)])),
      },
    },
    ...(fields && { example: bodyExample(name, fields) }),
    encoding: Object.fromEntries(all.map(([field, { kind }]) => [field, { contentType: TYPES[kind].join(", ") }])),
  };
}

function fileOf({ kind, optional }: FormFile): JsonSchema {
  const what = kind === "picture" ? `A picture: ${PICTURE_NAMES}.` : `A recording: ${AUDIO_NAMES}.`;
  return { type: "string", format: "binary", description: optional === undefined ? what : `${what} ${optional}` };
}

const TYPES: Record<FormFile["kind"], readonly string[]> = {
  recording: Object.values(AUDIO_FORMATS).map(({ subtypes: [first] }) => `audio/${first}`),
  picture: Object.values(PICTURE_FORMATS).map(({ subtypes: [first] }) => `image/${first}`),
};

/** What a call's body may look like; some have one of their own, which a test sends. */
export function bodyExample(name: string, schema: z.ZodMiniType): unknown {
  return EXAMPLES[name] ?? exampleOf(jsonSchemaOf(schema));
}

function jsonSchemaOf(schema: z.ZodMiniType): z.core.JSONSchema.BaseSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    ...{ io: "input", unrepresentable: "any" },
    override({ zodSchema, jsonSchema }) {
      const said = saidInPlaceOf(zodSchema);
      if (!said) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      Object.assign(jsonSchema, jsonSchemaOf(said));
    },
  });
  return described;
}
