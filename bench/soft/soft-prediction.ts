// Prediction [Caby & Crosnier, §3.2]: is the contact of an operator's tool with a hull announced in time, how often wrongly, and at which rate?

import { unit } from '../../scenes/placed.ts';
import { deformHull, HULL_LENGTH, HULL_WIDTH, hull, hullHeight } from '../../scenes/soft/deforming-hull.ts';
import { DRILL_LENGTH, drill } from '../../scenes/soft/drill-motion.ts';
import { OPERATOR_MOTION_KINDS, type OperatorMotion, type OperatorMotionKind, operatorMotion } from '../../scenes/soft/operator-motions.ts';
import { ContactForecast, type ForecastOptions } from '../../src/forecast/forecast.ts';
import { type PoseSample, PoseStream } from '../../src/forecast/pose-stream.ts';
import { PairQuery, restMotion, rigidMotion } from '../../src/index.ts';
import type { Pose, Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { ToolQuery } from '../../src/tool/tool-query.ts';
import { type PartResult, progress, some } from '../shared/part.ts';
import { summarize } from '../shared/statistics.ts';
import type { Cell, Table } from '../shared/table.ts';
import type { SoftContext } from './soft-part.ts';
import { type ForecastTrial, scoreForecast } from './soft-prediction-score.ts';

/** Of the hull that announcements are judged on; its own deformation is left out, so that the truth depends on the operator alone. */
const JUDGED = 1600;
const TRIALS = 16;
/** Sizes and the rates to hold. */
const RATES: readonly (readonly [triangles: number, rate: number])[] = [
  [16_000, 60],
  [160_000, 15],
];
/** Metres: what the task forgives, and how far the tool reaches. */
const SCALE = 0.005;
const REACH = DRILL_LENGTH / 2;
/** Seconds between the instants of the truth, joined by in-between motions. */
const TRUTH_STEP = 0.01;
/** Contacts that come sooner could not be announced a second ahead. */
const SOONEST = 1.3;

type Tool = Required<Pose>;

export function prediction(context: SoftContext): PartResult {
  return { tables: [announcements(context), rates(context)] };
}

function announcements({ quick }: SoftContext): Table {
  const tool = drill();
  const workpiece = hull(quick ? 400 : JUDGED);
  const query = new ToolQuery({ shape: tool }, { shape: workpiece });
  const check = query.checkSegment();
  const start = () => forecastOf(check, { scale: SCALE });
  const rows = some(OPERATOR_MOTION_KINDS, quick).map((kind): Cell[] => {
    const since = performance.now();
    const trials = trialsOf(kind, quick ? 2 : TRIALS);
    const score = scoreForecast(trials, start, quick ? { rate: 20 } : {});
    const [leads, timing] = [summarize(score.leads), summarize(score.timing.map(Math.abs))];
    progress(`prediction, ${kind}`, since);
    return [
      kind,
      trials.length,
      score.leads.length,
      score.predictions,
      leads.min,
      leads.median,
      score.leads.filter((lead) => lead >= 0.9).length,
      ratio(score.missed, score.due),
      ratio(score.reflexMissed, score.reflexDue),
      ratio(score.falseAlarms, score.idle),
      1000 * timing.median,
      1000 * timing.p95,
    ];
  });
  return {
    file: 'soft-prediction',
    title: 'Prediction: announced, missed, false alarms',
    note:
      'Synthetic operators bring the drill upon a hull, or past it; 60 predictions a second over a horizon of 1 s, against what truly came (tremor included), found apart by certified first contact of the true motion. ' +
      'Lead: seconds before contact from which on all predictions announced it; in time: contacts with a lead of 0.9 s at least. Missed: of predictions with a contact within 0.9 s (in brackets: within the reflex interval of 0.1 s), those that announced none. ' +
      'False: of predictions with none within 1.1 s, those that announced one. Off: announced time against the true one, ms.',
    columns: [
      'operator',
      'trials',
      'contacts',
      'predictions',
      'lead, least',
      'lead, median',
      'in time',
      'missed',
      'missed, reflex',
      'false alarms',
      'off, median',
      'off, p95',
    ],
    rows,
  };
}

/** At most so many milliseconds a prediction, or all of the horizon however long it takes. */
function rates(context: SoftContext): Table {
  const rows = (context.quick ? ([[1600, 60]] as const) : RATES).flatMap(([triangles, rate]) => {
    const since = performance.now();
    const workpiece = hull(triangles);
    const motion = aimed('straight', 'rates', false, context.quick ? 1 : 4, rate);
    const found = [
      { name: `half a period of ${rate} Hz`, options: { rate } },
      { name: 'none', options: { maxMilliseconds: Number.POSITIVE_INFINITY } },
    ].map(({ name, options }): Cell[] => {
      // the first time the compiler is still at work
      heldRate(workpiece, motion, rate, options);
      return [triangles, name, rate, ...heldRate(workpiece, motion, rate, options)];
    });
    progress(`prediction over ${triangles} triangles`, since);
    return found;
  });
  return {
    file: 'soft-prediction-rate',
    title: 'Prediction: rate',
    note:
      'A straight motion towards a hull that deforms anew before every sample; one prediction a sample, until contact. Milliseconds of a prediction and the rate that follows from the 95th percentile: achieved, not promised; in time: predictions that took no longer than a period of the rate wanted. ' +
      'Checked: part of the horizon (or of the time to the contact announced) that was proven free, on average and at least; complete: predictions that left nothing unchecked. Announced at: seconds before the contact predicted, the first time. Limit: on the time of a prediction.',
    columns: [
      'hull',
      'limit',
      'wanted Hz',
      'predictions',
      'ms, median',
      'ms, p95',
      'ms, most',
      'Hz achieved',
      'in time',
      'checks',
      'checked, mean',
      'checked, least',
      'complete',
      'announced at',
    ],
    rows,
  };
}

function heldRate(workpiece: ReturnType<typeof hull>, motion: OperatorMotion, rate: number, options: Partial<ForecastOptions>): Cell[] {
  const query = new ToolQuery({ shape: drill() }, { shape: workpiece });
  const positions = Float64Array.from(workpiece.positions);
  const forecast = forecastOf(query.checkSegment(positions), { scale: SCALE, ...options });
  const [ms, checked, checks]: number[][] = [[], [], []];
  let complete = 0;
  let announced = Number.NaN;
  for (const sample of motion.samples) {
    deformHull(workpiece.positions, sample.time, positions);
    const start = performance.now();
    const result = forecast.update(sample);
    ms.push(performance.now() - start);
    if (result.level === 'contact') break;
    // of what there was to prove free, as a part of the horizon
    checked.push(result.checkedUntil / (result.timeToContact ?? forecast.horizon));
    checks.push(result.checks);
    complete += result.unchecked === null ? 1 : 0;
    if (result.timeToContact !== null && Number.isNaN(announced)) announced = result.timeToContact;
  }
  const times = summarize(ms);
  const seen = summarize(checked);
  return [
    ms.length,
    times.median,
    times.p95,
    times.max,
    1000 / times.p95,
    ratio(ms.filter((x) => x <= 1000 / rate).length, ms.length),
    summarize(checks).mean,
    seen.mean,
    seen.min,
    ratio(complete, checked.length),
    announced,
  ];
}

function forecastOf(check: ReturnType<ToolQuery['checkSegment']>, options: ForecastOptions): ContactForecast<PoseSample, Tool> {
  return new ContactForecast<PoseSample, Tool>(new PoseStream({ radius: REACH }), check, options);
}

/** Three of four head for the hull, the others pass above it. */
function trialsOf(kind: OperatorMotionKind, count: number): ForecastTrial<PoseSample>[] {
  const trials: ForecastTrial<PoseSample>[] = [];
  const truth = new PairQuery({ shape: drill() }, { shape: hull(JUDGED) });
  for (let draw = 0; trials.length < count; draw++) {
    const motion = aimed(kind, draw, draw % 4 === 3, kind === 'hesitating' ? 6 : 4);
    const contactTime = firstTime(truth, motion);
    if (contactTime !== null && contactTime < SOONEST) continue;
    trials.push({ samples: motion.samples, contactTime, end: motion.duration });
  }
  return trials;
}

/** Goes downwards and would have the middle of the tool on the hull after 2.2 to 3 s; or `past` it, some way above. */
function aimed(kind: OperatorMotionKind, seed: number | string, past: boolean, duration: number, rate = 60): OperatorMotion {
  const random = new Random(`operator at hull ${kind} ${seed}`);
  const x = random.range(-0.2, 0.2) * HULL_LENGTH;
  const y = random.range(-0.2, 0.2) * HULL_WIDTH;
  const target: Vec3 = [x, y, hullHeight(x, y) + (past ? 2 * DRILL_LENGTH : 0)];
  const heading = unit([random.range(-0.6, 0.6), random.range(-0.6, 0.6), past ? 0.05 : -1]);
  const speed = random.range(0.05, 0.2);
  const arrival = random.range(2.2, 3);
  const from = (start: Vec3) => operatorMotion(kind, { seed, duration, rate, speed, heading, start });
  const { position } = from([0, 0, 0]).truth(arrival);
  return from([target[0] - position[0], target[1] - position[1], target[2] - position[2]]);
}

/** Of the true motion with the hull at rest; null where there is none until the end. */
function firstTime(query: PairQuery, { truth, duration }: OperatorMotion): number | null {
  const rest = restMotion();
  for (let i = 0; i * TRUTH_STEP < duration; i++) {
    const [from, to] = [i * TRUTH_STEP, (i + 1) * TRUTH_STEP];
    const { status, time } = query.firstContact({ a: rigidMotion(truth(from), truth(to)), b: rest });
    if (status !== 'free') return from + time * TRUTH_STEP;
  }
  return null;
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}
