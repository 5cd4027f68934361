/** The page for people of the OpenAPI document: plain HTML without a script, one style, nothing from another host. */
import type { JsonSchema, OpenApi, Operation, Parameter } from './openApi.ts';
import { schemaText } from './schemaText.ts';

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string) => text.replace(/[&<>"]/g, (mark) => MARKS[mark] ?? mark);

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #0a7a4b; }
@media (prefers-color-scheme: dark) { :root { --accent: #4cc38a; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { margin: 0 0 .5rem; } h2 { margin: 2.5rem 0 .5rem; font-size: 1.15rem; } h3 { margin: 1rem 0 .25rem; font-size: .95rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem .75rem; } a { color: var(--accent); }
details { border-top: 1px solid var(--line); } summary { padding: .6rem 0; cursor: pointer; overflow-wrap: anywhere; }
summary b { display: inline-block; min-width: 3.2rem; color: var(--accent); } code, pre { font: 14px/1.45 ui-monospace, monospace; }
pre { background: var(--soft); padding: .75rem; overflow-x: auto; border-radius: .4rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
td:first-child { white-space: nowrap; } .inside { padding: 0 0 1rem; }
`;

/** The page as HTML. The calls stand in groups, each folded; a browser's own search opens them. */
export function openApiPage(document: OpenApi): string {
  const groups = document.tags.map(({ name }) => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation?.tags[0] === name)
        .map(([method, operation]) => operationHtml(method, path, operation as Operation)),
    );
    return `<h2 id="${html(name)}">${html(name)}</h2>\n${operations.join('\n')}`;
  });
  const links = document.tags.map(({ name }) => `<a href="#${html(name)}">${html(name)}</a>`);
  const rows = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details id="row-${html(name)}"><summary>${html(name)}</summary><pre>${html(schemaText(schema))}</pre></details>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kasuwa API</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Kasuwa API</h1>
<p>${html(document.info.description)}</p>
<p>Version ${html(document.info.version)}. The same as a file for programs: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Groups of calls">${links.join(' ')} <a href="#rows">rows</a></nav>
<main>
${groups.join('\n')}
<h2 id="rows">Rows</h2>
${rows.join('\n')}
</main>
</body>
</html>
`;
}

function operationHtml(method: string, path: string, operation: Operation): string {
  const fields = fieldsOf(operation);
  const table = `<h3>Request</h3>
<table><thead><tr><th scope="col">Field</th><th scope="col">Needed</th><th scope="col">Value</th></tr></thead><tbody>${fields.join('')}</tbody></table>`;
  return `<details id="${html(operation.operationId)}"><summary><b>${method.toUpperCase()}</b> <code>/api${html(path)}</code></summary>
<div class="inside"><p>${html(operation.description)}</p>
${fields.length > 0 ? table : '<p>The request has no fields.</p>'}
<h3>data of the answer</h3>
<pre>${html(schemaText(dataOf(operation)))}</pre></div></details>`;
}

function fieldsOf(operation: Operation): string[] {
  const parameters = operation.parameters.filter((one): one is Parameter => 'in' in one);
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const required = new Set(Array.isArray(schema?.required) ? schema.required : []);
  const inBody = Object.entries((schema?.properties ?? {}) as Record<string, JsonSchema>);
  return [
    ...parameters.map((one) => rowHtml(one.name, one.required, one.schema)),
    ...inBody.map(([name, field]) => rowHtml(name, required.has(name), field)),
  ];
}

function rowHtml(name: string, needed: boolean, schema: JsonSchema): string {
  const items = (schema.items ?? {}) as JsonSchema;
  const meaning = [schemaText(schema), schema.description ?? items.description ?? ''].filter(Boolean).join('. ');
  return `<tr><td><code>${html(name)}</code></td><td>${needed ? 'yes' : 'no'}</td><td>${html(meaning)}</td></tr>`;
}

function dataOf(operation: Operation): JsonSchema {
  const answer = operation.responses['200'] as {
    content: { 'application/json': { schema: { properties: { data: JsonSchema } } } };
  };
  return answer.content['application/json'].schema.properties.data;
}
