import type { RobotPath } from '../../index.ts';
import { entryOf } from '../../words/entries.ts';
import { safeJson } from '../../words/safe-text.ts';
import { packageVersion } from '../version.ts';
import { type PathTable, pathTable } from './path-text.ts';
import { type Planned, robotPaths } from './planned.ts';

export const PLAN_FORMAT = 'inbetween-plan/1';

/** Everything that was found, for programs. */
export function planJson(planned: Planned): string {
  const { cell, scene, request, found, timed, names, clearance: least, clearanceSeconds } = planned;
  const {
    clearance = 0,
    tolerance = null,
    seed,
    shorten,
    method = 'connect',
    maxMilliseconds,
    group = null,
    moving = null,
    constraints = [],
  } = request;
  const { status, reason = null, why = null, pair = null, inTheWay = [], length, goal, certificate, stats } = found;
  const { path } = found;
  const table = path === null ? null : pathTable(scene.robots.map(({ name }) => entryOf(path, name) as RobotPath));
  const content = {
    format: PLAN_FORMAT,
    version: packageVersion(),
    cell: cell.file,
    name: cell.name,
    from: names[0],
    through: names.slice(1, -1),
    to: names[names.length - 1],
    options: { clearance, tolerance, seed, shorten, method, budget: maxMilliseconds, group, moving, constraints },
    status,
    reason,
    why,
    pair,
    inTheWay: inTheWay.map(({ step, ...rest }) => ({ ...rest, step: step.map((state) => Array.from(state)) })),
    joints: table?.names ?? null,
    path: table?.rows.map(({ positions }) => positions) ?? null,
    length: table === null ? null : length,
    goal: goal < 0 ? null : goal,
    certificate: certificate && {
      status: certificate.status,
      clearance: certificate.clearance,
      tolerance: certificate.tolerance,
      pairs: certificate.stats.pairs,
      method: certificate.stats.method,
    },
    timed: timed && {
      status: timed.status,
      seconds: timed.seconds,
      deviation: timed.deviation,
      ...(timed.certificate === null || timed.certificate.status === 'free'
        ? {}
        : { contact: { time: timed.certificate.time, seconds: timed.certificate.seconds, pair: timed.certificate.pair } }),
      ...(timed.status === 'certified' ? { trajectory: pointsJson(pathTable(robotPaths(planned))) } : {}),
    },
    least: least && { gap: least.gap, time: least.time, seconds: clearanceSeconds, pair: least.pair },
    stats,
    warnings: cell.warnings,
  };
  return `${safeJson(content, 2)}\n`;
}

function pointsJson({ rows }: PathTable) {
  return rows.map(({ seconds, positions, velocities, accelerations }) => ({ time: seconds, positions, velocities, accelerations }));
}
