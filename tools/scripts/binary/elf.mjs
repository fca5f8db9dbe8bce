// Debug information is a seventh of Node's binary. `strip` removes it too, but supports its own platform only.

const ALLOCATED = 2n;
const NO_BITS = 8;

/** A 64-bit little-endian ELF file without sections that are never loaded: symbols, debug information, comments. */
export function stripElf(bytes) {
  if (bytes.readUInt32BE(0) !== 0x7f454c46 || bytes[4] !== 2 || bytes[5] !== 1)
    throw new Error('not a 64-bit ELF file');
  const tableAt = Number(bytes.readBigUInt64LE(0x28));
  const size = bytes.readUInt16LE(0x3a);
  const sections = Array.from({ length: bytes.readUInt16LE(0x3c) }, (_, index) =>
    bytes.subarray(tableAt + index * size, tableAt + (index + 1) * size),
  );
  const names = sections[bytes.readUInt16LE(0x3e)];
  const namesAt = offsetOf(names);
  const nameOf = (section) => {
    const start = namesAt + section.readUInt32LE(0);
    return bytes.toString('latin1', start, bytes.indexOf(0, start));
  };

  // The first section is empty, and loaded ones come before others.
  const kept = sections.filter((section, index) => index === 0 || (section.readBigUInt64LE(8) & ALLOCATED) !== 0n);
  const numbers = new Map(kept.map((section, index) => [sections.indexOf(section), index]));
  const end = Math.max(
    ...kept.filter((each) => each.readUInt32LE(4) !== NO_BITS).map((each) => offsetOf(each) + sizeOf(each)),
  );

  let text = '\0';
  const headers = kept.map((section, index) => {
    const header = Buffer.from(section);
    if (index > 0) {
      header.writeUInt32LE(text.length, 0);
      text += `${nameOf(section)}\0`;
    }
    // The other section that it belongs to.
    for (const field of [0x28, 0x2c]) {
      const isLink = field === 0x28 || (header.readBigUInt64LE(8) & 0x40n) !== 0n;
      if (isLink) header.writeUInt32LE(numbers.get(header.readUInt32LE(field)) ?? 0, field);
    }
    return header;
  });
  const ownName = text.length;
  text += '.shstrtab\0';
  const own = Buffer.alloc(size);
  own.writeUInt32LE(ownName, 0);
  own.writeUInt32LE(3, 4);
  own.writeBigUInt64LE(BigInt(end), 0x18);
  own.writeBigUInt64LE(BigInt(text.length), 0x20);
  own.writeBigUInt64LE(1n, 0x30);

  const newTableAt = Math.ceil((end + text.length) / 8) * 8;
  const stripped = Buffer.alloc(newTableAt + (headers.length + 1) * size);
  bytes.copy(stripped, 0, 0, end);
  stripped.write(text, end, 'latin1');
  Buffer.concat([...headers, own]).copy(stripped, newTableAt);
  stripped.writeBigUInt64LE(BigInt(newTableAt), 0x28);
  stripped.writeUInt16LE(headers.length + 1, 0x3c);
  stripped.writeUInt16LE(headers.length, 0x3e);
  return stripped;
}

const offsetOf = (section) => Number(section.readBigUInt64LE(0x18));
const sizeOf = (section) => Number(section.readBigUInt64LE(0x20));
