/** Names of this machine, in the forms that Node's HTTP client and its `fetch` compare with. */
const loopback = ['localhost', '127.0.0.1', '::1', '[::1]'];

/**
 * Sends all requests through the proxies that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name, except those to this machine: another
 * one cannot reach its loopback addresses. Throws if a URL is wrong.
 */
export function useProxies(): void {
  const names = ['https_proxy', 'http_proxy'];
  if (!names.some((name) => process.env[name] || process.env[name.toUpperCase()])) return;
  const excluded = process.env['no_proxy'] || process.env['NO_PROXY'];
  const noProxy = [...(excluded ? [excluded] : []), ...loopback].join(',');
  const http = process.getBuiltinModule('node:http');
  const environment = { ...process.env, no_proxy: noProxy, NO_PROXY: noProxy };
  // Node before 24.14 has it for these agents only, and Node before 22.21 not at all.
  const { setGlobalProxyFromEnv } = http as { setGlobalProxyFromEnv?: (environment: object) => unknown };
  if (setGlobalProxyFromEnv !== undefined) setGlobalProxyFromEnv(environment);
  else {
    const https = process.getBuiltinModule('node:https');
    const options = { keepAlive: true, proxyEnv: environment };
    http.globalAgent = new http.Agent(options);
    https.globalAgent = new https.Agent(options);
  }
}
