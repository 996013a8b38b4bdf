/** Runs the programs of a batch on a device, chunk by chunk. */
import type { ComputeProgram, Gpu } from '../device/gpu.ts';
import { BUFFER, Gpu as Device } from '../device/gpu.ts';
import { GpuFault } from '../device/gpu-fault.ts';
import { fitting, mostOf } from '../device/packed-words.ts';
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
/** Words of a motion on the device, and where is NEVER less the earliest time that is not proven, and what was done. */
const ANSWER = 3;
const UNPROVEN = 1;
const DONE = 2;
/** Times in answers are counted in these. */
export const WHOLE: number = 2 ** 20;
/** What a motion is where only yes or no was asked; else it is not decided. */
const IS_FREE = 1;
const IS_HIT = 2;

/** What a device proved of the motions of a chunk. */
export class BatchAnswers {
  private readonly words: Uint32Array;
  /** What a motion began with; 0: two bits a motion say whether it is free. */
  private readonly items: number;

  constructor(words: Uint32Array, items: number) {
    this.words = words;
    this.items = items;
  }

  /** The time of a proven contact, or NEVER. Where only yes or no was asked, any of them. */
  hit(motion: number): number {
    if (this.items === 0) return this.code(motion) === IS_HIT ? WHOLE : NEVER;
    return NEVER - this.words[ANSWER * motion];
  }

  /** The earliest time that is not proven free, or NEVER. Where only yes or no was asked, the beginning. */
  unproven(motion: number): number {
    if (this.items === 0) return this.code(motion) === IS_FREE ? NEVER : 0;
    const { words } = this;
    const at = ANSWER * motion;
    const isOpen = words[at] === 0 && words[at + DONE] !== this.items;
    return isOpen ? Math.min(NEVER - words[at + UNPROVEN], WHOLE) : NEVER - words[at + UNPROVEN];
  }

  private code(motion: number): number {
    return (this.words[motion >> 4] >> (2 * (motion & 15))) & 3;
  }
}

/** What a round does, as the program has it: walks along time; walks while nothing fails; looks for contact at once. */
const WALK = 0;
const LOOK = 1;
const PROBE = 2;

interface Round {
  readonly kind: number;
  /** Node tests of a thread. */
  readonly patience: number;
  /** The time of a PROBE. */
  readonly probe: number;
}

function walks(patience: readonly number[]): Round[] {
  return patience.map((tests) => ({ kind: WALK, patience: tests, probe: NEVER }));
}

function easyFirst(tests: number): Round[] {
  return [
    { kind: LOOK, patience: 30, probe: NEVER },
    { kind: PROBE, patience: 80, probe: WHOLE },
    { kind: PROBE, patience: 80, probe: WHOLE / 2 },
    ...walks([...new Array<number>(12).fill(tests), 150, 300, 600, 1500, 3000]),
  ];
}

/**
 * Round by round; what is left after the last one is not proven. A round waits for its slowest thread: it gives away
 * what is left soon. Where only yes or no counts, what is easy is done first, and the rest is tested for contact at two
 * times before it is walked.
 */
const BRACKETS: readonly Round[] = walks([...new Array<number>(24).fill(40), 150, 300, 600, 1500, 3000]);
const FREE: readonly Round[] = easyFirst(80);
const FEW_FREE: readonly Round[] = easyFirst(40);
/** Up to so many bodies of motions are few: then parts that are smaller keep the device busy. */
const FEW = 2 ** 17;
const MOST_ROUNDS = fitting('the rounds of a call', Math.max(FREE.length, BRACKETS.length));
const WORKGROUP = 64;
/** Workgroups of a later round at least, of a quarter of the first: threads take items until none is left. */
const LEAST_GROUPS = 4;
/** Room in a queue beside twice the items it begins with: what is long is split. */
const SPARE = 65536;
/** Bytes in front of a queue, with the number of items of every round. */
const HEAD = 128;
/** Bytes of an item of a queue. */
const ITEM = 24;
/** Words of parameters, and how far apart they stand in their buffer. */
const PARAMS = 12;
const SLOT = 64;
/** Verdicts in a word of them. */
const MOTIONS_A_WORD = 16;

function verdictBytes(count: number): number {
  return 4 * Math.ceil(count / MOTIONS_A_WORD);
}

/** Room for what begins with so many: motions times tasks times slices of time. */
export function queueItems(seeds: number): number {
  fitting('the items of a queue', seeds);
  return 2 * seeds + SPARE;
}

/** The parts of the program. */
export const BATCH_PROGRAM: readonly string[] = [modelPart, chain, apart, hit, proof, motionsPart];

type Programs = Readonly<Record<'walk' | 'abandon' | 'look' | 'tell', ComputeProgram>>;

/** Memory of one chunk, and how it is bound: two of them are under way at once. */
class Lane {
  readonly motions: GPUBuffer;
  readonly answers: GPUBuffer;
  readonly verdicts: GPUBuffer;
  readonly queues: readonly [GPUBuffer, GPUBuffer];
  readonly params: GPUBuffer;
  readonly capacity: number;
  /** Motions times slices. */
  readonly room: number;
  readonly packed: Uint32Array<ArrayBuffer>;
  readonly aside: Uint8Array;
  /** By round; what ends a call after an even or odd number of rounds; what looks for solids. */
  readonly walks: readonly GPUBindGroup[];
  readonly ends: readonly GPUBindGroup[];
  readonly look: GPUBindGroup;
  readonly tell: GPUBindGroup;

  constructor(
    gpu: Gpu,
    model: BatchModel,
    { walk, abandon, look, tell }: Programs,
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
    this.verdicts = gpu.storage('verdicts', verdictBytes(capacity));
    this.queues = [gpu.storage('queue', HEAD + ITEM * items), gpu.storage('queue', HEAD + ITEM * items)];
    this.params = gpu.buffer('params', 4 * SLOT * (MOST_ROUNDS + 1), BUFFER.uniform | BUFFER.copyTarget);
    const at = (slot: number): GPUBufferBinding => ({ buffer: this.params, offset: 4 * SLOT * slot, size: 4 * PARAMS });
    const { motions, answers, queues } = this;
    this.walks = Array.from({ length: MOST_ROUNDS }, (_, round) =>
      walk.bind([at(round), ...fixed, motions, answers, queues[(round + 1) % 2], queues[round % 2]]),
    );
    this.ends = [1, 0].map((last) => abandon.bind([at(MOST_ROUNDS), null, null, null, null, answers, queues[last]]));
    this.look = look.bind([at(0), ...fixed, motions, answers]);
    this.tell = tell.bind([at(0), null, null, null, null, answers, null, this.verdicts]);
  }

  destroy(): void {
    for (const buffer of [this.motions, this.answers, this.verdicts, ...this.queues, this.params]) buffer.destroy();
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
    const [walk, abandon, look, tell] = await Promise.all([
      gpu.program('motions', BATCH_PROGRAM, 'walk'),
      gpu.program('motions, abandoned', BATCH_PROGRAM, 'abandon'),
      gpu.program('motions, inside', [modelPart, chain, inside], 'look'),
      gpu.program('motions, verdicts', BATCH_PROGRAM, 'tell'),
    ]);
    return gpu.guarded(() => new BatchRunner(gpu, model, { walk, abandon, look, tell }));
  }

  /** Whether it is a program that acts as hardware: it has no threads to keep busy. */
  get isSoftware(): boolean {
    return this.gpu.isSoftware;
  }

  /** Motions that one chunk can have, by the limits of the device and of counters. None: a GpuFault. */
  mostMotions(slices: number): number {
    const { model, gpu } = this;
    const bytes = Math.max(4 * model.stride, ITEM * 2 * model.tasks.length * slices);
    const most = Math.min(
      (gpu.largestBuffer - HEAD - ITEM * SPARE) / bytes,
      mostOf('the items of a queue') / (model.tasks.length * slices),
    );
    if (!(most >= 1)) throw new GpuFault('limit', `${model.tasks.length} pairs are more than the graphics device has room for`);
    return Math.floor(most);
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
  async ask(lane: Lane, count: number, slices: number, bracket: boolean): Promise<BatchAnswers> {
    const sound = this.gpu.guarded(() => this.submit(lane, count, slices, bracket));
    const answers = this.read(lane, count, bracket ? this.model.tasks.length * slices : 0);
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
    const { length: tasks } = model.tasks;
    const rounds = bracket ? BRACKETS : count * tasks <= FEW ? FEW_FREE : FREE;
    const params = new Uint32Array(SLOT * (MOST_ROUNDS + 1));
    // slices are of what is left to be walked
    const first = bracket ? slices : 1;
    rounds.forEach(({ kind, patience, probe }, round) => {
      const part = kind === WALK ? 0 : rounds[round + 1].kind === WALK ? WHOLE / slices : WHOLE;
      params.set([count, tasks, first, bracket ? 1 : 0, model.stride, patience, probe, round, kind, part], SLOT * round);
    });
    params.set([count, tasks, first, 0, model.stride, 0, NEVER, rounds.length], SLOT * MOST_ROUNDS);
    gpu.write(lane.params, params);
    const encoder = device.createCommandEncoder();
    for (const queue of lane.queues) encoder.clearBuffer(queue, 0, HEAD);
    // nothing is proven: what a device does not do is never taken for free
    encoder.clearBuffer(lane.answers, 0, 4 * ANSWER * count);
    encoder.clearBuffer(lane.verdicts, 0, verdictBytes(count));
    // one pass for all: each one takes longer to begin than a round
    const pass = encoder.beginComputePass();
    const run = ({ pipeline }: ComputeProgram, bound: GPUBindGroup, groups: number): void => {
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bound);
      pass.dispatchWorkgroups(...Device.workgroups(groups));
    };
    const groupsFor = (items: number): number => Math.ceil(items / WORKGROUP);
    const all = groupsFor(count * tasks * slices);
    const few = Math.max(Math.ceil(all / 4), LEAST_GROUPS);
    rounds.forEach(({ kind }, round) => {
      run(
        programs.walk,
        lane.walks[round],
        kind !== WALK ? groupsFor(count * tasks * first) : round === 0 || rounds[round - 1].kind !== WALK ? all : few,
      );
    });
    run(programs.abandon, lane.ends[rounds.length % 2], LEAST_GROUPS);
    // last: contacts that are proven stay so, and nobody stops looking for them
    if (model.solids) run(programs.look, lane.look, groupsFor(count * tasks));
    if (!bracket) run(programs.tell, lane.tell, groupsFor(Math.ceil(count / MOTIONS_A_WORD)));
    pass.end();
    device.queue.submit([encoder.finish()]);
  }

  /** `items`: what every motion begins with; 0: yes or no is enough. */
  private async read({ answers, verdicts }: Lane, count: number, items: number): Promise<BatchAnswers> {
    const words = items === 0 ? this.gpu.read(verdicts, verdictBytes(count)) : this.gpu.read(answers, 4 * ANSWER * count);
    return new BatchAnswers(new Uint32Array(await words), items);
  }

  destroy(): void {
    for (const lane of this.free.splice(0)) lane.destroy();
    for (const buffer of this.fixed) buffer.destroy();
  }
}
