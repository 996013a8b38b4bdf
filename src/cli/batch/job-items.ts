/** Items of a job, in its order: cells are loaded and files read when their turn comes, lines as they are wanted. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { InputError } from '../../index.ts';
import type { JobTask } from '../../io/index.ts';
import type { JobItem } from '../../node/job/job-item.ts';
import { cellItems } from './cell-items.ts';
import type { JobSource } from './job-source.ts';
import { namedFiles } from './named-files.ts';
import { sceneItems } from './scene-items.ts';
import { stepItems } from './step-items.ts';
import type { ItemWishes, TaskSource } from './task-source.ts';

/** `limit`: the first so many. */
export async function* jobItems(source: JobSource, wishes: ItemWishes, limit: number = Infinity): AsyncGenerator<JobItem> {
  let count = 0;
  const ids = new Set<string>();
  for (const task of source.tasks) {
    const own = taskSource(source, task, wishes);
    if (wishes.options.proof !== undefined) refuseProof(task);
    const items = task.cell !== undefined ? cellItems(own) : task.scene !== undefined ? sceneItems(own) : stepItems(own);
    for await (const item of items) {
      if (count++ >= limit) return;
      // items of files of many are told apart by their lines
      if (item.isAlone && ids.has(item.id))
        throw new InputError(`two items of the job are called ${JSON.stringify(item.id)}; give tasks names`);
      if (item.isAlone) ids.add(item.id);
      yield item;
    }
  }
  if (count === 0) throw new InputError('the job has no items: its files are empty, or hold no plan for its scene');
}

/** What of a task is not proven, by name. */
function refuseProof({ name, cell, scene }: JobTask): void {
  if (cell === undefined && scene === undefined) throw new InputError(`--proof: steps are not proven yet, and '${name}' is about steps`);
}

function taskSource({ tasks, named, folder }: JobSource, task: JobTask, wishes: ItemWishes): TaskSource {
  const { files, outputs } = wishes;
  const isAbsolute = (name: string) => /^([a-z]:)?[\\/]/i.test(name);
  const place = (name: string) => (isAbsolute(name) ? name : folder + name);
  const before = tasks.length > 1 ? `${task.name}/` : '';
  return {
    ...wishes,
    task,
    named,
    namedFiles:
      named === undefined
        ? files
        : {
            read: (path, own) =>
              files.read(path, {
                by: [...named.by, ...(own?.by ?? [])],
                // what a file says of packages is no word of the person
                ...(own?.package === undefined ? {} : { package: { ...own.package, given: false } }),
              }),
          },
    place,
    idOf: (path) => before + (folder !== '' && path.startsWith(folder) ? path.slice(folder.length) : path),
    expand: async (names) => {
      const found = await namedFiles(files, names.map(place), named);
      const written = found.find((file) => outputs.has(resolve(file)));
      if (written !== undefined) throw new InputError(`${written}: the job would read what it writes; give the results another place`);
      return found;
    },
    subject: (bytes) => ({ id: createHash('sha256').update(bytes).digest('hex'), bytes }),
  };
}
