/**
 * Steps of large deforming meshes by graphics hardware: it finds the few pairs of features that may touch, and the
 * processor judges these exactly as a StepQuery does. Guarantee: answers are those of the StepQuery, bit by bit; only
 * `stats` count what was done. Whatever fails on the device, the processor does the work, and the answer says so.
 */
import { milliseconds } from '../../contact/budget.ts';
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { isLinear, type LinearFrames } from '../../soft/linear-frames.ts';
import { type StepAsked, type StepMotions, StepQuery } from '../../soft/step-query.ts';
import type { StepFirstContact, StepOptions } from '../../soft/step-result.ts';
import type { Gpu } from '../device/gpu.ts';
import { GpuFault } from '../device/gpu-fault.ts';
import { checkDevice, checkGpuMode, type GpuMode, type GpuUse } from '../device/gpu-use.ts';
import { type GpuDevice, openGpu } from '../device/open-gpu.ts';
import { measureDevice, requireSound } from './step-check.ts';
import type { StepStages } from './step-device.ts';
import { StepEstimate } from './step-estimate.ts';
import { StepFinder } from './step-finder.ts';

/** Which graphics hardware the steps use, and whether. */
export interface GpuStepOptions {
  /** The application's device. Default: one is looked for. */
  readonly device?: GpuDevice;
  /**
   * 'auto': whoever is faster, estimated from the size and from what earlier steps took. 'always': graphics hardware
   * wherever it can. 'never': the processor. Default 'auto'.
   */
  readonly gpu?: GpuMode;
}

/** Who did the work of a step. */
export interface GpuStepUse extends GpuUse {
  /** Pairs of features that a first look at the whole step could not rule out; 0 where the processor did it all. */
  readonly near: number;
  /** Those among them that were left to the processor. */
  readonly left: number;
}

/** The answer about a step, and who did the work. `stats` count only what the processor tested. */
export interface GpuStepFirstContact extends StepFirstContact {
  /** Who did the work. */
  readonly gpu: GpuStepUse;
}

/** The largest safe share of a step, and who did the work. */
export interface GpuMaxStep {
  /** Share as StepQuery.maxStep gives it: 0 to 1. */
  readonly share: number;
  /** Who did the work; of the last question where there were several. */
  readonly gpu: GpuStepUse;
}

const OPTIONS: readonly string[] = ['device', 'gpu'];
/** Below so many triangles an answer takes the processor less than a question to any device. */
const FEW = 250;

/**
 * Steps of large deforming meshes by graphics hardware, with the answers of a StepQuery, bit by bit. Keep it from step
 * to step. Positions are copied before a call returns.
 * @example
 * const steps = await GpuStep.open(new StepQuery([{ shape: cloth }, { shape: table, self: false }]));
 * const { status, contacts, gpu } = await steps.contacts({ cloth: linearMotion(before, after) });
 * if (!gpu.used) console.log(`by the processor: ${gpu.why}`);
 */
export class GpuStep {
  /** What is asked where the device cannot answer, and judges what it leaves. */
  readonly query: StepQuery;
  private readonly mode: GpuMode;
  private readonly triangles: number;
  private finder: StepFinder | null = null;
  private owned = true;
  /** Why there is none. */
  private fault = '';
  private readonly estimate: StepEstimate;
  private last: Promise<unknown> = Promise.resolve();

  /** Opens a device for the bodies of a query. Without any it does not fail: the processor answers, and says why. */
  static async open(query: StepQuery, options: GpuStepOptions = {}): Promise<GpuStep> {
    if (!(query instanceof StepQuery)) throw new InputError(`GpuStep: needs a StepQuery, got ${shownValue(query)}`);
    checkRecord(options, OPTIONS, 'GpuStep');
    const { gpu = 'auto', device } = options;
    checkGpuMode(gpu, 'GpuStep');
    checkDevice(device, 'GpuStep');
    const steps = new GpuStep(query, gpu);
    await steps.begin(device);
    return steps;
  }

  /**
   * On a device that is open, and stays so.
   * @internal
   */
  static async on(gpu: Gpu, query: StepQuery, capacity?: number): Promise<GpuStep> {
    const steps = new GpuStep(query, 'always');
    steps.finder = await StepFinder.make(gpu, query, capacity);
    steps.owned = false;
    return steps;
  }

  private constructor(query: StepQuery, mode: GpuMode) {
    this.query = query;
    this.mode = mode;
    this.triangles = query.sides.reduce((sum, { shape }) => sum + shape.mesh.triangleCount, 0);
    this.estimate = new StepEstimate(this.triangles);
  }

  private async begin(device: GpuDevice | undefined): Promise<void> {
    if (this.mode === 'never') this.fault = "gpu: 'never' was asked for";
    else if (this.mode === 'auto' && this.triangles < FEW) this.fault = `${this.triangles} triangles are too few to gain by it`;
    if (this.fault !== '') return;
    let gpu: Gpu | undefined;
    try {
      gpu = await openGpu(device);
      if (this.mode === 'auto') this.estimate.begin(await measureDevice(gpu));
      else await requireSound(gpu);
      this.finder = await StepFinder.make(gpu, this.query);
    } catch (error) {
      gpu?.close();
      this.giveUp(error);
    }
  }

  /** Answers as StepQuery.firstContact does. */
  firstContact(motions: StepMotions, options: StepOptions = {}): Promise<GpuStepFirstContact> {
    return this.queued(motions, options, (own, asked) => this.ask(own, asked, true));
  }

  /** Answers as StepQuery.contacts does. */
  contacts(motions: StepMotions, options: StepOptions = {}): Promise<GpuStepFirstContact> {
    return this.queued(motions, options, (own, asked) => this.ask(own, asked, false));
  }

  /** Answers as StepQuery.maxStep does. */
  maxStep(motions: StepMotions, options: StepOptions = {}): Promise<GpuMaxStep> {
    return this.queued(motions, options, async (own, asked) => {
      const search = this.query.safeShare(own, asked);
      let gpu: GpuStepUse = { used: false, why: this.fault, near: 0, left: 0 };
      for (let next = search.next(); ; ) {
        if (next.done) return { share: next.value, gpu };
        const answer = await this.ask(next.value.motions, next.value.options, true);
        gpu = answer.gpu;
        next = search.next(answer);
      }
    });
  }

  /** Gives back what it holds on the device; that of an application stays open. Afterwards the processor answers. */
  close(): void {
    this.giveUp(new GpuFault('lost', 'it was closed'));
  }

  /**
   * Milliseconds of the stages of one answer, each waited for.
   * @internal
   */
  async measured(motions: StepMotions, options: StepOptions, firstOnly: boolean): Promise<StepStages & { judge: number }> {
    const asked = this.query.asked(motions, options, firstOnly);
    const stages: StepStages = { convert: 0, upload: 0, trees: 0, search: 0, halves: 0, readBack: 0 };
    if (this.finder === null) throw new GpuFault('absent', this.fault);
    const { pairs } = await this.finder.find(asked, stages);
    const since = milliseconds();
    this.query.answerPairs(asked, pairs);
    return { ...stages, judge: milliseconds() - since };
  }

  /** One after the other: they share buffers, and the device its reports of errors. Each is about what it was given. */
  private queued<T>(
    motions: StepMotions,
    options: StepOptions,
    work: (motions: StepMotions, options: StepOptions) => Promise<T>,
  ): Promise<T> {
    const own = copiedMotions(motions);
    const asked = { ...options };
    const answer = this.last.then(() => work(own, asked));
    this.last = answer.catch(() => null);
    return answer;
  }

  private async ask(motions: StepMotions, options: StepOptions, firstOnly: boolean): Promise<GpuStepFirstContact> {
    const since = milliseconds();
    const asked = this.query.asked(motions, options, firstOnly);
    const why = this.reasonAgainst(asked);
    if (this.finder !== null && why === '') {
      try {
        const { name } = this.finder.gpu;
        const { pairs, near, left } = await this.finder.find(asked);
        const maxMilliseconds = Math.max(0, asked.maxMilliseconds - (milliseconds() - since));
        const answer = this.query.answerPairs({ ...asked, maxMilliseconds }, pairs);
        this.estimate.took('gpu', firstOnly, milliseconds() - since);
        return { ...answer, gpu: { used: true, why: name, near, left } };
      } catch (error) {
        this.giveUp(error);
      }
    }
    const spent = milliseconds() - since;
    const answer = firstOnly
      ? this.query.firstContact(motions, restOf(options, spent))
      : this.query.contacts(motions, restOf(options, spent));
    this.estimate.took('processor', firstOnly, milliseconds() - since - spent);
    return { ...answer, gpu: { used: false, why: why || this.fault, near: 0, left: 0 } };
  }

  /** Why the processor answers this; '' where the device shall. */
  private reasonAgainst(asked: StepAsked): string {
    if (this.finder === null) return this.fault;
    if (asked.maxIterations !== Infinity) return 'maxIterations counts what the processor tests';
    if (this.mode === 'auto' && this.estimate.chooses(asked.firstOnly) === 'processor') return 'the processor is faster at this size';
    return '';
  }

  private giveUp(error: unknown): void {
    if (!(error instanceof GpuFault)) throw error;
    this.fault = error.message;
    const { finder } = this;
    this.finder = null;
    if (finder === null) return;
    finder.destroy();
    if (this.owned) finder.gpu.close();
  }
}

function restOf(options: StepOptions, spent: number): StepOptions {
  const { maxMilliseconds = Infinity } = options;
  return maxMilliseconds === Infinity ? options : { ...options, maxMilliseconds: Math.max(0, maxMilliseconds - spent) };
}

/** In arrays of our own; what is malformed is left for the query to tell. */
function copiedMotions(motions: StepMotions): StepMotions {
  if (motions === null || typeof motions !== 'object') return motions;
  if (isLinear(motions)) return copiedFrames(motions);
  return Object.fromEntries(Object.entries(motions).map(([name, frames]) => [name, isLinear(frames) ? copiedFrames(frames) : frames]));
}

function copiedFrames({ positions0, positions1 }: LinearFrames): LinearFrames {
  const start = positions0.slice();
  return { positions0: start, positions1: positions1 === positions0 ? start : positions1.slice() };
}
