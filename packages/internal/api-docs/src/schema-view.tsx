import { nameOf, type Field, type Schema } from './open-api.ts';

/** The fields of an object, of the objects in an array, or of the variants of a schema. */
export function fieldsOf({ properties = {}, required = [], items, anyOf = [] }: Schema): Field[] {
  const own = Object.entries(properties);
  return [
    ...own.map(([name, schema]) => ({ name, schema, required: required.includes(name) })),
    ...(items === undefined ? anyOf : [items]).flatMap(fieldsOf),
  ];
}

/** Fields with those within them. A named schema is a link to the part of the page that shows it. */
export function Fields({ title, fields }: { title: string; fields: readonly Field[] }) {
  if (fields.length === 0) return <></>;
  return (
    <>
      {title !== '' && <h3>{title}</h3>}
      <ul class="fields">
        {fields.map(({ id, name, schema, required = false }) => (
          <li id={id}>
            <code>{name}</code>{' '}
            <span class="muted">
              <Line text={typeOf(schema) + (required ? '' : ', optional')} />
            </span>
            <p>
              <Line text={`${schema.description ?? ''} ${boundsOf(schema)}`} />
            </p>
            <Fields title="" fields={fieldsOf(schema)} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Text of the description: Markdown, of which it uses paragraphs, code and links. */
export const Prose = ({ text }: { text: string }) =>
  text.split(/\n\n+/).map((paragraph) => (
    <p>
      <Line text={paragraph} />
    </p>
  ));

const Line = ({ text }: { text: string }) =>
  text.split(/(`[^`]{0,200}`|\[[^\][]{1,200}\]\([^()]{1,500}\))/).map((part) => {
    if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>;
    const [, label, url] = /^\[([^\]]*)\]\(([^)]*)\)$/.exec(part) ?? [];
    return url === undefined ? <>{part}</> : <a href={url}>{label}</a>;
  });

/** The type as Markdown: `array of [Item](#Item)`. */
function typeOf(schema: Schema): string {
  const { $ref, type = 'anything', format = '', enum: values, anyOf = [], items, properties } = schema;
  if ($ref !== undefined) return `[${nameOf($ref)}](#${nameOf($ref)})`;
  const literals = values ?? (schema.const === undefined ? [] : [schema.const]);
  const either = [...literals.map((value) => JSON.stringify(value)), ...anyOf.map(typeOf)];
  if (either.length > 0) return [...new Set(either)].join(' or ');
  if (items !== undefined) return `array of ${typeOf(items)}`;
  if (typeof schema.additionalProperties === 'object' && properties === undefined)
    return `map of ${typeOf(schema.additionalProperties)}`;
  return { uuid: 'id', 'date-time': 'time' }[format] ?? [type].flat().join(' or ');
}

function boundsOf(schema: Schema): string {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum = Infinity } = schema.anyOf?.[0] ?? schema;
  const range = (least: number | undefined, most: number): string =>
    least === undefined ? `At most ${most}` : `${least} to ${most}`;
  if (maxLength !== undefined) return `${range(minLength, maxLength)} characters.`;
  if (maxItems !== undefined) return `${range(minItems, maxItems)} entries.`;
  return maximum < Number.MAX_SAFE_INTEGER ? `${range(minimum, maximum)}.` : '';
}
