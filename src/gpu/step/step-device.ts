/**
 * A step on the device: boxes, sorted along a curve, trees over them, a search with the filter inside it, and the
 * second filter; what is left comes back. Guarantee: with it comes every pair of features that are nearer than the
 * reaches of their bodies at some time of the step, and every edge that goes through a face at its start; otherwise it
 * throws a GpuFault. Derivations: docs/notes/gpu-steps.md.
 */
import type { ComputeProgram } from '../device/gpu.ts';
import { BUFFER, Gpu } from '../device/gpu.ts';
import { GpuFault } from '../device/gpu-fault.ts';
import { fitting } from '../device/packed-words.ts';
import boxesText from '../wgsl/step-boxes.wgsl?raw';
import filterText from '../wgsl/step-filter.wgsl?raw';
import halvesText from '../wgsl/step-halves.wgsl?raw';
import keysText from '../wgsl/step-keys.wgsl?raw';
import rulesText from '../wgsl/step-rules.wgsl?raw';
import sceneText from '../wgsl/step-scene.wgsl?raw';
import searchText from '../wgsl/step-search.wgsl?raw';
import { RadixSort } from './radix-sort.ts';
import type { StepLayout } from './step-layout.ts';
import type { StepMargins } from './step-numbers.ts';

/** A pair that is left: its first feature with the kind in the upper two bits, the other, bits of the time. */
export const LEFT = 3;
export const KIND_SHIFT = 30;

export interface StepRules {
  readonly margins: StepMargins;
  readonly startsFree: boolean;
  /** Whether two bodies are tested. */
  isTested(i: number, j: number): boolean;
}

export interface StepLeft {
  readonly count: number;
  /** LEFT numbers a pair. */
  readonly pairs: Uint32Array;
  /** How many the first filter had left. */
  readonly near: number;
}

/** Milliseconds of the parts of a step; waiting for each of them costs, so it is done on demand only. */
export interface StepStages {
  convert: number;
  upload: number;
  trees: number;
  search: number;
  halves: number;
  readBack: number;
}

/** Children of a node: 2 to this; as in the programs. */
const BITS = 2;
const NODE_BYTES = 24;
/** Bytes before the pairs of a list: its count. */
const HEAD = 16;
/** How often the second filter halves the time: contacts end there, all else much earlier. */
export const DEEPEST = 8;
/** Features that a dispatch asks for at first, and at least: milliseconds on slow hardware, for no watchdog to bark. */
const CHUNK = 1 << 17;
const LEAST_CHUNK = 1 << 13;
const MOST_CHUNK = 2 ** 30;
/** Milliseconds that a dispatch may take; where it takes much less, more is asked of the next ones. */
const PATIENCE = 40;
const ALIGNED = 256;
const SCENE_WORDS = 48;
/** Levels of a tree, at most: the programs have room for so many. */
const MOST_LEVELS = 16;
/** Workgroups of the second filter; each takes more than one round where there is more. */
const HALVING_GROUPS = 2048;
const PARTS = [sceneText, rulesText, boxesText];

interface Programs {
  readonly keys: ComputeProgram;
  readonly leaves: ComputeProgram;
  readonly level: ComputeProgram;
  readonly vertices: ComputeProgram;
  readonly edges: ComputeProgram;
  readonly piercing: ComputeProgram;
  readonly halves: ComputeProgram;
}

async function programsOf(gpu: Gpu): Promise<Programs> {
  const search = [sceneText, rulesText, filterText, searchText];
  const [keys, leaves, level, vertices, edges, piercing, halves] = await Promise.all([
    gpu.program('step keys', [sceneText, keysText], 'writeKeys'),
    gpu.program('step leaves', PARTS, 'writeLeaves'),
    gpu.program('step levels', PARTS, 'writeLevel'),
    gpu.program('step vertices', search, 'searchVertices'),
    gpu.program('step edges', search, 'searchEdges'),
    gpu.program('step piercing', search, 'searchPiercing'),
    gpu.program('step halves', [sceneText, rulesText, filterText, halvesText], 'halve'),
  ]);
  return { keys, leaves, level, vertices, edges, piercing, halves };
}

/** Nodes of every level of a tree, the leaves first. */
export function levelsOf(leaves: number): number[] {
  const counts = [leaves];
  while (counts[counts.length - 1] > 1) counts.push(Math.ceil(counts[counts.length - 1] / (1 << BITS)));
  fitting('the levels of a tree', counts.length);
  return counts;
}

export class StepDevice {
  readonly gpu: Gpu;
  private readonly layout: StepLayout;
  private readonly programs: Programs;
  private readonly sort: RadixSort;
  private readonly levels: { readonly faces: readonly number[]; readonly edges: readonly number[] };
  private readonly scene: GPUBuffer;
  private readonly positions: GPUBuffer;
  private readonly corners: GPUBuffer;
  private readonly rules: GPUBuffer;
  private readonly bodyOf: GPUBuffer;
  private readonly nodes: GPUBuffer;
  private readonly work: GPUBuffer;
  private near: GPUBuffer | null = null;
  private left: GPUBuffer | null = null;
  private capacity: number;
  private chunk = CHUNK;
  /** How many were left last time: about so many are read at once with their count. */
  private expected = 1024;

  /** `capacity`: pairs that there is room for at first. */
  static async make(gpu: Gpu, layout: StepLayout, capacity: number = Math.max(1 << 14, layout.faces >> 1)): Promise<StepDevice> {
    fitting('the features of a step', layout.faces + layout.edges + layout.vertices);
    fitting('the bodies of a step', layout.bodies);
    return gpu.guarded(async () => {
      const programs = await programsOf(gpu);
      const sort = await RadixSort.make(gpu, layout.faces + layout.edges + layout.vertices);
      return new StepDevice(gpu, layout, programs, sort, capacity);
    });
  }

  private constructor(gpu: Gpu, layout: StepLayout, programs: Programs, sort: RadixSort, capacity: number) {
    this.gpu = gpu;
    this.layout = layout;
    this.programs = programs;
    this.sort = sort;
    this.capacity = capacity;
    const { faces, edges, vertices, bodies } = layout;
    this.levels = { faces: levelsOf(faces), edges: levelsOf(Math.max(1, edges)) };
    const nodes = [...this.levels.faces, ...this.levels.edges].reduce((sum, count) => sum + count, 0);
    this.scene = gpu.buffer('scene', 4 * SCENE_WORDS, BUFFER.uniform | BUFFER.copyTarget);
    this.positions = gpu.storage('positions', 24 * vertices);
    this.corners = gpu.filled('corners', layout.corners);
    this.rules = gpu.storage('rules', 4 * (bodies + Math.ceil((bodies * bodies) / 32)));
    this.bodyOf = gpu.filled('bodies', bodies === 1 ? new Uint32Array(4) : layout.bodyOf);
    this.nodes = gpu.storage('boxes', NODE_BYTES * nodes);
    this.work = gpu.buffer('work', ALIGNED * MOST_LEVELS, BUFFER.uniform | BUFFER.copyTarget);
  }

  /** What may touch; `positions` as StepNumbers has them. */
  async find(positions: Float32Array<ArrayBuffer>, rules: StepRules, stages?: StepStages): Promise<StepLeft> {
    const { gpu } = this;
    return gpu.guarded(async () => {
      let since = performance.now();
      const done = async (stage: keyof StepStages): Promise<void> => {
        if (stages === undefined) return;
        await gpu.read(this.positions, 4);
        stages[stage] += performance.now() - since;
        since = performance.now();
      };
      gpu.write(this.positions, positions);
      this.writeRules(rules);
      await done('upload');
      this.submit((pass) => this.encodeTrees(pass));
      await done('trees');
      for (;;) {
        this.makeRoom();
        this.writeScene(rules);
        const began = performance.now();
        const dispatches = this.search(rules.startsFree);
        await done('search');
        this.submit((pass) => this.encodeHalves(pass));
        await done('halves');
        const left = await this.readLeft();
        this.adapt((performance.now() - began) / dispatches);
        if (stages !== undefined) stages.readBack += performance.now() - since;
        if (left.near <= this.capacity) return left;
        // what did not fit is lost: once more, with room for it
        this.makeRoom(Math.ceil(1.25 * left.near));
        since = performance.now();
      }
    });
  }

  destroy(): void {
    this.sort.destroy();
    for (const buffer of [this.scene, this.positions, this.corners, this.rules, this.bodyOf, this.nodes, this.work, this.near, this.left])
      buffer?.destroy();
  }

  private makeRoom(capacity = this.capacity): void {
    if (this.near !== null && capacity <= this.capacity) return;
    const { gpu } = this;
    const bytes = HEAD + 4 * LEFT * capacity;
    if (bytes > gpu.largestBuffer)
      throw new GpuFault('limit', `${capacity} pairs of features are too near for the lists of the graphics device`);
    this.near?.destroy();
    this.left?.destroy();
    this.near = gpu.storage('near pairs', HEAD + 8 * capacity);
    this.left = gpu.storage('pairs left', bytes);
    this.capacity = capacity;
  }

  private writeScene({ margins }: StepRules): void {
    const { faces, edges, vertices, bodies } = this.layout;
    const words = new Uint32Array(SCENE_WORDS);
    const floats = new Float32Array(words.buffer);
    words.set([faces, edges, vertices, bodies, this.levels.faces.length - 1, this.levels.edges.length - 1, this.capacity, DEEPEST]);
    floats.set(margins.eps2, 8);
    floats.set(margins.grow, 12);
    let at = 0;
    for (const [list, word] of [[this.levels.faces, 16] as const, [this.levels.edges, 32] as const]) {
      list.forEach((count, level) => {
        words[word + level] = at;
        at += count;
      });
    }
    this.gpu.write(this.scene, words);
  }

  private writeRules(rules: StepRules): void {
    const { bodies } = this.layout;
    const words = new Uint32Array(bodies + Math.ceil((bodies * bodies) / 32));
    new Float32Array(words.buffer).set(rules.margins.reach);
    for (let i = 0; i < bodies; i++) {
      for (let j = 0; j < bodies; j++) {
        const bit = i * bodies + j;
        if (rules.isTested(i, j)) words[bodies + (bit >>> 5)] |= 1 << (bit & 31);
      }
    }
    this.gpu.write(this.rules, words);
    this.writeScene(rules);
  }

  private submit(encode: (pass: GPUComputePassEncoder) => void): void {
    const encoder = this.gpu.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    encode(pass);
    pass.end();
    this.gpu.device.queue.submit([encoder.finish()]);
  }

  private encodeTrees(pass: GPUComputePassEncoder): void {
    const { programs, layout, sort, scene, positions, corners, rules, bodyOf, nodes } = this;
    const { faces, edges, vertices } = layout;
    const run = (program: ComputeProgram, buffers: Parameters<ComputeProgram['bind']>[0], threads: number): void => {
      pass.setPipeline(program.pipeline);
      pass.setBindGroup(0, program.bind(buffers));
      pass.dispatchWorkgroups(...Gpu.workgroups(Math.ceil(threads / 256)));
    };
    run(programs.keys, [scene, positions, corners, sort.keys, sort.items], faces + edges + vertices);
    sort.encode(pass);
    run(programs.leaves, [scene, positions, corners, rules, bodyOf, sort.items, nodes], faces + edges);
    const top = Math.max(this.levels.faces.length, this.levels.edges.length) - 1;
    const words = new Uint32Array((ALIGNED / 4) * (top + 1));
    for (let level = 1; level <= top; level++) words[(ALIGNED / 4) * level] = level;
    this.gpu.write(this.work, words);
    for (let level = 1; level <= top; level++) {
      const work = { buffer: this.work, offset: ALIGNED * level, size: 16 };
      const count = (this.levels.faces[level] ?? 0) + (this.levels.edges[level] ?? 0);
      run(programs.level, [scene, null, null, null, null, null, nodes, work], count);
    }
  }

  private adapt(each: number): void {
    if (each < PATIENCE / 8) this.chunk = Math.min(MOST_CHUNK, 4 * this.chunk);
    else if (each > PATIENCE) this.chunk = Math.max(LEAST_CHUNK, this.chunk / 2);
  }

  /** Searches in chunks, each submitted by itself; gives how many these were. */
  private search(startsFree: boolean): number {
    const { gpu, programs, layout, scene, positions, corners, rules, bodyOf, sort, nodes } = this;
    const near = this.near as GPUBuffer;
    gpu.write(near, new Uint32Array(4));
    const { edges, vertices } = layout;
    const kinds = [
      [programs.vertices, vertices],
      [programs.edges, edges],
      ...(startsFree ? [] : [[programs.piercing, edges] as const]),
    ] as const;
    let dispatches = 0;
    for (const [program, count] of kinds) {
      for (let from = 0; from < count; from += this.chunk) {
        dispatches++;
        const size = Math.min(this.chunk, count - from);
        gpu.write(this.work, Uint32Array.of(from, size, 0, 0));
        const group = program.bind([
          scene,
          positions,
          corners,
          rules,
          bodyOf,
          sort.items,
          nodes,
          { buffer: this.work, offset: 0, size: 16 },
          near,
        ]);
        this.submit((pass) => {
          pass.setPipeline(program.pipeline);
          pass.setBindGroup(0, group);
          pass.dispatchWorkgroups(...Gpu.workgroups(Math.ceil(size / 64)));
        });
      }
    }
    gpu.write(this.left as GPUBuffer, new Uint32Array(4));
    return Math.max(1, dispatches);
  }

  private encodeHalves(pass: GPUComputePassEncoder): void {
    const { programs, scene, positions, corners, rules, bodyOf } = this;
    pass.setPipeline(programs.halves.pipeline);
    pass.setBindGroup(0, programs.halves.bind([scene, positions, corners, rules, bodyOf, this.near, this.left]));
    pass.dispatchWorkgroups(Math.min(HALVING_GROUPS, Math.ceil(this.capacity / 64)));
  }

  private async readLeft(): Promise<StepLeft> {
    const { gpu } = this;
    const [near, left] = [this.near as GPUBuffer, this.left as GPUBuffer];
    const first = Math.min(this.capacity, this.expected);
    const [nearHead, leftHead] = await Promise.all([gpu.read(near, 4), gpu.read(left, HEAD + 4 * LEFT * first)]);
    const count = new Uint32Array(leftHead, 0, 1)[0];
    const nearCount = new Uint32Array(nearHead)[0];
    this.expected = Math.max(1024, Math.ceil(1.25 * count));
    if (count <= first) return { count, pairs: new Uint32Array(leftHead, HEAD), near: nearCount };
    const pairs = new Uint32Array(await gpu.read(left, 4 * LEFT * count, HEAD));
    return { count, pairs, near: nearCount };
  }
}
