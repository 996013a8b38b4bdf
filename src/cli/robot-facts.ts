import { type Files, parseUrdf, type UrdfModel } from '../io/index.ts';
import { shown, shownCount } from '../words/shown-number.ts';

/** What a URDF says of its robot; meshes are not read. */
export interface RobotFacts {
  readonly kind: 'robot';
  /** Name of the file. */
  readonly name: string;
  readonly robot: string;
  readonly root: string;
  readonly links: number;
  readonly joints: readonly {
    readonly name: string;
    readonly type: string;
    readonly parent: string;
    readonly child: string;
    readonly lower?: number;
    readonly upper?: number;
    readonly velocity?: number;
    readonly follows?: string;
  }[];
  /** How many of each type of shape. */
  readonly shapes: Readonly<Record<'collision' | 'visual', Readonly<Record<string, number>>>>;
  readonly warnings: readonly string[];
}

export async function robotFacts(files: Files, path: string, maxWork: number | undefined): Promise<RobotFacts> {
  const urdf = parseUrdf(await files.read(path), path, undefined, { maxWork });
  return {
    kind: 'robot',
    name: path,
    robot: urdf.name,
    root: urdf.root,
    links: urdf.links.length,
    joints: urdf.joints.map(({ name, type, parent, child, limits, mimic }) => ({
      ...{ name, type, parent, child },
      ...(limits?.lower === undefined ? {} : { lower: limits.lower }),
      ...(limits?.upper === undefined ? {} : { upper: limits.upper }),
      ...(limits?.velocity === undefined ? {} : { velocity: limits.velocity }),
      ...(mimic === undefined ? {} : { follows: mimic.joint }),
    })),
    shapes: { collision: shapesOf(urdf, 'collision'), visual: shapesOf(urdf, 'visual') },
    warnings: urdf.warnings,
  };
}

function shapesOf({ links }: UrdfModel, kind: 'collision' | 'visual'): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const link of links) for (const { shape } of link[kind]) counts.set(shape.type, (counts.get(shape.type) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** Facts as rows of a table; warnings aside. */
export function robotRows({ robot, root, links, joints, shapes }: RobotFacts): [label: string, value: string][] {
  const moving = joints.filter(({ type, follows }) => type !== 'fixed' && follows === undefined);
  const counted = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([type, count]) => `${shownCount(count)} ${type}`)
      .join(', ') || 'none';
  return [
    ['robot', robot],
    ['links', `${shownCount(links)}, the root is ${root}`],
    ['joints', `${shownCount(joints.length)}, ${shownCount(moving.length)} of them move by themselves`],
    ['collision', counted(shapes.collision)],
    ['visual', counted(shapes.visual)],
    ...moving.map(({ name, type, lower, upper, velocity }): [string, string] => {
      const range = lower === undefined && upper === undefined ? 'no limits' : `${end(lower)} to ${end(upper)}`;
      return [`  ${name}`, `${type}, ${range}${velocity === undefined ? '' : `, at most ${shown(velocity)} a second`}`];
    }),
  ];
}

function end(limit: number | undefined): string {
  return limit === undefined ? 'no limit' : shown(limit);
}
