/** Writes a JSON schema as a short text that a person can read: `{ _id: text, rows: Product[] }`. */
import type { JsonSchema } from './openApi.ts';

const TYPES: Readonly<Record<string, string>> = { string: 'text', integer: 'number', boolean: 'true or false' };

/** A schema as text, over several lines where it has fields. `indent`: the blanks before a field. */
export function schemaText(schema: JsonSchema, indent = ''): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? '';
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' or ');
  const either = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(either))
    return [...new Set(either.map((one) => schemaText(one as JsonSchema, indent)))].join(' or ');
  if (Array.isArray(schema.allOf))
    return schema.allOf.map((one) => schemaText(one as JsonSchema, indent)).join(' and ');
  if (Array.isArray(schema.prefixItems))
    return `[${schema.prefixItems.map((one) => schemaText(one as JsonSchema, indent)).join(', ')}]`;
  if (schema.type === 'array') return listText((schema.items ?? {}) as JsonSchema, indent);
  if (schema.type === 'object') return objectText(schema, indent);
  return typeof schema.type === 'string' ? (TYPES[schema.type] ?? schema.type) : 'anything';
}

function listText(items: JsonSchema, indent: string): string {
  const one = schemaText(items, indent);
  return / or | and /.test(one) && !one.startsWith('{') ? `(${one})[]` : `${one}[]`;
}

function objectText(schema: JsonSchema, indent: string): string {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const needed = new Set(Array.isArray(schema.required) ? schema.required : []);
  const inside = `${indent}  `;
  const lines = fields.map(
    ([name, field]) => `${inside}${name}${needed.has(name) ? '' : '?'}: ${schemaText(field, inside)}`,
  );
  if (typeof schema.additionalProperties === 'object' && schema.additionalProperties !== null)
    lines.push(`${inside}[name]: ${schemaText(schema.additionalProperties as JsonSchema, inside)}`);
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}';
}
