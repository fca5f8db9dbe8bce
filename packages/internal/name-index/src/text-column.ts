/** Texts in UTF-8, one after another, each with a zero byte before and after it, which no text contains. */
export interface TextColumn {
  readonly bytes: Buffer;
  /** Offset of each text; then, as if there were one more, the offset of the next. */
  readonly starts: Uint32Array;
}

export const startOf = (column: TextColumn, position: number): number => column.starts[position]!;
export const endOf = (column: TextColumn, position: number): number => column.starts[position + 1]! - 1;

export interface TextColumnBuilder {
  /** Size of the column if it were finished now. */
  readonly byteLength: number;
  add(text: string | Buffer): void;
  /** Appends the texts of another column from `first` to before `end`. */
  copy(from: TextColumn, first: number, end: number): void;
  /** Call last. */
  finish(): TextColumn;
}

/** A character of UTF-16 is three bytes of UTF-8 at most. */
const bytesOfCharacter = 3;
const wordBytes = 4;

export function createTextColumn(): TextColumnBuilder {
  let bytes = Buffer.alloc(4096);
  let starts = Uint32Array.of(1);
  let count = 0;
  let end = 1;

  function reserve(moreBytes: number, moreTexts: number): void {
    if (end + moreBytes > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(end + moreBytes, Math.ceil(bytes.length * 1.5)));
      bytes.copy(larger, 0, 0, end);
      bytes = larger;
    }
    if (count + moreTexts >= starts.length) {
      const larger = new Uint32Array(Math.max(count + moreTexts + 1, Math.ceil(starts.length * 1.5)));
      larger.set(starts);
      starts = larger;
    }
  }

  return {
    get byteLength() {
      return end + wordBytes * (count + 1);
    },
    add: (text) => {
      reserve(text.length * bytesOfCharacter + 1, 1);
      end += typeof text === 'string' ? bytes.write(text, end) : text.copy(bytes, end);
      bytes[end] = 0;
      end += 1;
      count += 1;
      starts[count] = end;
    },
    copy: (from, first, last) => {
      const begin = startOf(from, first);
      const length = startOf(from, last) - begin;
      reserve(length, last - first);
      from.bytes.copy(bytes, end, begin, begin + length);
      for (let position = first + 1; position <= last; position += 1)
        starts[count + position - first] = startOf(from, position) - begin + end;
      count += last - first;
      end += length;
    },
    finish: () => ({ bytes: exactly(bytes, end), starts: starts.slice(0, count + 1) }),
  };
}

function exactly(bytes: Buffer, length: number): Buffer {
  const exact = Buffer.allocUnsafeSlow(length);
  bytes.copy(exact, 0, 0, length);
  return exact;
}
