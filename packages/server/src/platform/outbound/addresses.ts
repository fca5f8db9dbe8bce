import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Public as far as the registries go, but a cloud's own service answers there inside its machines. */
const internalAll: readonly Network[] = [ipaddr.parseCIDR('168.63.129.16/32')];
/** All that is handed out to the public. What lies outside has embedded IPv4 addresses of any kind in it. */
const globalIpv6: Network = ipaddr.parseCIDR('2000::/3');

/** Whether an IP address may be connected to. `exempt` are ranges that are allowed although they are not public. */
export interface AddressRule {
  isPublic(address: string): boolean;
  isExempt(address: string): boolean;
}

/** Throws where a CIDR is malformed. `ownAddresses` are this machine's: not public for anybody on it. */
export function createAddressRule(
  exempt: readonly string[],
  ownAddresses: () => readonly string[] = () => [],
): AddressRule {
  const exemptAll = exempt.map((cidr): Network => {
    if (!ipaddr.isValid(cidr)) return ipaddr.parseCIDR(cidr);
    const address = ipaddr.parse(cidr);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
  const isOwn = (address: Address): boolean =>
    ownAddresses().some((own) => parse(own)?.toNormalizedString() === address.toNormalizedString());
  return {
    isPublic: (text) => {
      const address = parse(text);
      if (address === undefined || address.range() !== 'unicast' || isIn(address, internalAll)) return false;
      return (address.kind() === 'ipv4' || isIn(address, [globalIpv6])) && !isOwn(address);
    },
    isExempt: (text) => {
      const address = parse(text);
      return address !== undefined && isIn(address, exemptAll);
    },
  };
}

/** An IPv4 address mapped into IPv6 is read as the IPv4 address it is. */
function parse(text: string): Address | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

function isIn(address: Address, networks: readonly Network[]): boolean {
  return networks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
}
