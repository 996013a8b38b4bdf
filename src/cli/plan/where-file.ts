import { InputError, type PoseGoal } from '../../index.ts';
import { type Files, type PathUnits, unitFactors } from '../../io/index.ts';
import { parseWhere, type WherePart } from './where.ts';

// A goal or start in a JSON file: a text as on the command line, a list of numbers, values by joint, the same by robot,
// { "link", "pose", "free", "tolerance" }, a JointState of ROS { "name", "position" }, or { "anyOf": [...] } of these.

export type FilePart = WherePart | { readonly anyOf: readonly (readonly WherePart[])[] };

/** Told from names of states by its ending. */
export function isWhereFile(text: string): boolean {
  return /\.json$/i.test(text);
}

export async function readWhereFile(
  files: Files,
  path: string,
  robots: readonly string[],
  units: PathUnits = {},
): Promise<readonly FilePart[]> {
  const text = new TextDecoder().decode(await files.read(path));
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw new InputError(`is no JSON: ${(cause as Error).message}`, { file: path });
  }
  const reader = new FileParts(path, robots, units);
  if (!isRecord(content) || !('anyOf' in content)) return reader.parts(content);
  const { anyOf, ...others } = content;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new InputError(`has '${other}' beside anyOf`, { file: path });
  if (!Array.isArray(anyOf) || anyOf.length === 0) throw new InputError('anyOf should be a list of one goal at least', { file: path });
  return [{ anyOf: anyOf.map((one) => reader.parts(one)) }];
}

class FileParts {
  private readonly file: string;
  private readonly robots: readonly string[];
  private readonly units: PathUnits;

  constructor(file: string, robots: readonly string[], units: PathUnits) {
    this.file = file;
    this.robots = robots;
    this.units = units;
  }

  /** Robots stand at the top, and what is wanted of them below. */
  parts(content: unknown, isOfRobot = false): WherePart[] {
    if (typeof content === 'string') return parseWhere(content, this.file, this.robots, this.units);
    if (isNumbers(content)) return [{ values: content }];
    if (!isRecord(content)) throw this.wrong('should be a text, a list of numbers, or values by joint');
    if ('link' in content) return [{ pose: this.pose(content) }];
    if (Array.isArray(content.name) && Array.isArray(content.position)) return [this.jointState(content.name, content.position)];
    const entries = Object.entries(content);
    if (entries.length === 0) throw this.wrong('is empty');
    const robots = new Set(this.robots);
    if (!isOfRobot && entries.every(([key]) => robots.has(key)))
      return entries.flatMap(([robot, own]) => this.parts(own, true).map((part) => ({ robot, ...part })));
    return [{ joints: entries.flatMap(([name, value]) => this.joint(name, value)) }];
  }

  private joint(name: string, value: unknown): [string, number][] {
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw this.wrong(`'${name}' should be a number, got ${JSON.stringify(value)}`);
    return [[name, value]];
  }

  private jointState(names: readonly unknown[], values: readonly unknown[]): WherePart {
    if (names.length !== values.length) throw this.wrong(`has ${names.length} names and ${values.length} positions`);
    return { joints: names.flatMap((name, i) => this.joint(String(name), values[i])) };
  }

  /** What it holds is checked by whoever takes it. */
  private pose(content: Readonly<Record<string, unknown>>): PoseGoal {
    if (typeof content.link !== 'string') throw this.wrong('link should be the name of a link');
    if (!isRecord(content.pose)) throw this.wrong('pose should be { "position": [x, y, z], "quaternion": [x, y, z, w] }');
    const { length, angle } = unitFactors(this.units);
    const times = (factor: number, x: unknown): unknown => (typeof x === 'number' ? factor * x : x);
    const placed = (one: unknown): unknown =>
      isRecord(one) && Array.isArray(one.position) ? { ...one, position: one.position.map((x) => times(length, x)) } : one;
    const { pose, at, tolerance, ...rest } = content;
    return {
      ...rest,
      pose: placed(pose),
      ...(at === undefined ? {} : { at: placed(at) }),
      ...(tolerance === undefined ? {} : { tolerance: toleranceOf(tolerance) }),
    } as unknown as PoseGoal;

    function toleranceOf(given: unknown): unknown {
      if (!isRecord(given)) return given;
      return {
        ...given,
        ...(given.length === undefined ? {} : { length: times(length, given.length) }),
        ...(given.angle === undefined ? {} : { angle: times(angle, given.angle) }),
      };
    }
  }

  private wrong(what: string): InputError {
    return new InputError(what, { file: this.file });
  }
}

function isNumbers(content: unknown): content is number[] {
  return Array.isArray(content) && content.every((value) => typeof value === 'number');
}

function isRecord(content: unknown): content is Readonly<Record<string, unknown>> {
  return typeof content === 'object' && content !== null && !Array.isArray(content);
}
