/** The parts of JSON Schema that our schemas use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
}

/** A schema as a TypeScript type, with the description beside each field. */
export function typeText(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeText(one, indent)).join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map((one) => typeText(one, indent)).join(' & ');
  if (schema.type === 'array') {
    const item = typeText(schema.items ?? {}, indent);
    return / [|&] /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === 'object' && schema.properties !== undefined) return objectText(schema, indent);
  if (schema.type === 'object') return 'object';
  if (schema.type === 'integer') return 'number';
  return typeof schema.type === 'string' ? schema.type : 'unknown';
}

function objectText({ properties = {}, required = [] }: Schema, indent: string): string {
  const inside = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const text = `${inside}${name}${required.includes(name) ? '' : '?'}: ${typeText(field, inside)};`;
    const said = field.$ref === undefined ? field.description : undefined;
    return said === undefined || text.includes('\n') ? text : `${text} // ${said.replaceAll(/\s+/g, ' ')}`;
  });
  return ['{', ...fields, `${indent}}`].join('\n');
}

const nameOf = (reference: string): string => reference.replace(/^.*\//, '');
