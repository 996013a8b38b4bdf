import { edgeAdjacency, type Pose, rigidMotion, type TriangleMesh } from '../../index.ts';
import type { ToolReportStep } from '../../report/index.ts';
import { ContactForecast, PoseStream, ToolLoop, type ToolLoopOptions, ToolQuery } from '../../tool/index.ts';

// A stream of tool poses against a workpiece that yields, step by step as a haptic device would drive it: a sample
// comes in, contact is foretold from the samples so far, then the tool is moved there and the force is given out.
// Nothing of later samples is used.

export interface ToolSample {
  readonly time: number;
  readonly pose: Required<Pose>;
}

/** Newtons; a real device has its own. */
export const LIMIT = 40;
/** How far off the predicted tool may be and still count as right, metres. */
const FORGIVEN = 0.005;
/**
 * A hand that does not tremble needs no long memory; a straight line does not take a hand that slows down to turn back.
 */
const FIT = { degree: 1, memory: 0.1 };

/** What a reader should know of the session beside its numbers. */
export const SESSION_FACTS: readonly (readonly [label: string, value: string])[] = [
  ['motion', 'computed, not recorded: smooth, without the tremor and noise of a real hand'],
  [
    'fit',
    `a straight line in each coordinate, weights fall by e in ${FIT.memory} s; chosen for this motion, others warn earlier or later, or falsely`,
  ],
  ['material', 'made up, so soft that the dent can be seen'],
];
/** Seconds ahead at which the predicted tool is drawn. */
const DRAWN_AHEAD: readonly number[] = [0.25, 0.5, 0.75, 1];

/**
 * Way of the tool in contact per sub-step, as a share of its thickness: so small that it does not leave the sheet
 * behind when it is taken away.
 */
const STRIDE = 0.03;

/** A clamped sheet, made up: its rim stands, and about 20 N press the drill's end 7 mm down. */
function loopOptions(workpiece: TriangleMesh, detect: ToolLoopOptions['detect']): ToolLoopOptions {
  return {
    penalty: { stiffness: 1e9, damping: 1e6, limit: LIMIT },
    bars: { density: 3, stiffness: 5e4, bending: 0.2, shape: 2e6, damping: 8, anchors: rimOf(workpiece) },
    solver: { newton: 1, iterations: 40, accuracy: 1e-2 },
    detect,
    stride: STRIDE,
  };
}

/** Vertices of edges that have one triangle. */
export function rimOf({ indices, vertexCount }: TriangleMesh): number[] {
  const { edgeCount, ends, start } = edgeAdjacency(indices, vertexCount);
  const rim = new Set<number>();
  for (let e = 0; e < edgeCount; e++) if (start[e + 1] - start[e] === 1) rim.add(ends[2 * e]).add(ends[2 * e + 1]);
  return [...rim].sort((v, w) => v - w);
}

export class ToolSession {
  /** How long every step so far took. */
  readonly milliseconds: number[] = [];
  private readonly loop: ToolLoop;
  private readonly stream: PoseStream;
  private readonly forecast: ContactForecast<ToolSample, Required<Pose>>;

  /** `reach`: how far the tool reaches from its origin. */
  constructor(tool: TriangleMesh, workpiece: TriangleMesh, reach: number) {
    const bodies = [{ shape: tool }, { shape: workpiece }] as const;
    const query = new ToolQuery(...bodies);
    const detect: ToolLoopOptions['detect'] = (from, to, positions0, positions1) => {
      const motions = { tool: rigidMotion(from, to), workpiece: { positions0, positions1 } };
      const { status, time, contacts } = query.firstContact(motions, { zone: false });
      return { triangles: [], time: status === 'free' ? null : time, normal: contacts[0]?.normal ?? null };
    };
    this.loop = new ToolLoop(...bodies, loopOptions(workpiece, detect));
    this.stream = new PoseStream({ radius: reach, ...FIT });
    // Without a clock: what is reported does not depend on the machine.
    const options = { scale: FORGIVEN, maxMilliseconds: Infinity, clock: () => 0 };
    this.forecast = new ContactForecast(this.stream, query.checkSegment(this.loop.workpiece.positions), options);
  }

  /** Seconds looked ahead, and those of it that leave time only to flinch. */
  get horizon(): number {
    return this.forecast.horizon;
  }

  get reflex(): number {
    return this.forecast.reflex;
  }

  /** Each step when its sample has come. */
  *play(samples: readonly ToolSample[]): Generator<ToolReportStep, void> {
    const { stream, forecast, loop } = this;
    for (const [i, sample] of samples.entries()) {
      const begun = performance.now();
      const found = forecast.update(sample);
      const dt = i === 0 ? samples[1].time - sample.time : sample.time - samples[i - 1].time;
      const { pose, force, torque, depth, zone, contact } = loop.advance(sample.pose, dt);
      this.milliseconds.push(performance.now() - begun);
      const touches = contact || found.level === 'contact';
      yield {
        time: sample.time,
        pose,
        positions: Float32Array.from(loop.workpiece.positions),
        force,
        torque,
        depth,
        zone,
        level: touches ? 'contact' : found.level,
        timeToContact: touches ? 0 : found.timeToContact,
        ahead: touches ? [] : posesAhead(stream, found.timeToContact ?? forecast.horizon, found.predicted),
      };
    }
  }
}

function posesAhead(stream: PoseStream, until: number, last: Pose | null): Pose[] {
  const now = stream.time ?? 0;
  const between = DRAWN_AHEAD.filter((seconds) => (last === null ? seconds <= until : seconds < until));
  return [...between.map((seconds) => stream.stateAt(now + seconds)), ...(last === null ? [] : [last])];
}

/** One line of the stream that a haptic device would take. */
export function forceJson({ time, force, torque, depth, level, timeToContact, zone }: ToolReportStep): string {
  return JSON.stringify({ time, force, torque, depth, level, timeToContact, zone: zone.length });
}
