import { basename } from 'node:path';
import { InputError } from '../../index.ts';
import { type Files, type LoadedCell, type MotionRequest, readRobotScene, requestGoal, requestWay } from '../../io/index.ts';
import type { Bounds, Constraint, Goal, PlanState } from '../../plan/index.ts';
import { setEntry } from '../../words/entries.ts';
import { loadCell } from '../check/load-cell.ts';
import { type SourceKind, sourceKind } from '../file-format.ts';
import { slashed } from '../terminal/slashed-path.ts';
import type { PlanOptions } from './plan-options.ts';
import type { Shares } from './timed-plan.ts';

/** Where to plan, and what the files already say of the problem. */
export interface ProblemSource {
  readonly cell: LoadedCell;
  readonly from?: PlanState;
  readonly to?: Goal;
  readonly group?: string;
  readonly bounds?: Bounds;
  /** Milliseconds. */
  readonly budget?: number;
  /** Shares of the largest rates, where a trajectory is wanted. */
  readonly shares?: Shares;
  /** What holds all along the way. */
  readonly constraints?: readonly Constraint[];
  /** How start and goal are called. */
  readonly names?: readonly [from: string, to: string];
  /** How the start is called that is taken where nobody says one. */
  readonly usualStart: string;
}

/** What a query or a request says. */
type AskedProblem = Omit<ProblemSource, 'cell' | 'usualStart'>;

/** A cell, a robot or body with what stands around it, a request of MoveIt, or a query of a scene. */
export async function readProblem(files: Files, path: string, options: PlanOptions): Promise<ProblemSource> {
  const place = slashed(path);
  const { cell, request, scene } = await loadCell(files, place, options, 'plan');
  refuseMovers(cell);
  const usualStart = startName(cell, await sourceKind(files, place, 'plan'));
  if (options.query !== undefined && scene === undefined)
    throw new InputError(`--query is for a scene of robots (ccd-robot-scene/1); ${path} has no queries`);
  if (scene !== undefined) return { cell, usualStart, ...(await queryOf(files, place, options)) };
  return { cell, usualStart, ...(request === undefined ? {} : requestedOf(request, cell, options)) };
}

function startName({ robots, starts }: LoadedCell, kind: SourceKind): string {
  if (kind === 'cell') return 'start of the cell';
  if (robots.some((robot, i) => robot.neutral().some((value, k) => value !== starts[i][k]))) return 'start of the scene';
  return kind === 'mesh' ? 'the origin (give --from)' : 'all joints at 0 (give --from)';
}

/** What moves by itself has its own time, and a path that is looked for has none. */
function refuseMovers({ bodyMotions, file }: LoadedCell): void {
  const moved = Object.keys(bodyMotions);
  if (moved.length === 0) return;
  const names = moved.map((name) => `'${name}'`).join(', ');
  const [moves, it] = moved.length === 1 ? ['moves', 'it'] : ['move', 'them'];
  throw new InputError(
    `${names} ${moves} by the clock or by waypoints, which is not planned around; make ${it} an obstacle where standing, or "attach" ${it} where held`,
    { file },
  );
}

/** Start, goal and limits of a query, that of --query or the only one. */
async function queryOf(files: Files, path: string, { query: id, maxWork }: PlanOptions): Promise<AskedProblem> {
  const { queries, robots, limits } = await readRobotScene(files, path, { maxWork });
  const query = id === undefined && queries.length === 1 ? queries[0] : queries.find((one) => one.id === id);
  const bounds = limits === undefined ? {} : { bounds: floatingBounds(robots, limits) };
  if (query === undefined) {
    if (id === undefined) return bounds;
    throw new InputError(`has no query ${id}; there are ${queries.map((one) => one.id).join(', ')}`, { file: path });
  }
  return { ...bounds, from: query.from, to: query.to, names: [`start of query ${query.id}`, `end of query ${query.id}`] };
}

/** Joints of one value have their limits already; those of a floating one are of x, y, z. */
function floatingBounds(robots: LoadedCell['robots'], limits: readonly (readonly [number, number])[]): Bounds {
  const bounds: Record<string, Bounds[string]> = {};
  let at = 0;
  for (const { kind, name } of robots.flatMap(({ joints }) => joints)) {
    const own = limits.slice(at, at + (kind.orientation >= 0 ? kind.orientation : kind.size));
    at += own.length;
    if (kind.orientation < 0) continue;
    const [[x0, x1], [y0, y1], [z0, z1]] = own;
    setEntry(bounds, name, { min: [x0, y0, z0], max: [x1, y1, z1] });
  }
  return bounds;
}

function requestedOf(request: MotionRequest, { robots: [robot] }: LoadedCell, options: PlanOptions): AskedProblem {
  const { file, group, start, planningTime, scaling } = request;
  const { constraints, bounds } = requestWay(request, robot);
  return {
    from: { [robot.name]: start },
    ...(options.to === undefined ? { to: requestGoal(request, robot) } : {}),
    ...(group === '' || options.moving !== undefined ? {} : { group }),
    ...(planningTime === undefined || !(planningTime > 0) ? {} : { budget: 1000 * planningTime }),
    shares: scaling,
    constraints,
    ...(Object.keys(bounds).length === 0 ? {} : { bounds }),
    names: [`start of ${basename(file)}`, `goal of ${basename(file)}`],
  };
}
