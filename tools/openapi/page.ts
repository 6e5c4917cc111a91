import { escapeHtml } from '../../domain/text/escapeHtml.ts';
import type { OpenApiDocument, OpenApiOperation } from './types.ts';

/** The part that the contract's schemas use. */
interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema | boolean;
  prefixItems?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  $ref?: string;
}

/** Escaped text with `code` in backticks. */
const prose = (text: string): string =>
  escapeHtml(text)
    .split('\n\n')
    .map((paragraph) => `<p>${paragraph.replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('');

/** A schema as a type in the notation of TypeScript. */
function typeText(schema: JsonSchema | boolean | undefined, indent = ''): string {
  if (schema === undefined || typeof schema === 'boolean') return 'any';
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) as string;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return parts.map((part) => typeText(part, indent)).join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => typeText(part, indent)).join(' & ');
  const deeper = `${indent}  `;
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(
      ([name, field]) =>
        `${deeper}${name}${schema.required?.includes(name) ? '' : '?'}: ${typeText(field, deeper)}\n`,
    );
    return `{\n${fields.join('')}${indent}}`;
  }
  if (schema.prefixItems) return `[${schema.prefixItems.map((item) => typeText(item, indent)).join(', ')}]`;
  if (schema.items !== undefined) return `${typeText(schema.items, indent)}[]`;
  if (typeof schema.additionalProperties === 'object') {
    return `Record<string, ${typeText(schema.additionalProperties, indent)}>`;
  }
  const names = [schema.type ?? 'any'].flat();
  return names.join(' | ') + (schema.format === undefined ? '' : ` (${schema.format})`);
}

const code = (text: string): string => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;

function access({ security }: OpenApiOperation): string {
  if (security.length === 0) return 'No access token';
  return security.length > 1 ? 'Access token or none' : 'Access token';
}

function parameterTable({ parameters = [] }: OpenApiOperation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: place, schema, example }) =>
      `<tr><th scope="row"><code>${name}</code></th><td>${place}</td><td><code>${escapeHtml(typeText(schema))}</code></td><td>${example === undefined ? '' : `<code>${escapeHtml(typeof example === 'string' ? example : JSON.stringify(example))}</code>`}</td></tr>`,
  );
  return `<h4>Parameters</h4><div class="wide"><table><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Example</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function operationSection(method: string, path: string, operation: OpenApiOperation): string {
  const body = operation.requestBody?.content['application/json'];
  const responses = Object.entries(operation.responses);
  const successes = responses
    .filter(([status]) => status.startsWith('2'))
    .map(([status, { content = {} }]) => {
      const [type, response] = Object.entries(content)[0] ?? [];
      return `<h4>Response ${status}${type === undefined ? '' : `, ${type}`}</h4>${response ? code(typeText(response.schema)) : ''}`;
    });
  const errors = responses
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, { description }]) => `<dt>${status}</dt><dd>${prose(description)}</dd>`);
  return `<section id="${operation.operationId}">
<h3>${escapeHtml(operation.summary)}</h3>
<p class="call"><strong>${method.toUpperCase()}</strong> <code>${escapeHtml(path)}</code> <span>${access(operation)}</span></p>
${parameterTable(operation)}
${body ? `<h4>Body</h4>${code(typeText(body.schema))}${body.example === undefined ? '' : `<h4>Example</h4>${code(JSON.stringify(body.example, null, 2))}`}` : ''}
${successes.join('')}
<details><summary>Errors</summary><dl>${errors.join('')}</dl></details>
</section>`;
}

/** Needs no script. */
export function referencePage(document: OpenApiDocument, base: string): string {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: all.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const links = groups.map(
    ({ name, operations }) =>
      `<li><a href="#${name}">${name}</a><ul>${operations.map(({ operation }) => `<li><a href="#${operation.operationId}">${escapeHtml(operation.summary)}</a></li>`).join('')}</ul></li>`,
  );
  const sections = groups.map(
    ({ name, description, operations }) =>
      `<section id="${name}" class="group"><h2>${name}</h2>${prose(description)}${operations.map(({ method, path, operation }) => operationSection(method, path, operation)).join('')}</section>`,
  );
  const title = escapeHtml(document.info.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/reference.css">
</head>
<body>
<a class="skip" href="#main">Skip to the operations</a>
<header><h1>${title}</h1>${prose(document.info.description)}<p><a href="/api/openapi.json">OpenAPI ${document.openapi} document</a></p></header>
<div class="columns">
<nav aria-label="Operations"><ul>${links.join('')}</ul></nav>
<main id="main" tabindex="-1">
${sections.join('\n')}
<section id="Error" class="group"><h2>The body of an error</h2>${code(typeText(document.components.schemas?.Error))}</section>
</main>
</div>
</body>
</html>
`;
}
