/**
 * The addresses of a small internet of two machines: the server's, and one for everything else. The latter look public
 * to the server; no packet leaves the two machines.
 */
export const server = { v4: '8.8.4.1', v6: '2606:4700:4::1' };
export const gateway = { v4: '8.8.4.2', v6: '2606:4700:4::2' };
export const nameServer = '9.9.9.9';
export const receivers = {
  good: '93.184.216.34',
  goodV6: '2606:2800:220:1::34',
  silent: '93.184.216.36',
  slow: '93.184.216.37',
  redirecting: '93.184.216.38',
  proxy: '93.184.216.39',
};
/** The address of the server's base URL. */
export const outside = '93.184.216.40';
/** Routed without a host: packets are dropped silently. */
const nobody = '93.184.216.99';
/** Reachable from the server, and forbidden for events. */
export const internal = { lan: '10.0.0.5', metadata: '169.254.169.254', shared: '100.64.0.7' };
/** Addresses of the server's own machine. */
export const own = { loopback: '127.0.0.1', loopbackV6: '::1', interface: server.v4 };

/** The addresses of the names; those that change do so with each query. */
export const names: Record<string, readonly string[]> = {
  'good.test': [receivers.good],
  'six.test': [receivers.goodV6],
  'both.test': [receivers.goodV6, receivers.good],
  'wrong.test': [receivers.good],
  'silent.test': [receivers.silent],
  'slow.test': [receivers.slow],
  'redirecting.test': [receivers.redirecting],
  'nobody.test': [nobody],
  'lan.test': [internal.lan],
  'metadata.test': [internal.metadata],
  'shared.test': [internal.shared],
  'loopback.test': [own.loopback],
  'loopback6.test': [own.loopbackV6],
  'mapped.test': ['::ffff:7f00:1'],
  'nat64.test': ['64:ff9b::a9fe:a9fe'],
  'sixtofour.test': ['2002:7f00:1::'],
  'own.test': [server.v4],
  'own6.test': [server.v6],
  'mixed.test': [receivers.good, internal.lan],
  'mixed6.test': [receivers.good, own.loopbackV6],
  'mixed-metadata.test': [internal.metadata, receivers.good],
};
/** Public at the first query and then every other time; in between one of these, in turn. */
export const rebinding = {
  name: 'rebinding.test',
  inBetween: [own.loopback, internal.metadata, internal.lan, server.v4, own.loopbackV6],
};
export const certified = Object.keys(names)
  .filter((name) => name !== 'wrong.test')
  .concat(rebinding.name, 'alias.test');
