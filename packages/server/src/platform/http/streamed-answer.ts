/**
 * Arrays of any length as the body of one JSON array, made as fast as the client takes it. Resolves when the first piece
 * is there, so that what is refused at once is refused as anywhere else; what breaks later cuts the connection.
 */
export async function streamArray(pieces: AsyncIterable<readonly unknown[]>): Promise<ReadableStream<Uint8Array>> {
  const iterator = pieces[Symbol.asyncIterator]();
  let next = await nextFilled(iterator);
  let opening = '[';
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (next === undefined) {
        controller.enqueue(encoder.encode(opening === '[' ? '[]' : ']'));
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode(opening + JSON.stringify(next).slice(1, -1)));
      opening = ',';
      next = await nextFilled(iterator);
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
}

const encoder = new TextEncoder();

async function nextFilled(iterator: AsyncIterator<readonly unknown[]>): Promise<readonly unknown[] | undefined> {
  for (;;) {
    const { done, value } = await iterator.next();
    if (done === true) return undefined;
    if (value.length > 0) return value;
  }
}
