import { callExamples } from './call-examples.ts';
import { exampleOf } from './example-value.ts';
import { jsonOf, type Endpoint, type OpenApi, type Schema } from './open-api.ts';
import { schemaRows, typeOf, type SchemaRow } from './schema-rows.ts';

/** The documentation of one operation. */
export function EndpointCard({ api, endpoint }: { api: OpenApi; endpoint: Endpoint }) {
  const { operationId, method, path, summary, description, parameters = [], requestBody, responses } = endpoint;
  const body = jsonOf(requestBody?.content);
  const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  const answers = Object.entries(responses).filter(([status]) => Number(status) < 400);
  return (
    <section class="card" id={operationId}>
      <h2>{summary}</h2>
      <p class="address">
        <code>
          <span class="method">{method}</span> {path}
        </code>
      </p>
      {description !== undefined && <p>{withoutMarks(description)}</p>}
      {callExamples(api, endpoint).map(({ label, text }) => (
        <>
          <h3>{label}</h3>
          <pre tabindex={0}>{text}</pre>
        </>
      ))}
      {parameters.length > 0 && (
        <>
          <h3>Parameters</h3>
          <Rows
            rows={parameters.map(({ in: where, name, required = false, description: text, schema }) => ({
              name: where === 'header' ? `${name} (header)` : name,
              type: typeOf(api, schema),
              isRequired: required,
              description: text ?? schema.description ?? '',
            }))}
          />
        </>
      )}
      {body !== undefined && (
        <>
          <h3>Body</h3>
          <Rows rows={schemaRows(api, body)} />
        </>
      )}
      {answers.map(([status, { description: text, content }]) => (
        <>
          <h3>
            {status}: {withoutMarks(text)}
          </h3>
          <Answer api={api} schema={jsonOf(content)} />
        </>
      ))}
      <details>
        <summary>Refusals</summary>
        <Rows
          rows={refusals.map(([status, { description: text }]) => ({
            name: status,
            type: '',
            isRequired: true,
            description: withoutMarks(text),
          }))}
        />
      </details>
    </section>
  );
}

function Answer({ api, schema }: { api: OpenApi; schema: Schema | undefined }) {
  if (schema === undefined) return <p class="muted">No JSON.</p>;
  return (
    <details>
      <summary>{typeOf(api, schema)}</summary>
      <pre tabindex={0}>{JSON.stringify(exampleOf(api, schema, 'all'), null, 2)}</pre>
      <Rows rows={schemaRows(api, schema)} />
    </details>
  );
}

function Rows({ rows }: { rows: readonly SchemaRow[] }) {
  return (
    <ul class="fields">
      {rows.map(({ name, type, isRequired, description }) => (
        <li>
          <code>{name}</code>
          <span class="muted">
            {type}
            {isRequired ? '' : ', optional'}
          </span>
          <span>{withoutMarks(description)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The descriptions are Markdown, of which they use the marks of code only. */
const withoutMarks = (text: string): string => text.replaceAll('`', '');
