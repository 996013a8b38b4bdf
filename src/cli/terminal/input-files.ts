import { delimiter, join } from 'node:path';
import type { Files, NamedBy } from '../../io/index.ts';
import { files } from '../../node/index.ts';
import type { Streams } from './streams.ts';

/** Remembers where it read, so that nothing of it is written over. */
export interface RecordedFiles extends Files {
  readonly paths: ReadonlySet<string>;
}

/** Whether files that the command line names may name others anywhere. */
export interface OutsideWish {
  readonly allowOutside?: boolean;
}

/** What a command reads. */
export function inputFiles({ allowOutside = false }: OutsideWish, env: Streams['env'] = {}): RecordedFiles {
  return recorded(files(undefined, { outside: allowOutside, within: rosFolders(env) }));
}

function recorded(from: Files): RecordedFiles {
  const paths = new Set<string>();
  return {
    paths,
    read: (path: string, named?: NamedBy) => {
      paths.add(path);
      return from.read(path, named);
    },
  };
}

/** Where the person's ROS has its packages: what xacro makes calls their meshes by absolute paths. */
function rosFolders({ AMENT_PREFIX_PATH = '', ROS_PACKAGE_PATH = '' }: Streams['env']): readonly string[] {
  const listed = (text: string) => text.split(delimiter).filter((folder) => folder !== '');
  return [...listed(AMENT_PREFIX_PATH).map((prefix) => join(prefix, 'share')), ...listed(ROS_PACKAGE_PATH)];
}
