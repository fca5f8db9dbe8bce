import type { Child } from 'hono/jsx';
import { callExamples } from './call-examples.ts';
import { Method } from './docs-nav.tsx';
import { exampleOf } from './example-value.ts';
import { jsonOf, type Endpoint, type OpenApi, type Operation, type Schema } from './open-api.ts';
import { Line, Prose } from './prose.tsx';
import { schemaRows, typeOf, type SchemaRow } from './schema-rows.ts';
import { TryForm } from './try-form.tsx';

export function EndpointCard({ api, endpoint }: { api: OpenApi; endpoint: Endpoint }) {
  const { operationId, method, path, summary, description, parameters = [], requestBody, responses } = endpoint;
  const body = jsonOf(requestBody?.content);
  const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
  return (
    <section class="card" id={operationId}>
      <h2>{summary}</h2>
      <p class="address">
        <code>
          <Method name={method} /> {path}
        </code>
      </p>
      <div class="cols">
        <div>
          {description !== undefined && <Prose text={description} />}
          <Fields
            title="Parameters"
            rows={parameters.map(({ in: place, name, required = false, description: text, schema }) => ({
              name: place === 'header' ? `${name} (header)` : name,
              type: typeOf(api, schema),
              isRequired: required,
              description: text ?? schema.description ?? '',
            }))}
          />
          {body !== undefined && <Fields title="Body" rows={schemaRows(api, body)} />}
          {successes.map(([status, { description: text, content }]) => (
            <>
              <h3>
                {status}: <Line text={text} />
              </h3>
              <ResponseFields api={api} schema={jsonOf(content)} />
            </>
          ))}
          <details>
            <summary>Errors</summary>
            <Rows
              rows={errors.map(([status, { description: text }]) => ({
                name: status,
                type: '',
                isRequired: true,
                description: text,
              }))}
            />
          </details>
        </div>
        <div>
          <Samples api={api} endpoint={endpoint} />
          {body !== undefined && <Example title="Request body" api={api} schema={body} />}
          {successes.map(([status, { content }]) => (
            <Example title={`Response ${status}`} api={api} schema={jsonOf(content)} />
          ))}
          <TryForm api={api} endpoint={endpoint} />
        </div>
      </div>
    </section>
  );
}

export function EventCard({ api, name, event }: { api: OpenApi; name: string; event: Operation }) {
  const body = jsonOf(event.requestBody?.content);
  return (
    <section class="card" id={event.operationId}>
      <h2>
        <code>{name}</code>
      </h2>
      <Prose text={event.summary} />
      {body !== undefined && (
        <div class="cols">
          <div>
            <Fields title="Body" rows={schemaRows(api, body)} />
          </div>
          <div>
            <Example title="Example" api={api} schema={body} />
          </div>
        </div>
      )}
    </section>
  );
}

/** The request as SDK, CLI and curl call. The client script copies one, and remembers the choice. */
function Samples({ api, endpoint }: { api: OpenApi; endpoint: Endpoint }) {
  const samples = callExamples(api, endpoint);
  return (
    <fieldset class="samples">
      <legend>Request</legend>
      <div class="langs">
        {samples.map(({ lang }, index) => (
          <label>
            <input type="radio" name={`${endpoint.operationId}-lang`} value={lang} checked={index === 0} />
            {lang}
          </label>
        ))}
      </div>
      {samples.map(({ lang, source }) => (
        <Code lang={lang}>{source}</Code>
      ))}
    </fieldset>
  );
}

function Code({ lang, label, children }: { lang?: string; label?: string; children?: Child }) {
  return (
    <div class="code" data-lang={lang}>
      <pre tabindex={0} aria-label={label ?? lang}>
        {children}
      </pre>
    </div>
  );
}

function Example({ title, api, schema }: { title: string; api: OpenApi; schema: Schema | undefined }) {
  if (schema === undefined) return <></>;
  return (
    <>
      <h3>{title}</h3>
      <Code label={title}>{JSON.stringify(exampleOf(api, schema, 'all'), null, 2)}</Code>
    </>
  );
}

function ResponseFields({ api, schema }: { api: OpenApi; schema: Schema | undefined }) {
  if (schema === undefined) return <p class="muted">No JSON.</p>;
  return (
    <details>
      <summary>{typeOf(api, schema)}</summary>
      <Rows rows={schemaRows(api, schema)} />
    </details>
  );
}

function Fields({ title, rows }: { title: string; rows: readonly SchemaRow[] }) {
  if (rows.length === 0) return <></>;
  return (
    <>
      <h3>{title}</h3>
      <Rows rows={rows} />
    </>
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
          {description !== '' && (
            <p>
              <Line text={description} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
