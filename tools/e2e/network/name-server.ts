import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';

/** The current answer for a name: addresses of both families, another name, or an invalid answer. */
export type Meaning = readonly string[] | { readonly alias: string } | 'unknown' | 'fails' | 'hangs';
export type Question = { readonly name: string; readonly kind: 'A' | 'AAAA' };

const A = 1;
const CNAME = 5;
const AAAA = 28;

/** The only name server: answers with a time to live of 0, and may change each answer. */
export async function startNameServer(address: string, ask: (question: Question) => Meaning): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const question = readQuestion(message);
    if (question.type !== A && question.type !== AAAA) return;
    const kind = question.type === A ? 'A' : 'AAAA';
    const answer = writeAnswer(message, question, kind, (name) => ask({ name, kind }));
    if (answer !== undefined) socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(53, address, resolve));
  // Whoever asked may have given up.
  socket.on('error', () => undefined);
}

interface ReadQuestion {
  readonly name: string;
  readonly type: number;
  readonly end: number;
}

function readQuestion(message: Buffer): ReadQuestion {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function writeAnswer(
  message: Buffer,
  { name, end }: ReadQuestion,
  kind: Question['kind'],
  ask: (name: string) => Meaning,
): Buffer | undefined {
  const records: Buffer[] = [];
  let meaning = ask(name);
  let owner = name;
  if (typeof meaning === 'object' && 'alias' in meaning) {
    records.push(writeRecord(owner, CNAME, writeName(meaning.alias)));
    owner = meaning.alias;
    meaning = ask(owner);
  }
  if (meaning === 'hangs') return undefined;
  if (Array.isArray(meaning)) {
    const wanted = (meaning as readonly string[]).filter((each) => isIPv4(each) === (kind === 'A'));
    for (const each of wanted) records.push(writeRecord(owner, kind === 'A' ? A : AAAA, writeAddress(each)));
  }
  const header = Buffer.from(message.subarray(0, 12));
  header.writeUInt16BE(0x8580 + (meaning === 'unknown' ? 3 : meaning === 'fails' ? 2 : 0), 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, message.subarray(12, end), ...records]);
}

function writeRecord(owner: string, type: number, data: Buffer): Buffer {
  const middle = Buffer.alloc(10);
  middle.writeUInt16BE(type, 0);
  middle.writeUInt16BE(1, 2);
  middle.writeUInt16BE(data.length, 8);
  return Buffer.concat([writeName(owner), middle, data]);
}

const writeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ]);

function writeAddress(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = address.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const left = groups(head);
  const right = groups(tail ?? '');
  const all = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
