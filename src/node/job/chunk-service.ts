/** What a worker does for a job: answers a chunk about the subject that it was sent. */
import type { TaskContext } from '../../batch/serve.ts';
import { InputError } from '../../index.ts';
import { entryOf } from '../../words/entries.ts';
import { cellAnswerer } from './answer-cell.ts';
import { queryAnswerer } from './answer-query.ts';
import { stepAnswerer } from './answer-step.ts';
import type { Chunk, ChunkAnswer, ItemKind } from './chunk.ts';

type OpenAnswerer = (bytes: Uint8Array) => (chunk: Chunk) => ChunkAnswer | Promise<ChunkAnswer>;

const ANSWERERS: Readonly<Record<ItemKind, OpenAnswerer>> = {
  path: cellAnswerer,
  motion: cellAnswerer,
  query: queryAnswerer,
  step: stepAnswerer,
};

/** Who answers items of a kind about a subject. */
export function answererOf(kind: ItemKind): OpenAnswerer {
  const open = entryOf<OpenAnswerer | undefined>(ANSWERERS, kind);
  if (open === undefined) throw new InputError(`nobody answers items of kind '${kind}'`);
  return open;
}

export function chunkService(chunk: Chunk, context: TaskContext): ChunkAnswer | Promise<ChunkAnswer> {
  return context.opened(answererOf(chunk.kind))(chunk);
}
