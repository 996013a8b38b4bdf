/**
 * Many motions of robots at once by graphics hardware. It proves motions free or in contact; what it can prove neither
 * of, the exact stage on the processor decides. Guarantee: what is said is proven, and verdicts are those of the scene;
 * whatever fails on the device, the processor does the work, and the answer says so.
 */
import { type BatchMotions, type CheckedMotions, checkedMotions, firstContactAt, isFreeAt } from '../../batch/motion-rows.ts';
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { copied, entryOf } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { nextTurn } from '../../math/next-turn.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import { batchPairs } from '../../scene/friends.ts';
import type { ScenePairs } from '../../scene/pairs/scene-pairs.ts';
import { Scene } from '../../scene/scene.ts';
import type { SceneFirstContactOptions } from '../../scene/search/scene-options.ts';
import type { Gpu } from '../device/gpu.ts';
import { GpuFault } from '../device/gpu-fault.ts';
import { checkDevice, checkGpuMode, type GpuMode, type GpuUse } from '../device/gpu-use.ts';
import { type GpuDevice, openGpu } from '../device/open-gpu.ts';
import { requireSound } from './batch-check.ts';
import { type BatchModel, batchModel, isMadeFor } from './batch-model.ts';
import { BatchRunner, NEVER, WHOLE } from './batch-runner.ts';
import { uncoveredJoint } from './chain-elements.ts';
import { ChunkRun } from './chunk-run.ts';

/** Which graphics hardware a batch uses, and what is asked of every motion. */
export interface GpuBatchOptions {
  /** The application's device. Default: one is looked for. */
  readonly device?: GpuDevice;
  /**
   * 'auto': whoever is faster, estimated from the number of motions and from what earlier ones took. 'always': graphics
   * hardware wherever it can. 'never': the processor. Default 'auto'.
   */
  readonly gpu?: GpuMode;
  /** The distance to be kept, as `Scene.firstContact` takes it. Default: the scene's. */
  readonly clearance?: SceneFirstContactOptions['clearance'];
  /** How close counts as contact. Default: the scene's. */
  readonly tolerance?: number;
}

/** How one call goes. */
export interface BatchCallOptions {
  /** Ends the call with its reason when it is aborted. */
  readonly signal?: AbortSignal;
  /** Told now and then: how many motions of all are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Which motions are free. */
export interface BatchFree {
  /** One a motion: 1 proven free, 0 not free (or, rarely, not decided: as `motionIsFree` of a scene). */
  readonly free: Uint8Array;
  /** How many motions the exact stage decided. */
  readonly candidates: number;
  /** Who did the work. */
  readonly gpu: GpuUse;
}

/** Which motions are free, and when the others are first in contact, from below and above. */
export interface BatchBrackets extends BatchFree {
  /** One a motion: nothing is in contact before this time; 1 where it is free. */
  readonly safeUntil: Float64Array;
  /** One a motion: something is in contact at this time; Infinity where it is free, or not decided. */
  readonly contactBy: Float64Array;
}

/** What `Scene.firstContact` says of every motion, in its bits. */
export interface BatchFirstContacts extends BatchFree {
  /** One a motion, as the scene tells it. */
  readonly status: readonly SceneFirstContact['status'][];
  /** One a motion: the time of first contact, 1 where it is free. */
  readonly time: Float64Array;
}

const OPTIONS: readonly string[] = ['device', 'gpu', 'clearance', 'tolerance'];
const CALL_OPTIONS: readonly string[] = ['signal', 'onProgress'];
/** How long the processor works before others get a turn. */
const MILLISECONDS_A_TURN = 12;
/** Milliseconds that a device is taken to need for any answer, and for a motion more, before it has shown it. */
const FIRST = 12;
const MORE = 0.002;

/** Outcomes of a chunk are taken motion by motion: hit and unproven times of 2^20, or NEVER. */
type Take = (motion: number, hit: number, unproven: number) => void;

/**
 * Thousands to millions of straight motions in joint space at once: of robots against what stands around, against
 * themselves and each other, and of moving bodies. Keep it for many calls; it follows the scene when that changes
 * between them. Rows are copied when they are asked about, and may be written again at once. A call whose scene is
 * changed before it is answered ends with an InputError: no answer is about two scenes.
 * @example
 * const batch = await GpuBatch.open(scene); // a robot of 6 joints among obstacles
 * const from = new Float64Array(6 * 100000), to = new Float64Array(6 * 100000); // row by row
 * const { free, gpu } = await batch.motionsAreFree({ from, to });
 * if (!gpu.used) console.log(`by the processor: ${gpu.why}`);
 */
export class GpuBatch {
  /** The scene whose motions are asked about. */
  readonly scene: Scene;
  private readonly asked: SceneFirstContactOptions;
  private readonly mode: GpuMode;
  private readonly device: GpuDevice | undefined;
  private gpu: Gpu | null = null;
  private runner: BatchRunner | null = null;
  private model: BatchModel | null = null;
  private pairs: ScenePairs | null = null;
  private fault = '';
  /** Milliseconds of the device: of a small chunk, of a motion more. */
  private readonly cost: { first: number; more: number } = { first: FIRST, more: MORE };
  private last: Promise<unknown> = Promise.resolve();

  /** Opens a device for the motions of a scene. Without any it does not fail: the processor answers, and says why. */
  static async open(scene: Scene, options: GpuBatchOptions = {}): Promise<GpuBatch> {
    if (!(scene instanceof Scene)) throw new InputError(`GpuBatch: needs a Scene, got ${shownValue(scene)}`);
    checkRecord(options, OPTIONS, 'GpuBatch');
    const { gpu: mode = 'auto', device, clearance, tolerance } = options;
    checkGpuMode(mode, 'GpuBatch');
    checkDevice(device, 'GpuBatch');
    const asked = {
      ...(clearance === undefined ? {} : { clearance: copied(clearance) }),
      ...(tolerance === undefined ? {} : { tolerance }),
    };
    // what is wrong with the options is reported now
    batchPairs(scene, asked);
    const batch = new GpuBatch(scene, asked, mode, device);
    await batch.prepare(null);
    return batch;
  }

  private constructor(scene: Scene, asked: SceneFirstContactOptions, mode: GpuMode, device: GpuDevice | undefined) {
    this.scene = scene;
    this.asked = asked;
    this.mode = mode;
    this.device = device;
  }

  /** The graphics hardware as its driver calls it; null: there is none, and `why` says why. */
  get name(): string | null {
    return this.gpu?.name ?? null;
  }

  /** Why there is no graphics hardware to work with; empty: there is. */
  get why(): string {
    return this.fault || this.uncovered(null);
  }

  /** What holds for every motion, as it was opened with or else as the scene has it; no tolerance: the scene's own. */
  get kept(): { readonly clearance: NonNullable<SceneFirstContactOptions['clearance']>; readonly tolerance?: number } {
    const { clearance, tolerance } = { ...this.scene.options, ...this.asked };
    return tolerance === undefined ? { clearance } : { clearance, tolerance };
  }

  /** Which motions are free, straight in joint space from each row of `from` to that of `to`. */
  motionsAreFree(motions: BatchMotions, options: BatchCallOptions = {}): Promise<BatchFree> {
    return this.inTurn(motions, options, async (ends, pace) => {
      const free = new Uint8Array(ends.count);
      const open: number[] = [];
      const exact = (i: number): void => {
        free[i] = isFreeAt(this.scene, ends, i, this.asked) ? 1 : 0;
      };
      const take: Take = (i, hit, unproven) => {
        if (hit !== NEVER) return;
        if (unproven === NEVER) free[i] = 1;
        else open.push(i);
      };
      return { free, ...(await this.judge(ends, pace, false, take, open, exact)) };
    });
  }

  /** The same, and when the others are first in contact: brackets, as narrow as float32 proves them. */
  brackets(motions: BatchMotions, options: BatchCallOptions = {}): Promise<BatchBrackets> {
    return this.inTurn(motions, options, async (ends, pace) => {
      const free = new Uint8Array(ends.count);
      const safeUntil = new Float64Array(ends.count).fill(1);
      const contactBy = new Float64Array(ends.count).fill(Infinity);
      const open: number[] = [];
      const exact = (i: number): void => {
        const { status, time } = firstContactAt(this.scene, ends, i, this.asked);
        free[i] = status === 'free' ? 1 : 0;
        // of several segments, as clocks make them, the scene counts each
        safeUntil[i] = status === 'free' ? 1 : time;
        contactBy[i] = status === 'contact' || status === 'overlap' ? time : Infinity;
      };
      const take: Take = (i, hit, unproven) => {
        if (hit !== NEVER && unproven !== NEVER) {
          safeUntil[i] = unproven / WHOLE;
          contactBy[i] = hit / WHOLE;
        } else if (hit === NEVER && unproven === NEVER) free[i] = 1;
        else open.push(i);
      };
      return { free, safeUntil, contactBy, ...(await this.judge(ends, pace, true, take, open, exact)) };
    });
  }

  /**
   * What `Scene.firstContact` answers for every motion, its bits: graphics hardware proves what is free, the processor
   * finds the times of the others.
   */
  firstContacts(motions: BatchMotions, options: BatchCallOptions = {}): Promise<BatchFirstContacts> {
    return this.inTurn(motions, options, async (ends, pace) => {
      const free = new Uint8Array(ends.count);
      const status = new Array<SceneFirstContact['status']>(ends.count).fill('free');
      const time = new Float64Array(ends.count).fill(1);
      const open: number[] = [];
      const exact = (i: number): void => {
        const found = firstContactAt(this.scene, ends, i, this.asked);
        status[i] = found.status;
        time[i] = found.status === 'free' ? 1 : found.time;
        free[i] = found.status === 'free' ? 1 : 0;
      };
      const take: Take = (i, hit, unproven) => {
        if (hit === NEVER && unproven === NEVER) free[i] = 1;
        else open.push(i);
      };
      return { free, status, time, ...(await this.judge(ends, pace, false, take, open, exact)) };
    });
  }

  /** Gives back what it holds on the device, and the device where it was opened here. */
  close(): void {
    this.runner?.destroy();
    this.runner = null;
    this.gpu?.close();
    this.fault ||= 'it was closed';
  }

  /** One call after the other: they share memory on the device. What is asked is read before the call returns. */
  private async inTurn<T>(
    motions: BatchMotions,
    options: BatchCallOptions,
    work: (ends: CheckedMotions, pace: Pace) => Promise<T>,
  ): Promise<T> {
    checkRecord(options, CALL_OPTIONS, 'batch');
    const ends = checkedMotions(this.scene, motions);
    const pace = new Pace(this.scene, options);
    const begin = async (): Promise<T> => {
      pace.check();
      return work(ends, pace);
    };
    const next = this.last.then(begin, begin);
    this.last = next.catch(() => undefined);
    return next;
  }

  /** The model of the scene as it is now, on the device, made for such motions. */
  private async prepare(ends: CheckedMotions | null): Promise<void> {
    if (this.mode === 'never') this.fault = 'it was not asked for';
    const why = this.uncovered(ends);
    if (this.fault !== '' || why !== '') return;
    const tested = batchPairs(this.scene, this.asked);
    if (this.runner !== null && tested.pairs === this.pairs && isMadeFor(this.model, tested.pairs, ends)) return;
    try {
      this.gpu ??= await openGpu(this.device);
      if (this.mode === 'auto' && this.gpu.isSoftware) throw new GpuFault('absent', `${this.gpu.name} is no hardware`);
      await requireSound(this.gpu);
      this.runner?.destroy();
      this.runner = null;
      const model = batchModel({ ...tested, ends });
      if (model.tasks.length > 0) this.runner = await BatchRunner.make(this.gpu, model);
      this.model = model;
      this.pairs = tested.pairs;
    } catch (error) {
      this.fail(error);
    }
  }

  /** What the programs cannot do of such motions; empty: nothing. */
  private uncovered(ends: CheckedMotions | null): string {
    const { scene } = this;
    const posable = scene.robots.find(({ posable }) => posable);
    if (posable !== undefined) return `robot '${posable.name}' is given poses of its links`;
    const looped = scene.robots.find(({ loops }) => loops !== undefined);
    if (looped !== undefined) return `robot '${looped.name}' has loops`;
    const joint = scene.robots.map(uncoveredJoint).find((words) => words !== '');
    if (joint !== undefined) return joint;
    if (scene.options.uncertainty !== undefined) return 'motions of the scene are only nearly followed (uncertainty)';
    const moved = scene.bodies.find(({ name }, k) => entryOf(scene.bodyMotions, name) !== undefined && ends?.given[k] !== true);
    if (moved !== undefined) return `the scene itself moves '${moved.name}'`;
    const { pairs } = batchPairs(scene, this.asked);
    return pairs.listsAll ? '' : `the scene has ${pairs.tested} pairs, too many for it`;
  }

  /** Anything but a fault of the device is ours, and thrown on. */
  private fail(error: unknown): void {
    if (!(error instanceof GpuFault)) throw error;
    this.fault = error.message;
    this.runner = null;
  }

  private async judge(
    ends: CheckedMotions,
    pace: Pace,
    bracket: boolean,
    take: Take,
    open: number[],
    exact: (i: number) => void,
  ): Promise<{ readonly candidates: number; readonly gpu: GpuUse }> {
    const { count } = ends;
    await this.prepare(ends);
    pace.total = count;
    pace.check();
    const begun = await this.begin(count, exact, pace);
    let done = begun;
    let why = this.refusal(ends, count - begun);
    let used = false;
    if (why === '' && this.runner !== null && this.model !== null) {
      const run = new ChunkRun(this.runner, this.model, ends, bracket);
      const started = performance.now();
      try {
        await run.all(begun, count, async (first, answers, aside) => {
          used = true;
          for (let m = 0; m < aside.length; m++) {
            if (aside[m] === 1) take(first + m, NEVER, 0);
            else take(first + m, answers.hit(m), answers.unproven(m));
          }
          done = first + aside.length;
          for (let i = open.length - 1; i >= 0 && open[i] >= first; i--) await pace.after(() => exact(open[i]), first);
          pace.report(done);
        });
        this.updateCost(count - begun, performance.now() - started);
        why = this.gpu?.name ?? '';
      } catch (error) {
        this.fail(error);
        why = this.fault;
      }
    }
    for (let i = done; i < count; i++) await pace.after(() => exact(i), i + 1);
    pace.report(count);
    return {
      candidates: used ? open.length + begun + (count - done) : count,
      gpu: { used, why: used && done < count ? `part of it: ${why}` : why },
    };
  }

  /**
   * In 'auto' mode the processor begins, and goes on unless what is left would take it longer than the device; gives
   * how many motions it did.
   */
  private async begin(count: number, exact: (i: number) => void, pace: Pace): Promise<number> {
    if (this.mode !== 'auto' || this.runner === null) return 0;
    const device = this.cost.first + count * this.cost.more;
    const start = performance.now();
    for (let i = 0; i < count; i++) {
      const took = performance.now() - start;
      if (took > TRIAL_SHARE * device && (took / i) * (count - i) > device) return i;
      await pace.after(() => exact(i), i + 1);
    }
    return count;
  }

  /** Why the device is not asked; empty: it is. */
  private refusal(ends: CheckedMotions, left: number): string {
    const why = this.uncovered(ends) || this.fault;
    if (why !== '') return why;
    if (this.runner === null) return 'there is no pair to test';
    return left === 0 ? 'too few motions to pay' : '';
  }

  /** Adjusts the expected cost to what the device took. */
  private updateCost(count: number, took: number): void {
    const { cost } = this;
    if (count <= SMALL_CHUNK) cost.first = 0.5 * (cost.first + took);
    else if (count >= LARGE_CHUNK) cost.more = 0.5 * (cost.more + Math.max(0, took - cost.first) / count);
  }
}

/** Up to so many motions a call takes what any call takes; from so many on, what every motion adds counts. */
const SMALL_CHUNK = 2048;
const LARGE_CHUNK = 32768;
/** The share of the device's time in which the processor shows what a motion takes it. */
const TRIAL_SHARE = 0.05;

/** Gives others their turn while the processor works, tells progress, and ends when aborted or the scene is another. */
class Pace {
  total = 0;
  private readonly call: BatchCallOptions;
  private readonly scene: Scene;
  /** Revision of the scene when it was asked about. */
  private readonly revision: number;
  private turn: number = performance.now();

  constructor(scene: Scene, call: BatchCallOptions) {
    this.call = { ...call };
    this.scene = scene;
    this.revision = scene.revision;
  }

  check(): void {
    this.call.signal?.throwIfAborted();
    if (this.scene.revision !== this.revision)
      throw new InputError('batch: the scene was changed before the answer was there; wait for it, or ask a scene of its own');
  }

  report(done: number): void {
    this.check();
    this.call.onProgress?.(done, this.total);
  }

  async after(work: () => void, done: number): Promise<void> {
    this.check();
    work();
    if (performance.now() - this.turn < MILLISECONDS_A_TURN) return;
    await nextTurn();
    this.report(done);
    this.turn = performance.now();
  }
}
