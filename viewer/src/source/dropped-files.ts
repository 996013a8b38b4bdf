/** Files that a person drops or chooses: folders, zips, single ones; and what of them can be opened. */
import { InputError } from 'inbetween';
import { parseUrdf, type UrdfModel } from 'inbetween/io';
import { type FileKind, fileKind, OPENABLE } from './file-kinds.ts';
import { type FileSet, isSafePath } from './file-set.ts';
import type { Source } from './opened.ts';
import type { WantedFiles } from './source-link.ts';
import type { DroppedEntry, TakenItem } from './taken-items.ts';
import { unzipped } from './zip-reader.ts';

export { isMissingFile } from './file-set.ts';

type FilesSource = Extract<Source, { kind: 'files' }>;

/** Something that can be opened by itself. */
export interface Candidate {
  readonly path: string;
  readonly kind: FileKind;
}

/** What came out of a drop. */
export interface Dropped {
  /** Files by their paths. */
  readonly files: FileSet;
  /** The likeliest to be meant first; at least one. */
  readonly candidates: readonly Candidate[];
}

/** A robot with all its meshes is a tenth of it. */
const MOST_FILES = 5000;
const MOST_BYTES = 512 * 2 ** 20;

/** What lies in folders and is nobody's robot. */
const IGNORED = /(^|\/)(\.[^./][^/]*|__MACOSX|node_modules|Thumbs\.db|desktop\.ini)(\/|$)/;

/** Everything in a drop, folders with all that is in them. */
export function droppedFiles(taken: readonly TakenItem[]): Promise<FileSet> {
  return collected(async (box) => {
    for (const { entry, file } of taken) {
      if (entry !== null) await box.takeEntry(entry, '');
      else if (file !== null) await box.takeFile(file, file.name);
    }
  });
}

/** A proof, by its name or by how it begins. */
export function isProof(path: string, bytes: Uint8Array): boolean {
  return /\.proof(\.gz)?$/i.test(path) || new TextDecoder().decode(bytes.subarray(0, 40)).startsWith('{"kind":"inbetween-proof/');
}

/** Files that were chosen; those of a folder say where in it they lie. */
export function chosenFiles(files: Iterable<File>): Promise<FileSet> {
  return collected(async (box) => {
    for (const file of files) await box.takeFile(file, file.webkitRelativePath || file.name);
  });
}

/** What of it can be opened; throws where nothing can. `before`: files that were there already. */
export function openable(files: FileSet, before: FileSet = {}): Dropped {
  const all = { ...before, ...files };
  const kinds = Object.entries(all).map(([path, bytes]) => ({ path, kind: fileKind(path, bytes) }));
  const found = kinds.filter(({ kind }) => OPENABLE.includes(kind) && kind !== 'xacro');
  // meshes beside a robot are most likely its own
  const wholes = found.filter(({ kind }) => kind !== 'mesh' && kind !== 'cloud');
  const candidates = wholes.length > 0 ? wholes : found;
  const depth = ({ path }: Candidate) => path.split('/').length;
  const rank = ({ kind }: Candidate) => OPENABLE.indexOf(kind);
  candidates.sort((a, b) => rank(a) - rank(b) || depth(a) - depth(b) || (a.path < b.path ? -1 : 1));
  if (candidates.length === 0) throw nothingToOpen(kinds);
  return { files: all, candidates };
}

/** One of the candidates as a source, with what was dropped around it. */
export function chosenSource(
  { files, candidates }: Dropped,
  main: string = candidates[0].path,
  geometry: FilesSource['geometry'] = 'collision',
): FilesSource {
  const { kind } = candidates.find(({ path }) => path === main) ?? { kind: 'other' };
  const beside = kind === 'robot' || kind === 'mesh' || kind === 'cloud' ? besides(files, main, kind) : [];
  return { kind: 'files', files, main, path: null, geometry, ...(beside.length === 0 ? {} : { beside }) };
}

/** The files of a link, wherever they lie now; null: what it opens is not among them. */
export function wantedSource(files: FileSet, { main, path, geometry, beside = [] }: WantedFiles): FilesSource | null {
  const last = (one: string) => one.split('/').at(-1);
  const found = (wanted: string) =>
    Object.hasOwn(files, wanted) ? [wanted] : Object.keys(files).filter((one) => last(one) === last(wanted));
  const [[own], [way = null], around] = [found(main), path === null ? [] : found(path), beside.flatMap((one) => found(one).slice(0, 1))];
  return own === undefined
    ? null
    : { kind: 'files', files, main: own, path: way, geometry, ...(around.length === 0 ? {} : { beside: around }) };
}

/** Something that stands for itself, or a shape that may stand beside it. */
export function holds(files: FileSet, what: 'whole' | 'shape'): boolean {
  const isShape = (kind: FileKind) => kind === 'mesh' || kind === 'cloud';
  return Object.entries(files).some(([path, bytes]) => {
    const kind = fileKind(path, bytes);
    return what === 'shape' ? isShape(kind) : OPENABLE.includes(kind) && kind !== 'xacro' && !isShape(kind);
  });
}

/** What is open or lacks files, with files that came later; null where these are of no use to it. */
export function withMore(source: FilesSource, more: FileSet): FilesSource | null {
  const of = (...kinds: FileKind[]) => Object.keys(more).filter((path) => kinds.includes(fileKind(path, more[path])));
  if (Object.keys(more).length === of('other', 'xacro').length) return null;
  const { main, geometry } = source;
  const files = { ...source.files, ...more };
  const kind = fileKind(main, files[main]);
  const around = chosenSource({ files, candidates: [{ path: main, kind }] }, main, geometry).beside ?? [];
  const loose = of('mesh', 'cloud').filter((path) => !path.includes('/'));
  const beside = kind === 'cell' ? [...new Set([...(source.beside ?? []), ...loose])] : around;
  const path = of('path')[0] ?? source.path;
  return { kind: 'files', files, main, path, geometry, ...(beside.length === 0 ? {} : { beside }) };
}

/** Which shapes a robot has, those for collisions first; of anything else, and of what cannot be read, there is one kind. */
export function shapesOf(files: FileSet, path: string): readonly FilesSource['geometry'][] {
  if (!Object.hasOwn(files, path) || fileKind(path, files[path]) !== 'robot') return ['collision'];
  const found = (['collision', 'visual'] as const).filter((geometry) =>
    linksOf(files[path], path, geometry).some((link) => link[geometry].length > 0),
  );
  return found.length > 0 ? found : ['collision'];
}

/** The only planning scene of a robot, and meshes and clouds that nothing else names. */
function besides(files: FileSet, main: string, kind: FileKind): string[] {
  const others = Object.keys(files).filter((path) => path !== main);
  const of = (...kinds: FileKind[]) => others.filter((path) => kinds.includes(fileKind(path, files[path])));
  if (kind !== 'robot') return of('mesh', 'cloud');
  const scenes = of('planning-scene');
  const named = new Set(
    others.concat(main).flatMap((path) => (fileKind(path, files[path]) === 'robot' ? meshNames(files[path], path) : [])),
  );
  // those in folders belong to packages
  const loose = of('mesh', 'cloud').filter((path) => !path.includes('/') && !named.has(path));
  return [...(scenes.length === 1 ? scenes : []), ...loose];
}

/** Names of all mesh files of a robot, without their folders. */
function meshNames(bytes: Uint8Array, path: string): string[] {
  return (['collision', 'visual'] as const).flatMap((geometry) =>
    linksOf(bytes, path, geometry).flatMap((link) =>
      link[geometry].flatMap(({ shape }) => (shape.type === 'mesh' ? [shape.filename.split('/').at(-1) ?? ''] : [])),
    ),
  );
}

/** None where it cannot be read, which opening it tells. */
function linksOf(bytes: Uint8Array, path: string, geometry: FilesSource['geometry']): UrdfModel['links'] {
  try {
    return parseUrdf(bytes, path, geometry).links;
  } catch (cause) {
    if (cause instanceof InputError) return [];
    throw cause;
  }
}

function nothingToOpen(kinds: readonly Candidate[]): InputError {
  const first = (kind: FileKind) => kinds.find((one) => one.kind === kind)?.path;
  const xacro = first('xacro');
  if (xacro !== undefined)
    return new InputError('has macros of xacro, which are not read here; make a URDF of it: xacro robot.urdf.xacro > robot.urdf', {
      file: xacro,
    });
  const scene = first('planning-scene');
  if (scene !== undefined) return new InputError('is a planning scene of MoveIt; drop the URDF of its robot with it', { file: scene });
  const request = first('motion-request');
  if (request !== undefined)
    return new InputError('is a motion plan request of MoveIt; drop the URDF of its robot with it', { file: request });
  const srdf = first('srdf');
  if (srdf !== undefined) return new InputError('says which links may touch; drop the URDF of its robot with it', { file: srdf });
  const path = first('path');
  if (path !== undefined) return new InputError('is a path; drop the cell or the robot that it is for with it', { file: path });
  const what = kinds.length === 0 ? 'nothing is in it' : `of ${kinds.length} files none can be opened`;
  return new InputError(`${what}; drop a cell, a URDF with its meshes, a scene, STL, OBJ, PLY, GLB, GLTF, DAE, OFF, PCD or XYZ`);
}

async function collected(fill: (box: Box) => Promise<void>): Promise<FileSet> {
  const box = new Box();
  await fill(box);
  return box.files;
}

class Box {
  readonly files: Record<string, Uint8Array> = {};
  private count = 0;
  private bytes = 0;

  async takeEntry(entry: DroppedEntry, folder: string): Promise<void> {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (IGNORED.test(path)) return;
    if (entry.isFile) await this.takeFile(await fileOf(entry), path);
    else if (entry.isDirectory) for (const child of await childrenOf(entry)) await this.takeEntry(child, path);
  }

  async takeFile(file: File, path: string): Promise<void> {
    if (IGNORED.test(path)) return;
    // before it is read: what is too much must not be in memory first
    this.check(1, file.size);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!/\.zip$/i.test(path)) {
      this.put(path, bytes);
      return;
    }
    const inside = await unzipped(bytes, path, { files: MOST_FILES - this.count, bytes: MOST_BYTES - this.bytes });
    for (const [name, content] of Object.entries(inside)) if (!IGNORED.test(name)) this.put(name, content);
  }

  private put(path: string, bytes: Uint8Array): void {
    if (!isSafePath(path)) throw new InputError('has a name that cannot be used here', { file: path });
    this.check(1, bytes.length);
    this.count++;
    this.bytes += bytes.length;
    this.files[path] = bytes;
  }

  private check(count: number, bytes: number): void {
    const advice = 'drop the folder of the robot alone';
    if (this.count + count > MOST_FILES) throw new InputError(`these are more than ${MOST_FILES} files; ${advice}`);
    if (this.bytes + bytes > MOST_BYTES) throw new InputError(`these are more than ${MOST_BYTES / 2 ** 20} MiB; ${advice}`);
  }
}

function fileOf(entry: DroppedEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file?.(resolve, reject));
}

/** Browsers give a hundred at a time. */
async function childrenOf(entry: DroppedEntry): Promise<DroppedEntry[]> {
  const reader = entry.createReader?.();
  const out: DroppedEntry[] = [];
  for (;;) {
    const some = await new Promise<readonly DroppedEntry[]>((resolve, reject) => reader?.readEntries(resolve, reject));
    if (some.length === 0) return out;
    out.push(...some);
  }
}
