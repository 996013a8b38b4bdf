import { parse } from 'node:path';
import { InputError } from '../../index.ts';
import { type Files, isMeshFile, readStepFile, readStepMesh, type StepMesh } from '../../io/index.ts';
import { counted } from '../../words/shown-number.ts';
import { slashed } from '../terminal/slashed-path.ts';

/** A body of the step, once it is settled whether it is tested against itself. */
export interface StepBody extends StepMesh {
  readonly self: boolean;
  /** Whether the step file said so. */
  readonly selfGiven: boolean;
}

/** What the files on the command line say. */
export interface StepScene {
  readonly name: string;
  readonly bodies: readonly StepBody[];
  /** Names of bodies that are not tested against each other. */
  readonly allowed: readonly (readonly [string, string])[];
  readonly clearance: number;
  readonly tolerance?: number;
}

export interface StepSceneWishes {
  /** Pairs of the same mesh too, where it moves and the file does not say otherwise. */
  readonly self: boolean;
  readonly weld?: true;
  readonly maxWork?: number;
  /** Told before a body is read. */
  readonly onBody: (name: string) => void;
}

const ADVICE = 'give two frames of each body (twice the same file: it stands), or one step file (inbetween-step/1)';

/** Pairs of mesh files, or one step file. */
export async function readStepScene(files: Files, paths: readonly string[], wishes: StepSceneWishes): Promise<StepScene> {
  const places = paths.map(slashed);
  const scene = places.length === 1 ? await sceneFile(files, places[0], wishes) : await meshPairs(files, places, wishes);
  const { bodies } = scene;
  // A mesh alone is tested against itself, as there is nothing else; what stands cannot come to touch itself.
  const isAlone = bodies.length === 1;
  const judged = bodies.map((body) => ({
    ...body,
    self: body.self ?? (isAlone || (wishes.self && body.end !== null)),
    selfGiven: body.self !== undefined,
  }));
  if (isAlone && !judged[0].self)
    throw new InputError(`nothing to test: ${bodies[0].name} is the only body, and "self" is false`, { file: paths[0] });
  const tested = (bodies.length * (bodies.length - 1)) / 2 - new Set(scene.allowed.map((pair) => [...pair].sort().join('\n'))).size;
  if (tested === 0 && !judged.some(({ self }) => self))
    throw new InputError('nothing to test: all pairs of bodies are allowed, and none is tested against itself (--self)', {
      file: paths[0],
    });
  return { ...scene, bodies: judged };
}

interface ReadScene extends Omit<StepScene, 'bodies'> {
  readonly bodies: readonly StepMesh[];
}

async function sceneFile(files: Files, path: string, { weld, maxWork, onBody }: StepSceneWishes): Promise<ReadScene> {
  if (isMeshFile(path)) throw new InputError(`is one frame, which does not move; ${ADVICE}`, { file: path });
  return readStepFile(files, path, { weld, maxWork, onBody: ({ name }) => onBody(name) });
}

async function meshPairs(files: Files, paths: readonly string[], { weld, maxWork, onBody }: StepSceneWishes): Promise<ReadScene> {
  const scene = paths.find((path) => /\.json$/i.test(path));
  if (scene !== undefined) throw new InputError('is no mesh; a step file is given alone', { file: scene });
  if (paths.length % 2 === 1) throw new InputError(`${counted(paths.length, 'file')}: ${ADVICE}`);
  const bodies: StepMesh[] = [];
  for (let i = 0; i < paths.length; i += 2) {
    onBody(paths[i]);
    const body = await readStepMesh(files, [paths[i], paths[i + 1]], { weld, maxWork });
    const same = bodies.filter(({ name }) => name.replace(/ \(\d+\)$/, '') === body.name).length;
    bodies.push(same > 0 ? { ...body, name: `${body.name} (${same + 1})` } : body);
  }
  return { name: pairsName(paths, bodies), bodies, allowed: [], clearance: 0 };
}

/** 'cloth0 to cloth1', or the names of the bodies. */
function pairsName(paths: readonly string[], bodies: readonly StepMesh[]): string {
  const names = bodies.map(({ name }) => name);
  if (names.length === 1) return [...new Set([names[0], parse(paths[1]).name])].join(' to ');
  return names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
}
