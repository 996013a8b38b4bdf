/**
 * Programs of tool moves, `inbetween-program/1`: what `toolPath` takes, as JSON, with frames by their names, and all
 * numbers as the file has them: `cell-program.ts` knows the cell's units too, and multiplies.
 */
import { checkHas, checkList, checkRecord } from '../../math/check-record.ts';
import type { Quat, Vec3 } from '../../math/pose.ts';
import type { MovePace } from '../../robot/follow/pace.ts';
import type { BlendKind } from '../../robot/follow/tool-moves.ts';
import { type Files, namedFile } from '../files.ts';
import type { MeshSource } from '../mesh-source.ts';
import { POSE_KEYS, readPose } from '../robot/read-pose.ts';
import type { Located } from '../text/located-value.ts';
import { parseJson } from '../text/parse-json.ts';
import { meterOf, type ReadOptions } from '../work-meter.ts';
import { checkUnits, type PathUnits, parseUnits } from './path-units.ts';

export const PROGRAM_FORMAT = 'inbetween-program/1';

/** A pose as programs have it, in the unit of length of the program. */
export interface ProgramPose {
  /** Where its origin is. */
  readonly position: Vec3;
  /** x y z w. */
  readonly quaternion: Quat;
}

/** A frame by the name of what it is in. */
export interface ProgramFrame {
  /** `world`, `base` (of the robot that moves), an obstacle, a body, or a link, `robot/link` where several have it. */
  readonly of: string;
  /** The frame in that. Default: that itself. */
  readonly at?: ProgramPose;
}

/** Joint values of a program in its units: in order, by joint, or a named state, which is in radians and metres. */
export type ProgramValues = readonly number[] | Readonly<Record<string, number | readonly number[]>> | string;

/** One move of a program; what it is, one of its first six keys says. */
export interface ProgramMove extends MovePace {
  /** The joints go straight to these values. */
  readonly joints?: ProgramValues;
  /** The joints go straight to where the tool is at this pose. */
  readonly pose?: ProgramPose;
  /** The tool goes straight to a pose, or to where it is with given joint values. */
  readonly line?: ProgramPose | { readonly joints: ProgramValues };
  /** The tool goes along a circle to a pose. */
  readonly arc?: ProgramPose;
  /** The tool goes through poses on a spline, two at least; it ends at the last. */
  readonly spline?: readonly ProgramPose[];
  /** Nothing moves for so many seconds. */
  readonly wait?: number;
  /** The place that an arc comes through. */
  readonly through?: Vec3;
  /** What poses of this move are in. Default: that of the program. */
  readonly frame?: ProgramFrame;
  /** Values of joints that do not follow. Default: they keep theirs. */
  readonly spare?: Readonly<Record<string, number>>;
  /** How far from its end on a line may go over into the next. Default 0. */
  readonly blend?: number;
  /** Line of the file where it begins, from 1. */
  readonly fileLine?: number;
}

/** A program of tool moves as a file has it, in its units; `readCellMotions` makes a path of it. */
export interface ToolProgram {
  /** The robot that moves. Default: the only one of the cell. */
  readonly robot?: string;
  /** Name of the link that carries the tool. */
  readonly link: string;
  /** The tool's frame in the link. Default: the link's own. */
  readonly at?: ProgramPose;
  /** Where it begins. Default: where the cell has the robot. */
  readonly from?: ProgramValues;
  /** What poses are in. Default: the world. */
  readonly frame?: ProgramFrame;
  /** Joints that follow, by name. Default: all that move the link, six at most. */
  readonly joints?: readonly string[];
  /** 'orientation': only the tool's place is led. Default: nothing. */
  readonly free?: readonly 'orientation'[];
  /** How fast the tool goes and turns where moves do not say it. Default: without seconds. */
  readonly pace?: Omit<MovePace, 'seconds'>;
  /** The same of moves of joints. */
  readonly jointPace?: Pick<MovePace, 'speed' | 'acceleration'>;
  /** What the robot does in blends. Default 'parabola'. */
  readonly blends?: BlendKind;
  /** How far the tool may be from where it is to be. Default: as of `toolPath`. */
  readonly accuracy?: number;
  /** What angles and lengths are in, joint values and speeds too. Default: as the cell says, or radians and metres. */
  readonly units?: PathUnits;
  /** One after the other. */
  readonly moves: readonly ProgramMove[];
  /** Line of the file where it begins, from 1. */
  readonly fileLine?: number;
}

/** Reads a program of tool moves, JSON with comments. */
export async function readProgram(files: Files, path: string, options: ReadOptions = {}): Promise<ToolProgram> {
  return parseProgram(await namedFile(files, path, 'readProgram'), path, options);
}

/** Reads a program at hand; `file` is its name, for errors. */
export function parseProgram(source: MeshSource, file: string, options: ReadOptions = {}): ToolProgram {
  checkRecord(options, ['maxWork'], 'parseProgram');
  return readProgramTree(parseJson(source, file, { comments: true, work: meterOf(options.maxWork) }));
}

const KEYS: readonly string[] = [
  ...['format', 'robot', 'link', 'at', 'from', 'frame', 'joints', 'pace', 'jointPace'],
  ...['blends', 'accuracy', 'units', 'moves', 'free'],
];
const PACES = ['seconds', 'speed', 'turnSpeed', 'acceleration'] as const;
const TOOL_PACES = ['speed', 'turnSpeed', 'acceleration'] as const;
const JOINT_PACES = ['speed', 'acceleration'] as const;
const MOVES: ReadonlyMap<string, readonly string[]> = new Map([
  ['joints', ['joints', 'seconds', ...JOINT_PACES]],
  ['pose', ['pose', 'frame', 'seconds', ...JOINT_PACES]],
  ['line', ['line', 'frame', 'spare', 'blend', ...PACES]],
  ['arc', ['arc', 'through', 'frame', 'spare', ...PACES]],
  ['spline', ['spline', 'frame', 'spare', 'seconds', 'speed', 'turnSpeed']],
  ['wait', ['wait']],
]);
const KINDS: readonly string[] = [...MOVES.keys()];

export function readProgramTree(root: Located): ToolProgram {
  root.onlyKeys(KEYS);
  const format = root.get('format');
  if (format !== undefined && format.value !== PROGRAM_FORMAT) throw format.wrong(`"${PROGRAM_FORMAT}", the version that is read here`);
  const said = root.get('units');
  const list = root.field('moves');
  const items = list.items('a list of moves');
  if (items.length === 0) throw list.wrong('a list of at least one move');
  const at = root.get('at');
  const from = root.get('from');
  const accuracy = root.get('accuracy');
  return {
    ...optional('robot', root.get('robot')?.text()),
    link: root.field('link').text(),
    ...(at === undefined ? {} : { at: readPose(at) }),
    ...(from === undefined ? {} : { from: readValues(from) }),
    ...optional('frame', readFrame(root.get('frame'))),
    ...optional('joints', root.get('joints')?.texts()),
    ...optional('free', readFree(root.get('free'))),
    ...optional('pace', readPace(only(root.get('pace'), TOOL_PACES), TOOL_PACES)),
    ...optional('jointPace', readPace(only(root.get('jointPace'), JOINT_PACES), JOINT_PACES)),
    ...readBlends(root.get('blends')),
    ...(accuracy === undefined ? {} : { accuracy: accuracy.positive() }),
    ...(said === undefined ? {} : { units: parseUnits(said.text(), 'units', said) }),
    moves: items.map(readMove),
    fileLine: root.line,
  };
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: V });
}

function readBlends(blends: Located | undefined): { readonly blends?: BlendKind } {
  if (blends === undefined) return {};
  const kind = blends.text();
  if (kind !== 'parabola' && kind !== 'pilz' && kind !== 'triangle') throw blends.wrong('"parabola", "pilz" or "triangle"');
  return { blends: kind };
}

function readFree(free: Located | undefined): readonly 'orientation'[] | undefined {
  return free?.items().map((item) => {
    if (item.value !== 'orientation') throw item.wrong('"orientation"');
    return 'orientation';
  });
}

function readMove(move: Located): ProgramMove {
  if (!move.isMap()) throw move.wrong(`a move, an object with one of ${KINDS.join(', ')}`);
  const kinds = KINDS.filter((key) => move.get(key) !== undefined);
  if (kinds.length !== 1)
    throw move.error(kinds.length === 0 ? `has none of ${KINDS.join(', ')}` : `has ${kinds.join(' and ')}; a move is one of them`);
  const [kind] = kinds;
  move.onlyKeys(MOVES.get(kind) ?? []);
  const goal = move.field(kind);
  const pace = readPace(move, PACES) ?? {};
  const spare = move.get('spare');
  const blend = move.get('blend');
  if (blend !== undefined && !(blend.number() >= 0)) throw blend.wrong('a length ≥ 0');
  return {
    ...readGoal(kind, goal),
    ...(kind === 'arc'
      ? {
          through: move.field('through').numbers(3) as unknown as Vec3,
        }
      : {}),
    ...optional('frame', readFrame(move.get('frame'))),
    ...(spare === undefined ? {} : { spare: Object.fromEntries(spare.keys().map((key) => [key, spare.field(key).number()])) }),
    ...(blend === undefined ? {} : { blend: blend.number() }),
    ...pace,
    fileLine: move.line,
  };
}

function readSpline(goal: Located): readonly ProgramPose[] {
  const items = goal.items('a list of poses');
  if (items.length < 2) throw goal.wrong('a list of poses, two at least');
  return items.map((item) => {
    if (!item.isMap()) throw item.wrong(`a pose, { ${POSE_KEYS.slice(0, 2).join(', ')} }`);
    return readPose(item);
  });
}

function readGoal(kind: string, goal: Located): ProgramMove {
  if (kind === 'wait') return { wait: goal.positive() };
  if (kind === 'joints') return { joints: readValues(goal) };
  if (kind === 'spline') return { spline: readSpline(goal) };
  if (kind !== 'line' || goal.get('joints') === undefined) {
    if (!goal.isMap()) throw goal.wrong(`a pose, { ${POSE_KEYS.slice(0, 2).join(', ')} }`);
    return { [kind]: readPose(goal) };
  }
  goal.onlyKeys(['joints']);
  return { line: { joints: readValues(goal.field('joints')) } };
}

function readValues(values: Located): ProgramValues {
  if (typeof values.value === 'string') return values.text();
  if (values.isList()) return values.numbers();
  if (!values.isMap()) throw values.wrong('joint values in order, by name, or the name of a state');
  return Object.fromEntries(
    values.keys().map((key) => {
      const value = values.field(key);
      return [key, value.isList() ? value.numbers() : value.number()];
    }),
  );
}

function readFrame(frame: Located | undefined): ProgramFrame | undefined {
  if (frame === undefined) return undefined;
  if (typeof frame.value === 'string') return { of: frame.text() };
  if (!frame.isMap()) throw frame.wrong('the name of a frame, or { "of": name, "at": pose }');
  frame.onlyKeys(['of', 'at']);
  const at = frame.get('at');
  return { of: frame.field('of').text(), ...(at === undefined ? {} : { at: readPose(at) }) };
}

function only(map: Located | undefined, keys: readonly string[]): Located | undefined {
  map?.onlyKeys(keys);
  return map;
}

function readPace(pace: Located | undefined, keys: readonly (typeof PACES)[number][]): MovePace | undefined {
  if (pace === undefined) return undefined;
  const found = keys.flatMap((key) => {
    const value = pace.get(key);
    return value === undefined ? [] : [[key, value.positive()] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** A program as the file it can be read from again. */
export function programText(program: ToolProgram): string {
  checkHas(program, ['moves'], 'programText: program');
  const { units, moves, fileLine: _, ...rest } = program;
  checkList(moves, 'programText: moves');
  if (units !== undefined) {
    checkRecord(units, ['angle', 'length'], 'programText: units');
    checkUnits(units, 'programText: units');
  }
  const words = Object.values(units ?? {}).filter((word) => word !== undefined);
  const content = {
    format: PROGRAM_FORMAT,
    ...rest,
    ...(words.length === 0 ? {} : { units: words.join(', ') }),
    moves: moves.map((move, k) => {
      checkHas(move, [], `programText: moves[${k}]`);
      const { fileLine: _, ...own } = move;
      return own;
    }),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
