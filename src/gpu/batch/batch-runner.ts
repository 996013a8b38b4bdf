/** Runs the programs of a batch on a device, chunk by chunk. */
import type { ComputeProgram, Gpu } from '../device/gpu.ts';
import { BUFFER, Gpu as Device } from '../device/gpu.ts';
import apart from '../wgsl/batch-apart.wgsl?raw';
import chain from '../wgsl/batch-chain.wgsl?raw';
import hit from '../wgsl/batch-hit.wgsl?raw';
import inside from '../wgsl/batch-inside.wgsl?raw';
import modelPart from '../wgsl/batch-model.wgsl?raw';
import motionsPart from '../wgsl/batch-motions.wgsl?raw';
import proof from '../wgsl/batch-proof.wgsl?raw';
import type { BatchModel } from './batch-model.ts';

/** A time that nothing has, in answers. */
export const NEVER = 0xffffffff;
/** Words of an answer, and what they are: time of the earliest contact, earliest time not proven, items not done. */
export const ANSWER = 3;
export const UNPROVEN = 1;
export const PENDING = 2;
/** Times in answers are counted in these. */
export const WHOLE: number = 2 ** 20;
/**
 * Node tests of a thread, round by round; what is left after the last round is not proven. Brackets of few motions wait
 * for their slowest thread: it gives away what is left sooner.
 */
const FEW_BRACKETS: readonly number[] = [...new Array<number>(24).fill(40), 150, 300, 600, 1500, 3000];
const PATIENCE: readonly number[] = [600, 600, 600, 600, 600, 600, 600, 600, 1000, 1500, 3000];
const WORKGROUP = 64;
/** Workgroups of a later round at least, of a quarter of the first: threads take items until none is left. */
const LEAST_GROUPS = 4;
/** Room in a queue beside twice the items it begins with: what is long is split. */
const SPARE = 65536;
/** Bytes in front of a queue, with the number of items of every round. */
const HEAD = 128;
/** Words of parameters, and how far apart they stand in their buffer. */
const PARAMS = 8;
const SLOT = 64;
/** Times at which every body is tested for contact before the walk. */
const PROBES: readonly number[] = [WHOLE, WHOLE / 2];

/** Answers as if nothing had been proven: what a device does not do is never taken for free. */
function blankAnswers(count: number, items: number): Uint32Array<ArrayBuffer> {
  const out = new Uint32Array(ANSWER * count).fill(NEVER);
  for (let at = PENDING; at < out.length; at += ANSWER) out[at] = items;
  return out;
}

function queueItems(seeds: number): number {
  return 2 * seeds + SPARE;
}

/** The parts of the program. */
export const BATCH_PROGRAM: readonly string[] = [modelPart, chain, apart, hit, proof, motionsPart];

type Programs = Readonly<Record<'walk' | 'abandon' | 'look', ComputeProgram>>;

/** Memory of one chunk, and how it is bound: two of them are under way at once. */
class Lane {
  readonly motions: GPUBuffer;
  readonly answers: GPUBuffer;
  readonly queues: readonly [GPUBuffer, GPUBuffer];
  readonly params: GPUBuffer;
  readonly capacity: number;
  /** Motions times slices. */
  readonly room: number;
  readonly packed: Uint32Array<ArrayBuffer>;
  readonly aside: Uint8Array;
  /** By slot of the parameters: what walks there; what ends a call after that many rounds; what looks for solids. */
  readonly walks: readonly GPUBindGroup[];
  readonly ends: ReadonlyMap<number, GPUBindGroup>;
  readonly look: GPUBindGroup;

  constructor(
    gpu: Gpu,
    model: BatchModel,
    { walk, abandon, look }: Programs,
    fixed: readonly GPUBuffer[],
    capacity: number,
    slices: number,
  ) {
    this.capacity = capacity;
    this.room = capacity * slices;
    const items = queueItems(capacity * model.tasks.length * slices);
    this.packed = new Uint32Array(capacity * model.stride);
    this.aside = new Uint8Array(capacity);
    this.motions = gpu.storage('motions', 4 * this.packed.length);
    this.answers = gpu.storage('answers', 4 * ANSWER * capacity);
    this.queues = [gpu.storage('queue', HEAD + 20 * items), gpu.storage('queue', HEAD + 20 * items)];
    const slots = PROBES.length + Math.max(FEW_BRACKETS.length, PATIENCE.length) + 1;
    this.params = gpu.buffer('params', 4 * SLOT * slots, BUFFER.uniform | BUFFER.copyTarget);
    const at = (slot: number): GPUBufferBinding => ({ buffer: this.params, offset: 4 * SLOT * slot, size: 4 * PARAMS });
    const { motions, answers, queues } = this;
    this.walks = Array.from({ length: slots }, (_, slot) => {
      const round = Math.max(0, slot - PROBES.length);
      return walk.bind([at(slot), ...fixed, motions, answers, queues[(round + 1) % 2], queues[round % 2]]);
    });
    this.ends = new Map(
      [FEW_BRACKETS, PATIENCE].map(({ length }) => {
        const bound = abandon.bind([at(PROBES.length + length), null, null, null, null, answers, queues[(length + 1) % 2]]);
        return [length, bound];
      }),
    );
    this.look = look.bind([at(PROBES.length), ...fixed, motions, answers]);
  }

  destroy(): void {
    for (const buffer of [this.motions, this.answers, ...this.queues, this.params]) buffer.destroy();
  }
}

export type BatchLane = Lane;

export class BatchRunner {
  private readonly gpu: Gpu;
  private readonly model: BatchModel;
  private readonly fixed: readonly GPUBuffer[];
  /** Motions of a chunk that take as long as one should, once that is known. */
  chunk: number | undefined;
  private readonly free: Lane[] = [];
  private readonly programs: Programs;

  private constructor(gpu: Gpu, model: BatchModel, programs: Programs) {
    this.gpu = gpu;
    this.model = model;
    this.programs = programs;
    this.fixed = [gpu.filled('model', model.model), gpu.filled('nodes', model.nodes), gpu.filled('corners', model.corners)];
  }

  static async make(gpu: Gpu, model: BatchModel): Promise<BatchRunner> {
    const [walk, abandon, look] = await Promise.all([
      gpu.program('motions', BATCH_PROGRAM, 'walk'),
      gpu.program('motions, abandoned', BATCH_PROGRAM, 'abandon'),
      gpu.program('motions, inside', [modelPart, chain, inside], 'look'),
    ]);
    return gpu.guarded(() => new BatchRunner(gpu, model, { walk, abandon, look }));
  }

  /** Whether it is a program that acts as hardware: it has no threads to keep busy. */
  get isSoftware(): boolean {
    return this.gpu.isSoftware;
  }

  /** Motions that one chunk can have, by the limits of the device. */
  mostMotions(slices: number): number {
    const { model, gpu } = this;
    const bytes = Math.max(4 * model.stride, 20 * 2 * model.tasks.length * slices);
    return Math.floor((gpu.largestBuffer - HEAD - 20 * SPARE) / bytes);
  }

  /** Memory for so many motions: some that is free, or new. */
  async lane(count: number, slices: number): Promise<Lane> {
    const at = this.free.findIndex(({ room }) => room >= count * slices);
    if (at >= 0 && this.free[at].capacity >= count) return this.free.splice(at, 1)[0];
    for (const lane of this.free.splice(0)) lane.destroy();
    return this.gpu.guarded(() => new Lane(this.gpu, this.model, this.programs, this.fixed, Math.max(count, 256), slices));
  }

  release(lane: Lane): void {
    if (this.free.length < 2) this.free.push(lane);
    else lane.destroy();
  }

  /** The answers about the packed motions of a lane; whatever the device reports of them is thrown. */
  async ask(lane: Lane, count: number, slices: number, bracket: boolean): Promise<Uint32Array> {
    const sound = this.gpu.guarded(() => this.submit(lane, count, slices, bracket));
    const answers = this.read(lane, count);
    answers.catch(() => undefined);
    await sound;
    return answers;
  }

  /** Submits the packed motions of a lane; the answers follow by `read`. */
  private submit(lane: Lane, count: number, slices: number, bracket: boolean): void {
    const { gpu, model, programs } = this;
    const { device } = gpu;
    gpu.requireAlive();
    gpu.write(lane.motions, lane.packed.subarray(0, count * model.stride));
    gpu.write(lane.answers, blankAnswers(count, model.tasks.length * slices));
    const { length: tasks } = model.tasks;
    const probes = bracket ? [] : PROBES;
    const patience = bracket && slices > 1 ? FEW_BRACKETS : PATIENCE;
    const params = new Uint32Array(SLOT * lane.walks.length);
    const put = (slot: number, slices: number, patience: number, probe: number, round: number): void =>
      params.set([count, tasks, slices, bracket ? 1 : 0, model.stride, patience, probe, round], SLOT * slot);
    for (const [i, probe] of probes.entries()) put(i, 1, 0, probe, 0);
    for (const [round, tests] of [...patience, 0].entries()) put(PROBES.length + round, slices, tests, NEVER, round);
    gpu.write(lane.params, params);
    const encoder = device.createCommandEncoder();
    for (const queue of lane.queues) encoder.clearBuffer(queue, 0, HEAD);
    // one pass for all: each one takes longer to begin than a round
    const pass = encoder.beginComputePass();
    const run = ({ pipeline }: ComputeProgram, bound: GPUBindGroup, groups: number): void => {
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bound);
      pass.dispatchWorkgroups(...Device.workgroups(groups));
    };
    const groupsFor = (items: number): number => Math.ceil(items / WORKGROUP);
    const all = groupsFor(count * tasks * slices);
    for (const i of probes.keys()) run(programs.walk, lane.walks[i], groupsFor(count * tasks));
    for (const round of patience.keys())
      run(programs.walk, lane.walks[PROBES.length + round], round === 0 ? all : Math.max(Math.ceil(all / 4), LEAST_GROUPS));
    run(programs.abandon, lane.ends.get(patience.length) as GPUBindGroup, LEAST_GROUPS);
    // last: contacts that are proven stay so, and nobody stops looking for them
    if (model.solids) run(programs.look, lane.look, groupsFor(count * tasks));
    pass.end();
    device.queue.submit([encoder.finish()]);
  }

  /** ANSWER words a motion. */
  private async read(lane: Lane, count: number): Promise<Uint32Array> {
    return new Uint32Array(await this.gpu.read(lane.answers, 4 * ANSWER * count));
  }

  destroy(): void {
    for (const lane of this.free.splice(0)) lane.destroy();
    for (const buffer of this.fixed) buffer.destroy();
  }
}
