import { exampleOf } from './example-value.ts';
import { jsonOf, type Endpoint, type OpenApi } from './open-api.ts';

/** Whether a page can call the operation: it exchanges JSON, and its response ends. */
function isTryable({ path, requestBody, responses }: Endpoint): boolean {
  const sent = requestBody === undefined || jsonOf(requestBody.content) !== undefined;
  const types = Object.values(responses).flatMap(({ content = {} }) => Object.keys(content));
  return sent && path !== '/files/tus' && types.every((type) => type === 'application/json');
}

/** A form that the client script sends to this server with the visitor's API key. Hidden without the script. */
export function TryForm({ api, endpoint }: { api: OpenApi; endpoint: Endpoint }) {
  const { operationId, method, path, parameters = [], requestBody, security = [] } = endpoint;
  if (!isTryable(endpoint)) return <></>;
  const body = jsonOf(requestBody?.content);
  const idOf = (name: string): string => `${operationId}-${name}`;
  return (
    <details class="try">
      <summary>Try it</summary>
      <noscript>
        <p>The form needs JavaScript.</p>
      </noscript>
      <form hidden data-method={method} data-path={path}>
        {security.length > 0 && (
          <div class="field">
            <label for={idOf('key')}>API key</label>
            <input id={idOf('key')} name="key" type="password" autocomplete="off" placeholder="svc_…" />
            <p class="hint">Used for calls to this server only, and forgotten when you close this tab.</p>
          </div>
        )}
        {parameters.map(({ in: place, name, required = false }) => (
          <div class="field">
            <label for={idOf(name)}>{required ? name : `${name} (optional)`}</label>
            <input id={idOf(name)} name={name} data-in={place} required={required} autocomplete="off" />
          </div>
        ))}
        {body !== undefined && (
          <div class="field">
            <label for={idOf('body')}>Body</label>
            <textarea id={idOf('body')} name="body" rows={8} spellcheck={false}>
              {JSON.stringify(exampleOf(api, body, 'required'), null, 2)}
            </textarea>
          </div>
        )}
        <button class="button" type="submit">
          Send {method}
        </button>
        <p role="status" class="small"></p>
        <pre hidden tabindex={0} aria-label="Response"></pre>
      </form>
    </details>
  );
}
