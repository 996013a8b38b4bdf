/** The program of the worker that verifies a proof, so that the page never waits. */
import { verifyProof } from 'inbetween/proof';

export type FromProver =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'found'; readonly found: Awaited<ReturnType<typeof verifyProof>> }
  | { readonly kind: 'failed'; readonly message: string };

const post = (message: FromProver): void => postMessage(message);
/** Bytes that are read at a time. */
const PART = 65_536;

/** The lines of a proof, one by one. */
async function* linesOf(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<string> {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  let at = 0;
  const parts = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + PART));
      at += PART;
      post({ kind: 'progress', share: Math.min(1, at / bytes.length) });
    },
  });
  const reader = (isCompressed ? parts.pipeThrough(new DecompressionStream('gzip')) : parts).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest: string[] = [];
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const [first, ...more] = decoder.decode(value, { stream: true }).split('\n');
    rest.push(first);
    if (more.length === 0) continue;
    yield rest.join('');
    rest = [more.pop() as string];
    yield* more;
  }
  rest.push(decoder.decode());
  if (rest.join('') !== '') yield rest.join('');
}

addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
  verifyProof(linesOf(data), { view: true }).then(
    (found) => post({ kind: 'found', found }),
    () => post({ kind: 'failed', message: 'cannot be read to its end: it is cut short, or was compressed in several parts' }),
  );
});
