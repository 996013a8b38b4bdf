import { InputError, type Vec3 } from '../../index.ts';
import { type Files, type LoadedCell, unitFactors } from '../../io/index.ts';
import type { Constraint } from '../../plan/index.ts';
import { entryOf } from '../../words/entries.ts';
import { DECIMAL } from '../terminal/option-values.ts';
import { slashed } from '../terminal/slashed-path.ts';
import { besideEquals } from './beside-equals.ts';
import type { PlanOptions } from './plan-options.ts';

const AXES: Readonly<Record<string, Vec3>> = {
  x: [1, 0, 0],
  y: [0, 1, 0],
  z: [0, 0, 1],
  '-x': [-1, 0, 0],
  '-y': [0, -1, 0],
  '-z': [0, 0, -1],
};

/** What --upright and --constraints say, and a request. */
export async function readConstraints(
  files: Files,
  cell: LoadedCell,
  options: PlanOptions,
  asked: readonly Constraint[],
): Promise<readonly Constraint[]> {
  const upright = (options.upright ?? []).map((text) => uprightOf(text, cell));
  const read = options.constraints === undefined ? [] : await fromFile(files, slashed(options.constraints));
  if (options.time === true && cutsCorners(options.blend) && upright.length + read.length + asked.length > 0)
    throw new InputError(
      '--time cuts corners, on which --upright, --constraints and the path_constraints of a request would not be proven to hold; give --blend 0, which stops at corners, or leave one of them out',
    );
  return [...asked, ...upright, ...read];
}

/** Those that are not named are not cut. */
function cutsCorners(blend: PlanOptions['blend']): boolean {
  if (blend === undefined || typeof blend === 'number') return blend !== 0;
  return Object.values(blend).some((radius) => radius !== 0);
}

/** `tool0=0.1`, or with an axis of the link other than z, `tool0/-z=0.1`. */
function uprightOf(text: string, { robots, units }: LoadedCell): Constraint {
  const [who = '', angle = ''] = besideEquals(text) ?? [];
  const value = Number(angle);
  if (who === '' || !DECIMAL.test(angle) || !Number.isFinite(value))
    throw new InputError(`--upright ${text}: should be link=angle, or link/axis=angle with one of ${Object.keys(AXES).join(', ')}`);
  const axis = Object.keys(AXES).find((name) => who.endsWith(`/${name}`));
  const link = axis === undefined ? who : who.slice(0, -axis.length - 1);
  // as of goals: the robot stands before ':' or '/', unless a link is called just so
  const isLink = robots.some(({ links }) => links.some(({ name }) => name === link));
  const robot = isLink ? undefined : robots.find(({ name }) => link.startsWith(`${name}:`) || link.startsWith(`${name}/`));
  const named = robot === undefined ? link : link.slice(robot.name.length + 1);
  const having = robots.filter(({ links }) => links.some(({ name }) => name === named));
  if (robot === undefined && having.length > 1)
    throw new InputError(
      `--upright ${text}: the link '${named}' belongs to several robots; write ${having.map(({ name }) => `${name}/${named}=…`).join(' or ')}`,
    );
  const owner = robot ?? having[0];
  return {
    ...(owner === undefined ? {} : { robot: owner.name }),
    link: named,
    axis: entryOf(AXES, axis ?? 'z'),
    tolerance: value * unitFactors(units).angle,
  };
}

async function fromFile(files: Files, path: string): Promise<readonly Constraint[]> {
  const text = new TextDecoder().decode(await files.read(path));
  try {
    const content: unknown = JSON.parse(text);
    if (Array.isArray(content)) return content;
  } catch (cause) {
    throw new InputError(`is no JSON: ${(cause as Error).message}`, { file: path });
  }
  throw new InputError(
    'should be a list of constraints: { "link", "axis", "up", "tolerance" } or { "link", "point", "box": { "min", "max", "pose" } }',
    {
      file: path,
    },
  );
}
