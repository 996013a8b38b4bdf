/** About how many items a job has, counted beside the run: for progress only, results do not depend on it. */
import { createReadStream } from 'node:fs';
import type { RecordedFiles } from '../terminal/input-files.ts';
import type { JobSource } from './job-source.ts';
import { namedFiles } from './named-files.ts';

const LF = 10;
const LINES = /\.(jsonl|ndjson)$/i;

/** Undefined where that would mean reading what is not read yet: scenes, roadmaps. */
export async function jobSize({ tasks, named, folder }: JobSource, files: RecordedFiles, limit: number): Promise<number | undefined> {
  let count = 0;
  const expand = (names: readonly string[]) =>
    namedFiles(
      files,
      names.map((name) => (/^([a-z]:)?[\\/]/i.test(name) ? name : folder + name)),
      named,
    );
  try {
    for (const { scene, queries, roadmap, paths, motions, steps, frames } of tasks) {
      if (roadmap.length > 0 || (scene !== undefined && queries === undefined)) return undefined;
      count += queries?.length ?? 0;
      for (const file of await expand(paths)) count += LINES.test(file) ? await linesIn(await files.place(file, named)) : 1;
      for (const file of await expand(motions)) count += await linesIn(await files.place(file, named));
      count += (await expand(steps)).length + Math.max(0, (await expand(frames)).length - 1);
      if (count >= limit) return limit;
    }
    return Math.max(1, count);
  } catch {
    // whoever reads it says what is wrong
    return undefined;
  }
}

async function linesIn(place: string): Promise<number> {
  let count = 0;
  let last = LF;
  for await (const block of createReadStream(place, { highWaterMark: 2 ** 18 })) {
    const bytes = block as Buffer;
    for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) count++;
    last = bytes[bytes.length - 1];
  }
  return last === LF ? count : count + 1;
}
