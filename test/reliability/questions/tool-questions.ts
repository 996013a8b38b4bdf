// A tool past a workpiece, judged by the foundation; and streams of poses, with contact foretold from them.
import { PairQuery } from '../../../src/contact/pair-query.ts';
import { ContactForecast } from '../../../src/forecast/forecast.ts';
import type { Forecast } from '../../../src/forecast/forecast-result.ts';
import { type PoseSample, PoseStream } from '../../../src/forecast/pose-stream.ts';
import type { Pose, Vec3 } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import { ToolQuery } from '../../../src/tool/tool-query.ts';
import { libraryMotion } from '../../property/random-pairs.ts';
import { near, powerOfTwo, vector } from './numbers.ts';
import type { BodySpec } from './pair-questions.ts';
import { firstDoubt, type Question } from './question.ts';
import { difference, jsonDoubt } from './same.ts';
import { meshOf, type ShapeSpec, scaledShape, soup } from './shapes.ts';
import { scaledWay, way } from './ways.ts';

interface ToolCase {
  readonly tool: BodySpec;
  readonly workpiece: ShapeSpec;
  readonly tolerance: number;
  readonly clearance: number;
  readonly boxes: number;
}

export const TOOLS: Question<ToolCase> = {
  kind: 'tool',
  make: (random) => ({
    tool: { shape: surface(random, 6), motion: way(random, 2.5, 3) },
    workpiece: surface(random, 20),
    tolerance: powerOfTwo(-8 - random.integer(14)),
    clearance: random.pick([0, 0, 0.0625]),
    boxes: 1 + random.integer(4),
  }),
  answer: askTool,
  doubt: (given) =>
    firstDoubt(
      () => jsonDoubt(askTool(given)),
      () => foundationDoubt(given),
      () => toolScaleDoubt(given),
    ),
};

function surface(random: Random, most: number): ShapeSpec {
  return { soup: soup(random, most, 0) };
}

function askTool({ tool, workpiece, tolerance, clearance, boxes }: ToolCase) {
  const body = { shape: meshOf(tool.shape, 'tool'), motion: libraryMotion(tool.motion) };
  const query = new ToolQuery(body, { shape: meshOf(workpiece, 'workpiece') }, { boxes });
  return query.firstContact({}, { tolerance, clearance, zone: true, maxIterations: 20_000 });
}

function foundationDoubt(given: ToolCase): string | null {
  const told = askTool(given);
  const { tolerance, clearance } = given;
  const pair = new PairQuery(
    { shape: meshOf(given.tool.shape, 'tool'), motion: libraryMotion(given.tool.motion) },
    { shape: meshOf(given.workpiece, 'workpiece') },
  );
  const other = pair.firstContact({}, { tolerance, clearance, contacts: 'none', maxIterations: 20_000 });
  const isDeep = ({ status, gap }: { status: string; gap: readonly [number, number] | null }): boolean =>
    status === 'overlap' || (status === 'contact' && gap !== null && gap[1] <= clearance);
  if (told.status === 'free' && isDeep(other)) return `free, but the foundation says ${other.status} at ${other.time}`;
  if (isDeep(told) && other.status === 'free') return `${told.status} at ${told.time}, but the foundation says free`;
  return isDeep(other) && told.status !== 'unresolved' && told.time > other.time
    ? `${told.status} at ${told.time}, after ${other.time}`
    : null;
}

function toolScaleDoubt(given: ToolCase): string | null {
  const told = askTool(given);
  for (const factor of [-20, 20].map(powerOfTwo)) {
    const { tool, workpiece, tolerance, clearance } = given;
    const { status, time, candidates } = askTool({
      ...given,
      tool: { shape: scaledShape(tool.shape, factor), motion: scaledWay(tool.motion, factor) },
      workpiece: scaledShape(workpiece, factor),
      tolerance: tolerance * factor,
      clearance: clearance * factor,
    });
    const found = difference({ status: told.status, time: told.time, candidates: told.candidates }, { status, time, candidates });
    if (found !== null) return `in a unit ${factor} times as long: ${found}`;
  }
  return null;
}

interface ForecastCase {
  readonly tool: ShapeSpec;
  readonly workpiece: ShapeSpec;
  readonly samples: readonly PoseSample[];
  readonly memory: number;
  readonly degree: number;
}

export const FORECASTS: Question<ForecastCase> = {
  kind: 'forecast',
  make: (random) => ({
    tool: surface(random, 4),
    workpiece: surface(random, 8),
    samples: samples(random),
    memory: random.pick([0.05, 0.1, 0.3]),
    degree: random.pick([1, 2]),
  }),
  answer: foretold,
  doubt: (given) =>
    firstDoubt(
      () => jsonDoubt(foretold(given)),
      () => difference(foretold(given), foretold(given), 'asked again'),
      () => levelDoubt(foretold(given)),
    ),
};

/** About 100 a second, towards the workpiece, with noise; now and then one twice, one late, a hole. */
function samples(random: Random): readonly PoseSample[] {
  const start = vector(random, 2);
  const speed = vector(random, 3);
  const noise = random.pick([0, 0, 0.001]);
  let quaternion = random.quaternion();
  let time = 0;
  return Array.from({ length: 3 + random.integer(12) }, () => {
    const step = random.next();
    time += step < 0.05 ? 0 : step < 0.1 ? -0.01 : step < 0.15 ? 0.5 : 0.01;
    quaternion = near(quaternion, random, 0.02) as [number, number, number, number];
    const position = [0, 1, 2].map((k) => start[k] + time * speed[k] + noise * random.range(-1, 1)) as unknown as Vec3;
    return { time, pose: { position, quaternion } };
  });
}

function foretold({ tool, workpiece, samples, memory, degree }: ForecastCase): readonly Forecast<Required<Pose>>[] {
  const query = new ToolQuery({ shape: meshOf(tool, 'tool') }, { shape: meshOf(workpiece, 'workpiece') });
  const forecast = new ContactForecast(new PoseStream({ memory, degree }), query.checkSegment(), {
    scale: 0.01,
    maxMilliseconds: Number.POSITIVE_INFINITY,
    // one that stands still: budgets are the only thing that a machine may change
    clock: () => 0,
  });
  return samples.map((sample) => forecast.update(sample));
}

function levelDoubt(told: readonly Forecast<Required<Pose>>[]): string | null {
  const wrong = told.find(
    ({ level, timeToContact, confidence, unchecked }) =>
      (level === 'clear' || level === 'unknown') !== (timeToContact === null) ||
      (level === 'clear' && (unchecked !== null || confidence === 0)) ||
      !(confidence >= 0 && confidence <= 1) ||
      (timeToContact ?? 0) < 0,
  );
  return wrong === undefined ? null : `level ${wrong.level} with contact in ${wrong.timeToContact}, confidence ${wrong.confidence}`;
}
