import { writeFileSync } from 'node:fs';

/** A node of the tree of networks: where its two halves lead. */
type Half = Node | string | undefined;
type Node = [Half, Half];

const text = (value: string): Buffer => Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);
const map = (entries: Readonly<Record<string, Buffer>>): Buffer =>
  Buffer.concat([
    Buffer.from([(7 << 5) | Object.keys(entries).length]),
    ...Object.entries(entries).flatMap(([key, value]) => [text(key), value]),
  ]);
const number = (value: number): Buffer => Buffer.from([(6 << 5) | 4, 0, 0, value >> 8, value & 255]);
const short = (value: number): Buffer => Buffer.from([(5 << 5) | 2, value >> 8, value & 255]);

/** Writes a table of IPv4 networks (`203.0.113.0/24`) and their countries in the MaxMind DB format. */
export function writeCountryTable(path: string, networks: Readonly<Record<string, string>>): void {
  const root: Node = [undefined, undefined];
  for (const [network, country] of Object.entries(networks)) {
    const [address = '', length = '32'] = network.split('/');
    const bits = address
      .split('.')
      .map((byte) => Number(byte).toString(2).padStart(8, '0'))
      .join('')
      .slice(0, Number(length));
    let node = root;
    for (const [at, bit] of [...bits].entries()) {
      const side = bit === '1' ? 1 : 0;
      if (at === bits.length - 1) node[side] = country;
      else node = node[side] = typeof node[side] === 'object' ? node[side] : [undefined, undefined];
    }
  }
  const nodes: Node[] = [];
  const walk = (node: Node): void => {
    nodes.push(node);
    for (const half of node) if (typeof half === 'object') walk(half);
  };
  walk(root);
  const offsets = new Map<string, number>();
  const places: Buffer[] = [];
  for (const country of new Set(Object.values(networks))) {
    offsets.set(country, Buffer.concat(places).length);
    places.push(map({ country: map({ iso_code: text(country) }) }));
  }
  const recordOf = (half: Half): number => {
    if (half === undefined) return nodes.length;
    return typeof half === 'string' ? nodes.length + 16 + offsets.get(half)! : nodes.indexOf(half);
  };
  const records = nodes.flatMap((node) => node.map(recordOf));
  const tree = Buffer.from(records.flatMap((record) => [record >> 16, (record >> 8) & 255, record & 255]));
  const about = map({
    binary_format_major_version: short(2),
    binary_format_minor_version: short(0),
    build_epoch: number(1),
    database_type: text('Test-Country'),
    description: map({}),
    ip_version: short(4),
    languages: Buffer.from([0, 4]),
    node_count: number(nodes.length),
    record_size: short(24),
  });
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  writeFileSync(path, Buffer.concat([tree, Buffer.alloc(16), ...places, marker, about]));
}
