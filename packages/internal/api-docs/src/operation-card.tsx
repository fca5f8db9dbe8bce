import { callExamples, exampleOf } from './examples.ts';
import { jsonOf, resolve, type Endpoint, type OpenApi } from './open-api.ts';
import { Fields, fieldsOf, Prose } from './schema-view.tsx';

/** An operation or an event with its parameters, bodies, errors and examples. */
export function OperationCard({ api, endpoint }: { api: OpenApi; endpoint: Endpoint }) {
  const { operationId, summary, description = '', parameters = [], requestBody, responses } = endpoint;
  const body = jsonOf(requestBody?.content);
  const answers = Object.entries(responses).map(([name, { description: text, content = {} }]) => {
    const shown = jsonOf(content) ?? { type: Object.keys(content) };
    return { name, required: true, schema: { ...shown, description: text }, example: jsonOf(content) };
  });
  const examples = [{ name: 'Request', example: body }, ...answers.filter(({ name }) => Number(name) < 400)];
  return (
    <section class="card" id={operationId}>
      <h2>
        <a href={`#${operationId}`}>{summary}</a>
      </h2>
      <p>
        <Address of={endpoint} />
      </p>
      <div class="cols">
        <div>
          <Prose text={description} />
          <Fields
            title="Parameters"
            fields={parameters.map((each) => ({ ...each, name: `${each.name} (${each.in})` }))}
          />
          <Fields title="Body" fields={fieldsOf(resolve(api, body ?? {}))} />
          <Fields title="Responses" fields={answers} />
        </div>
        <div>
          {callExamples(api, endpoint).map(({ label, source }) => (
            <Code title={label} text={source} />
          ))}
          {examples.map(
            ({ name, example }) =>
              example && <Code title={`${name} body`} text={JSON.stringify(exampleOf(api, example, 'all'), null, 2)} />,
          )}
        </div>
      </div>
    </section>
  );
}

export const Address = ({ of: { method, path } }: { of: Endpoint }) => (
  <code>
    <b>{method}</b> {path}
  </code>
);

const Code = ({ title, text }: { title: string; text: string }) => (
  <>
    <h3>{title}</h3>
    <pre tabindex={0} aria-label={title}>
      {text}
    </pre>
  </>
);
