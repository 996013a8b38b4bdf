import { statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { InputError } from '../../index.ts';
import type { NamedBy } from '../../io/index.ts';
import { type DiskFiles, files } from '../../node/index.ts';
import type { Streams } from './streams.ts';

/** Remembers where it read, so that nothing of it is written over. */
export interface RecordedFiles extends DiskFiles {
  readonly paths: ReadonlySet<string>;
}

/** Where files that the command line names may name others, beyond what lies beside them and in their packages. */
export interface OutsideWish {
  /** True: anywhere. */
  readonly allowOutside?: boolean;
  /** Folders in which they may name others too. */
  readonly within?: readonly string[];
}

/** What a command reads. */
export function inputFiles({ allowOutside = false, within = [] }: OutsideWish, env: Streams['env'] = {}): RecordedFiles {
  for (const folder of within)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new InputError(`--within ${folder}: there is no such folder`);
  return recorded(files(undefined, { outside: allowOutside, within: [...within, ...rosFolders(env)] }));
}

function recorded(from: DiskFiles): RecordedFiles {
  const paths = new Set<string>();
  return {
    paths,
    read: (path: string, named?: NamedBy) => {
      paths.add(path);
      return from.read(path, named);
    },
    place: (path: string, named?: NamedBy) => {
      paths.add(path);
      return from.place(path, named);
    },
    list: (path: string, named?: NamedBy) => from.list(path, named),
  };
}

/** Where the person's ROS has its packages: what xacro makes calls their meshes by absolute paths. */
function rosFolders({ AMENT_PREFIX_PATH = '', ROS_PACKAGE_PATH = '' }: Streams['env']): readonly string[] {
  const listed = (text: string) => text.split(delimiter).filter((folder) => folder !== '');
  return [...listed(AMENT_PREFIX_PATH).map((prefix) => join(prefix, 'share')), ...listed(ROS_PACKAGE_PATH)];
}
