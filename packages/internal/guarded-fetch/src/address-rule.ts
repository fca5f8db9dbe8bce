import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** A public address in the registries, but the platform service of Azure inside its virtual machines. */
const internalNetworks: readonly Network[] = [ipaddr.parseCIDR('168.63.129.16/32')];
/** All IPv6 addresses assigned for public use. Ranges outside it embed IPv4 addresses of any kind. */
const globalIpv6: Network = ipaddr.parseCIDR('2000::/3');

/** Decides which IP addresses may be connected to, at which ports. */
export interface AddressRule {
  isPublic(address: string): boolean;
  /** Whether neither the other rule nor that of ports applies. */
  isExempt(address: string): boolean;
  isPort(port: number): boolean;
}

interface AddressRuleOptions {
  /** Addresses of this machine, which do not count as public. */
  readonly ownAddresses?: () => readonly string[];
  /** Empty: any. */
  readonly ports?: readonly number[];
}

/** Throws if a CIDR of `exempt` is malformed. */
export function createAddressRule(
  exempt: readonly string[],
  { ownAddresses = () => [], ports = [] }: AddressRuleOptions = {},
): AddressRule {
  const exemptNetworks = exempt.map((cidr): Network => {
    if (!ipaddr.isValid(cidr)) return ipaddr.parseCIDR(cidr);
    const address = ipaddr.parse(cidr);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
  const isOwn = (address: Address): boolean =>
    ownAddresses().some((own) => parse(own)?.toNormalizedString() === address.toNormalizedString());
  return {
    isPublic: (text) => {
      const address = parse(text);
      if (address === undefined || address.range() !== 'unicast' || isIn(address, internalNetworks)) return false;
      return (address.kind() === 'ipv4' || isIn(address, [globalIpv6])) && !isOwn(address);
    },
    isExempt: (text) => {
      const address = parse(text);
      return address !== undefined && isIn(address, exemptNetworks);
    },
    isPort: (port) => ports.length === 0 || ports.includes(port),
  };
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function parse(text: string): Address | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

function isIn(address: Address, networks: readonly Network[]): boolean {
  return networks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
}
