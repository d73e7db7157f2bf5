import { join } from "node:path";

/** What the page needs of the description. */
interface Description {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly tags: readonly string[];
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema; example?: object }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Schema {
  readonly [keyword: string]: unknown;
}

const PWA = join(import.meta.dirname ?? "", "../../pwa");

/** The description as a page in the app's colours. It needs no script but the theme's. */
export function pageOf({ tags, paths }: Description, publicUrl: string): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation }))
  );
  const groups = tags.map(({ name }) => ({ name, calls: calls.filter((call) => call.tags.includes(name)) }));
  return `<!doctype html>
<html lang="en" data-theme="dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>For developers · Orin</title>
<meta name="description" content="Orin's API: how to log in, what to send, what it answers.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script>${Deno.readTextFileSync(join(PWA, "theme.js"))}</script>
<style>${Deno.readTextFileSync(join(PWA, "src/ui/palette.css"))}${STYLE}</style>
</head>
<body>
<header><a href="/">Orin</a></header>
<main>
<h1>For developers</h1>
<p class="lead">Everything the app does goes through this API. The same description for programs, OpenAPI 3.1:
<a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Sections"><ul>
${[...GUIDE.map(({ title }) => title), ...groups.map(({ name }) => name)].map(link).join("\n")}
</ul></nav>
${
    GUIDE.map(({ title, text }) => `<section><h2 id="${idOf(title)}">${title}</h2>${text(publicUrl)}</section>`).join(
      "\n",
    )
  }
${groups.map(({ name, calls }) => groupOf(name, calls, publicUrl)).join("\n")}
</main>
</body>
</html>`;
}

interface Call extends Operation {
  readonly path: string;
  readonly method: string;
}

/** What holds for every call. */
const GUIDE: readonly { readonly title: string; text(publicUrl: string): string }[] = [
  {
    title: "Logging in",
    text: (url) =>
      `<p>Log in once and send the token with each call. A token ends with its session: on log-out, a new password, or a
suspension. Admins log in to the back office by itself, with a second factor.</p>${
        code(
          `TOKEN=$(curl -s ${url}/api/auth/login -H 'Content-Type: application/json' \\\n  -d '{"email":"you@example.com","password":"…"}' | jq -r .token)\ncurl ${url}/api/v1/balance -H "Authorization: Bearer $TOKEN"`,
        )
      }`,
  },
  {
    title: "Doing things once",
    text: () =>
      `<p>Send an <code>Idempotency-Key</code> with every change, a UUID that you make. When the line breaks, send the
same again: the same key and content gets the first answer, and nothing happens twice. The same key with other content
is refused with <code>key_reused</code>. Where the body has an id, such as <code>playlistId</code>, that id is the key.</p>
<p>Without a key, the same gift, withdrawal or extra play within a minute is one: the answer is the first one, with
<code>repeated</code>. Where nobody can say whether it was stored, the answer is 503 with <code>outcome_unknown</code>:
look at the balance and the history before you try again.</p>`,
  },
  {
    title: "Refusals",
    text: () =>
      `<p>Each refusal has the same shape. <code>code</code> is for your program, <code>message</code> for people,
<code>fields</code> names what is wrong in a form. Name the <code>requestId</code> when you write to support.</p>${
        code(
          `{\n  "error": "Please enter a valid email address",\n  "message": "Please enter a valid email address",\n  "code": "invalid_request",\n  "requestId": "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a",\n  "fields": { "email": "Please enter a valid email address" }\n}`,
        )
      }`,
  },
  {
    title: "Limits",
    text: () =>
      `<p>Too many tries answer 429, a service that is away 503: both say in <code>Retry-After</code> how many seconds to
wait. A JSON body has at most 64 KB and 30 seconds to arrive.</p>
<p>Log-ins and sign-ups of a busy network answer 403 with <code>proof_required</code> and a <code>challenge</code>, as
ALTCHA describes it. Find the number that makes the SHA-256 of <code>salt + number</code> the challenge, and send the call
again with the solution as Base64 of JSON in the body's <code>altcha</code>. Libraries for ALTCHA do that in about a
second.</p>`,
  },
];

function groupOf(name: string, calls: readonly Call[], publicUrl: string): string {
  return `<section><h2 id="${idOf(name)}">${text(name)}</h2>\n${
    calls.map((call) => callOf(call, publicUrl)).join("\n")
  }</section>`;
}

function callOf(call: Call, publicUrl: string): string {
  const { method, path, summary, description, operationId, parameters, requestBody, responses } = call;
  const body = requestBody?.content["application/json"];
  const done = Object.entries(responses).find(([status]) => status.startsWith("2"));
  const answer = done?.[1].content?.["application/json"]?.schema;
  const named = parameters.filter((one) => one.name !== undefined);
  return `<details id="${text(operationId)}"><summary><span class="call"><b class="${method}">${method}</b>
<code>${text(path)}</code></span><span>${text(summary)}</span></summary>
${description ? `<p>${text(description)}</p>` : ""}
${named.length > 0 ? `<h3>In the address</h3>${fieldsOf(named.map(fieldOfParameter))}` : ""}
${body ? `<h3>Body</h3>${fieldsOf(fieldsIn(body.schema))}` : ""}
${answer ? `<h3>Answer ${done?.[0]}</h3>${fieldsOf(fieldsIn(answer))}` : ""}
<h3>Example</h3>${code(curlOf(call, publicUrl))}</details>`;
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

function fieldOfParameter({ name = "", required = false, schema = {} }: Parameter): Field {
  return { name, required, type: typeOf(schema), description: "" };
}

function fieldsIn(schema: Schema): Field[] {
  const properties = (schema["properties"] ?? {}) as Record<string, Schema>;
  const required = (schema["required"] ?? []) as string[];
  return Object.entries(properties).flatMap(([name, member]) => [
    { name, required: required.includes(name), type: typeOf(member), description: String(member["description"] ?? "") },
    // What the rows of a list are, `plays[].playId`.
    ...fieldsIn(itemsOf(member)).map((field) => ({ ...field, name: `${name}[].${field.name}` })),
  ]);
}

/** A list whose places differ says `items: false`. */
function itemsOf({ items }: Schema): Schema {
  return typeof items === "object" && items !== null ? items as Schema : {};
}

function fieldsOf(fields: readonly Field[]): string {
  if (fields.length === 0) return "<p>See openapi.json.</p>";
  const rows = fields.map(({ name, type, required, description }) => {
    const said = `${type}${required ? "" : ", optional"}${description ? `: ${description}` : ""}`;
    return `<li><code>${text(name)}</code> <span>${text(said)}</span></li>`;
  });
  return `<ul class="fields">${rows.join("")}</ul>`;
}

/** In words: "text", "list of objects", "card or tokens". */
function typeOf(schema: Schema): string {
  const { type, prefixItems, anyOf } = schema;
  const values = schema["enum"];
  if (Array.isArray(values)) return values.map(String).join(" or ");
  if ("const" in schema) return String(schema["const"]);
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map((one) => typeOf(one as Schema)))].join(" or ");
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((one) => typeOf(one as Schema)).join(", ")}]`;
  if (type === "array") return `list of ${typeOf(itemsOf(schema))}`;
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(" or ");
  const limit = typeof schema["maxLength"] === "number" ? `, at most ${schema["maxLength"]} characters` : "";
  return type === "string" ? `text${limit}` : String(type ?? "anything");
}

function curlOf({ method, path, security, requestBody }: Call, publicUrl: string): string {
  const example = requestBody?.content["application/json"]?.example;
  const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0);
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${publicUrl}${path}`,
    ...(isOpen ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...(method === "GET" ? [] : [`-H "Idempotency-Key: $(uuidgen)"`]),
    ...(requestBody
      ? [`-H 'Content-Type: application/json'`, `-d '${example ? JSON.stringify(example) : "{…}"}'`]
      : []),
  ].join(" \\\n  ");
}

function link(title: string): string {
  return `<li><a href="#${idOf(title)}">${text(title)}</a></li>`;
}

function idOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, "-");
}

function code(lines: string): string {
  return `<pre tabindex="0"><code>${text(lines)}</code></pre>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function text(plain: string): string {
  return plain.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

const STYLE = `
*{box-sizing:border-box;min-width:0}
body{margin:0;overflow-wrap:anywhere;background:var(--canvas);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
header,main{max-width:60rem;margin:0 auto;padding:1rem 1.25rem}
header a{font-weight:800;font-size:1.25rem;color:var(--ink);text-decoration:none;display:inline-block;padding:.5rem 0}
h1{font-size:clamp(1.5rem,8vw,2.25rem);line-height:1.15;margin:.5rem 0}h2{margin:2.5rem 0 .75rem;scroll-margin-top:1rem}h3{margin:1rem 0 .25rem;font-size:1rem}
a{color:var(--link)}.lead{color:var(--ink-soft);font-size:1.125rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:0;list-style:none}nav a{display:inline-block;padding:.6rem 0}
pre{background:var(--sunken);border:1px solid var(--line);border-radius:.75rem;padding:.875rem 1rem;overflow-x:auto;margin:.5rem 0}
code{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.875rem;overflow-wrap:anywhere}pre code{overflow-wrap:normal}
details{background:var(--surface);border:1px solid var(--line);border-radius:.75rem;margin:.5rem 0;padding:0 1rem}
details[open]{padding-bottom:1rem}
summary{cursor:pointer;display:flex;flex-wrap:wrap;gap:.125rem 1rem;justify-content:space-between;padding:.75rem 0;min-height:2.75rem}
summary>span:last-child{color:var(--ink-soft)}
.call b{display:inline-block;min-width:4rem;font-size:.8125rem;color:var(--accent)}
.fields{padding:0;list-style:none;margin:.25rem 0}.fields li{padding:.25rem 0;border-top:1px solid var(--line)}.fields span{color:var(--ink-soft)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:.25rem}
`;
