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
import queue from '../wgsl/batch-queue.wgsl?raw';
import type { BatchModel } from './batch-model.ts';

/** A time that nothing has, in answers. */
export const NEVER = 0xffffffff;
/** Words of an answer, and what they are: time of the earliest contact, earliest time not proven, items not done. */
export const ANSWER = 3;
export const UNPROVEN = 1;
export const PENDING = 2;
/** Times in answers are counted in these. */
export const WHOLE: number = 2 ** 20;
/** Node tests of a thread, round by round; what is left after the last round is not proven. */
const PATIENCE: readonly number[] = [600, 600, 600, 600, 600, 600, 600, 600, 1000, 1500, 3000];
const WORKGROUP = 64;
/** Room in a queue beside twice the items it begins with: what is long is split. */
const SPARE = 65536;
const PARAMS = 8;
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

/** The parts of the program, with the constants of a model in front. */
export function batchProgram(model: Pick<BatchModel, 'steps'>): readonly string[] {
  // few different programs, so that most are made only once
  return [`const STEPS = ${8 * Math.ceil(model.steps / 8)}u;`, modelPart, chain, apart, hit, proof, motionsPart];
}

/** Memory of one chunk: two of them are under way at once. */
class Lane {
  readonly motions: GPUBuffer;
  readonly answers: GPUBuffer;
  readonly queues: readonly [GPUBuffer, GPUBuffer];
  readonly groups: GPUBuffer;
  readonly params: readonly GPUBuffer[];
  readonly capacity: number;
  /** Motions times slices. */
  readonly room: number;
  readonly packed: Uint32Array<ArrayBuffer>;
  readonly aside: Uint8Array;

  constructor(gpu: Gpu, model: BatchModel, capacity: number, slices: number) {
    this.capacity = capacity;
    this.room = capacity * slices;
    const items = queueItems(capacity * model.tasks.length * slices);
    this.packed = new Uint32Array(capacity * model.stride);
    this.aside = new Uint8Array(capacity);
    this.motions = gpu.storage('motions', 4 * this.packed.length);
    this.answers = gpu.storage('answers', 4 * ANSWER * capacity);
    this.queues = [gpu.storage('queue', 16 + 20 * items), gpu.storage('queue', 16 + 20 * items)];
    this.groups = gpu.storage('groups', 16, BUFFER.indirect);
    this.params = [...PROBES, ...PATIENCE].map(() => gpu.buffer('params', 4 * PARAMS, BUFFER.uniform | BUFFER.copyTarget));
  }

  destroy(): void {
    for (const buffer of [this.motions, this.answers, ...this.queues, this.groups, ...this.params]) buffer.destroy();
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
  private readonly programs: Readonly<Record<'seed' | 'walk' | 'abandon' | 'plan' | 'look', ComputeProgram>>;

  private constructor(gpu: Gpu, model: BatchModel, programs: BatchRunner['programs']) {
    this.gpu = gpu;
    this.model = model;
    this.programs = programs;
    this.fixed = [gpu.filled('model', model.model), gpu.filled('nodes', model.nodes), gpu.filled('corners', model.corners)];
  }

  static async make(gpu: Gpu, model: BatchModel): Promise<BatchRunner> {
    const parts = batchProgram(model);
    const [seed, walk, abandon, plan, look] = await Promise.all([
      gpu.program('motions, seeded', parts, 'seed'),
      gpu.program('motions', parts, 'walk'),
      gpu.program('motions, abandoned', parts, 'abandon'),
      gpu.program('motions, planned', [queue], 'plan'),
      gpu.program('motions, inside', [...parts.slice(0, 3), inside], 'look'),
    ]);
    return gpu.guarded(() => new BatchRunner(gpu, model, { seed, walk, abandon, plan, look }));
  }

  /** Motions that one chunk can have, by the limits of the device. */
  mostMotions(slices: number): number {
    const { model, gpu } = this;
    const bytes = Math.max(4 * model.stride, 20 * 2 * model.tasks.length * slices);
    return Math.floor((gpu.largestBuffer - 16 - 20 * SPARE) / bytes);
  }

  /** Memory for so many motions: some that is free, or new. */
  async lane(count: number, slices: number): Promise<Lane> {
    const at = this.free.findIndex(({ room }) => room >= count * slices);
    if (at >= 0 && this.free[at].capacity >= count) return this.free.splice(at, 1)[0];
    for (const lane of this.free.splice(0)) lane.destroy();
    return this.gpu.guarded(() => new Lane(this.gpu, this.model, Math.max(count, 256), slices));
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
    const { gpu, model, fixed, programs } = this;
    const { device } = gpu;
    gpu.requireAlive();
    gpu.write(lane.motions, lane.packed.subarray(0, count * model.stride));
    gpu.write(lane.answers, blankAnswers(count, model.tasks.length * slices));
    const { length: tasks } = model.tasks;
    const write = (buffer: GPUBuffer, slices: number, patience: number, probe: number): void =>
      gpu.write(buffer, Uint32Array.of(count, tasks, slices, bracket ? 1 : 0, model.stride, patience, probe, 0));
    const probes = bracket ? [] : PROBES;
    const [probing, walking] = [lane.params.slice(0, PROBES.length), lane.params.slice(PROBES.length)];
    for (const [i, probe] of probes.entries()) write(probing[i], 1, 0, probe);
    for (const [round, patience] of PATIENCE.entries()) write(walking[round], slices, patience, NEVER);
    const encoder = device.createCommandEncoder();
    const run = ({ pipeline }: ComputeProgram, bound: GPUBindGroup, groups?: readonly [number, number]): void => {
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bound);
      if (groups === undefined) pass.dispatchWorkgroupsIndirect(lane.groups, 0);
      else pass.dispatchWorkgroups(...groups);
      pass.end();
    };
    const { seed, plan, walk, abandon, look } = programs;
    const sow = (params: GPUBuffer, slices: number, queue: GPUBuffer): void =>
      run(
        seed,
        seed.bind([params, fixed[0], null, null, null, null, null, queue]),
        Device.workgroups(Math.ceil((count * tasks * slices) / WORKGROUP)),
      );
    const go = (params: GPUBuffer, given: GPUBuffer, left: GPUBuffer): void => {
      run(plan, plan.bind([given, left, lane.groups]), [1, 1]);
      run(walk, walk.bind([params, ...fixed, lane.motions, lane.answers, given, left]));
    };
    const [here, there] = lane.queues;
    probes.forEach((_, i) => {
      sow(probing[i], 1, here);
      go(probing[i], here, there);
    });
    sow(walking[0], slices, here);
    for (let round = 0; round < PATIENCE.length; round++) go(walking[round], lane.queues[round % 2], lane.queues[(round + 1) % 2]);
    const rest = lane.queues[PATIENCE.length % 2];
    run(plan, plan.bind([rest, lane.queues[(PATIENCE.length + 1) % 2], lane.groups]), [1, 1]);
    run(abandon, abandon.bind([null, null, null, null, null, lane.answers, rest]));
    // last: contacts that are proven stay so, and nobody stops looking for them
    if (model.solids)
      run(look, look.bind([walking[0], ...fixed, lane.motions, lane.answers]), Device.workgroups(Math.ceil((count * tasks) / WORKGROUP)));
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
