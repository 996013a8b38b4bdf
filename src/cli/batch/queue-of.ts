import { readFile } from 'node:fs/promises';
import { InputError } from '../../index.ts';
import type { ClusterQueue } from '../../node/queue/open-queue.ts';
import type { Streams } from '../terminal/streams.ts';
import { systemReason } from '../terminal/system-reason.ts';
import { packageVersion } from '../version.ts';
import type { BatchOptions, QueueWishes } from './batch-options.ts';

/** Bytes of a key: fewer can be guessed. */
const LEAST_KEY = 16;
/** Digits of the build's hash in the version that clients and workers tell each other. */
const BUILD_DIGITS = 12;

/** Whether the job goes to a cluster: by `--queue`, or by the environment unless `--no-queue` says otherwise. */
export function isQueued({ queue, gpu }: BatchOptions, { env }: Streams): boolean {
  if (typeof queue === 'string' && gpu) throw new InputError('--gpu is for this machine; with --queue the workers answer');
  return queue !== false && (typeof queue === 'string' || (env.INBETWEEN_QUEUE ?? '') !== '');
}

/** The queue that `--queue` names, or the environment where it names none. `patience`: seconds, where nobody says. */
export async function openQueueOf(
  options: QueueWishes,
  { env }: Streams,
  patience: number,
  onNote: (text: string) => void,
): Promise<ClusterQueue> {
  const url = typeof options.queue === 'string' ? options.queue : env.INBETWEEN_QUEUE;
  if (url === undefined || url === '')
    throw new InputError('--queue: which one? --queue URL, or INBETWEEN_QUEUE in the environment; for example redis://localhost');
  const key = await keyOf(options, env);
  const [{ openQueue }, { buildHash }] = await Promise.all([
    import('../../node/queue/open-queue.ts'),
    import('../../node/queue/build-hash.ts'),
  ]);
  const build = buildHash();
  const { namespace, expire } = options;
  return openQueue(url, {
    version: `${packageVersion()}+${build.slice(0, BUILD_DIGITS)}`,
    build,
    ...(key === undefined ? {} : { key }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(expire === undefined ? {} : { expire }),
    patience: 1000 * (options.patience ?? patience),
    onNote,
  });
}

/** Nothing of it is ever shown. */
async function keyOf({ keyFile }: QueueWishes, env: Streams['env']): Promise<Uint8Array | undefined> {
  const said = env.INBETWEEN_KEY ?? '';
  if (keyFile === undefined && said === '') return undefined;
  const from = keyFile === undefined ? 'INBETWEEN_KEY' : `--key-file ${keyFile}`;
  const text =
    keyFile === undefined
      ? Buffer.from(said)
      : await readFile(keyFile).catch((cause: NodeJS.ErrnoException) => {
          const why = cause.code === 'ENOENT' ? 'no such file' : systemReason(cause);
          throw new InputError(`${from}: cannot be read: ${why}`);
        });
  // editors and shells end a file with a line
  const key = Buffer.from(text.toString('latin1').trimEnd(), 'latin1');
  if (key.length < LEAST_KEY) throw new InputError(`${from}: a key has ${LEAST_KEY} bytes or more; 'openssl rand -hex 32' makes one`);
  return key;
}
