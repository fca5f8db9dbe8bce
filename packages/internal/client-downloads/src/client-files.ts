import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSingleBinary, readBytesPart } from '@drive/program';

/** An archive or a binary of the SDK or of drive-cli, of the version of this server. */
export interface ClientFile {
  /** `drive-sdk.tgz`, `drive-react.tgz`, `drive-cli.tgz` or `drive-cli-{os}-{arch}`. */
  readonly name: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  open(): Promise<OpenClientFile>;
}

export interface OpenClientFile {
  /** Fills the buffer from this position on. Resolves to the number of bytes, fewer than fit only at the end. */
  read(buffer: Buffer, position: number): Promise<number>;
  close(): Promise<void>;
}

/** The clients that this server hands out. */
export interface ClientFiles {
  /** The built files by name. */
  list(): Promise<ClientFile[]>;
}

const archives = ['drive-cli.tgz', 'drive-react.tgz', 'drive-sdk.tgz'];
const isClient = (name: string): boolean => archives.includes(name) || /^drive-cli-[a-z0-9]+-[a-z0-9]+$/.test(name);

/**
 * The folder that `pnpm run build` and `npm run binary` fill, seen from the bundle in `dist` and from this file; for a single
 * binary, the one that contains the program.
 */
const builtClients = (): string => {
  if (isSingleBinary) return dirname(process.execPath);
  const above = ['../clients', '../../../server/clients'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return above.find((path) => existsSync(path)) ?? above[0]!;
};

/** Reads the clients in a folder and, in a single binary, the archives inside of it. */
export function createClientFiles(directory = builtClients()): ClientFiles {
  const embedded = isSingleBinary ? archives.map(embeddedFile) : [];
  const known = new Map<string, { readonly version: string; readonly sha256: string }>();

  async function fileOnDisk(name: string): Promise<ClientFile | undefined> {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || !found.isFile()) return undefined;
    const version = `${found.size} ${found.mtimeMs}`;
    let sha256 = known.get(name)?.version === version ? known.get(name)?.sha256 : undefined;
    if (sha256 === undefined) {
      sha256 = await hashFile(path);
      known.set(name, { version, sha256 });
    }
    return { name, bytes: found.size, sha256, open: () => openFile(path) };
  }

  return {
    list: async () => {
      const names = await readdir(directory).catch(() => []);
      const others = names.filter((name) => isClient(name) && !embedded.some((file) => file.name === name));
      const onDisk = await Promise.all(others.map(fileOnDisk));
      const files = [...embedded, ...onDisk.filter((file) => file !== undefined)];
      return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}

function embeddedFile(name: string): ClientFile {
  const bytes = readBytesPart(name);
  const read = async (buffer: Buffer, position: number): Promise<number> => {
    const piece = bytes.subarray(position, position + buffer.length);
    buffer.set(piece);
    return piece.length;
  };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name, bytes: bytes.length, sha256, open: async () => ({ read, close: async () => undefined }) };
}

async function openFile(path: string): Promise<OpenClientFile> {
  const handle = await open(path);
  return {
    read: async (buffer, position) => {
      let filled = 0;
      while (filled < buffer.length) {
        const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, position + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return filled;
    },
    close: () => handle.close(),
  };
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(path);
  for await (const chunk of handle.createReadStream({ highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
