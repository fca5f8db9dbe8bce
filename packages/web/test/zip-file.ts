import { crc32, deflateRawSync } from 'node:zlib';

export interface PackedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly isStored?: boolean;
  readonly isEncrypted?: boolean;
  /** The size that the archive tells, in the place of the true one. */
  readonly toldSize?: number;
  /** Whether the sizes are in a ZIP64 field. */
  readonly isZip64?: boolean;
}

/** A ZIP archive as another program could have written it, also with lies. */
export function zipFile(files: readonly PackedFile[]): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const bytes = Buffer.from(file.content);
    const packed = file.isStored ? bytes : deflateRawSync(bytes);
    const name = Buffer.from(file.name);
    const size = file.toldSize ?? bytes.length;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(45, 0);
    common.writeUInt16LE(0x800 | (file.isEncrypted ? 1 : 0), 2);
    common.writeUInt16LE(file.isStored ? 0 : 8, 4);
    common.writeUInt32LE(0x5c6f_0000, 6);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(file.isZip64 ? 0xffff_ffff : packed.length, 14);
    common.writeUInt32LE(file.isZip64 ? 0xffff_ffff : size, 18);
    common.writeUInt16LE(name.length, 22);
    const extra = Buffer.alloc(file.isZip64 ? 20 : 0);
    if (file.isZip64) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(16, 2);
      extra.writeBigUInt64LE(BigInt(size), 4);
      extra.writeBigUInt64LE(BigInt(packed.length), 12);
    }
    common.writeUInt16LE(extra.length, 24);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    list.push(signed(0x0201_4b50, Buffer.from([45, 0]), common, rest, name, extra));
    parts.push(signed(0x0403_4b50, common, name, extra, packed));
    offset += parts.at(-1)?.length ?? 0;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Math.min(files.length, 0xffff), 4);
  end.writeUInt16LE(Math.min(files.length, 0xffff), 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  const isLong = files.length >= 0xffff;
  return Buffer.concat([
    ...parts,
    directory,
    ...(isLong ? [zip64End(files.length, directory.length, offset)] : []),
    signed(0x0605_4b50, end),
  ]);
}

function zip64End(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(52);
  end.writeBigUInt64LE(44n, 0);
  end.writeBigUInt64LE(BigInt(count), 20);
  end.writeBigUInt64LE(BigInt(count), 28);
  end.writeBigUInt64LE(BigInt(size), 36);
  end.writeBigUInt64LE(BigInt(offset), 44);
  const locator = Buffer.alloc(16);
  locator.writeBigUInt64LE(BigInt(offset + size), 4);
  return Buffer.concat([signed(0x0606_4b50, end), signed(0x0706_4b50, locator)]);
}

function signed(signature: number, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(signature);
  return Buffer.concat([head, ...parts]);
}
