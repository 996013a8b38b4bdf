// Plain reads of arrays, such as an application's own, before and after each entry point has done its work: V8 checks every array of a process once any buffer was
// detached (memory of WebAssembly that grows, a transfer, a mapped buffer of WebGPU). A process each, since what is lost stays lost.

import { spawnSync } from 'node:child_process';
import { execPath } from 'node:process';
import { ConvexQuery, convexBox } from '../../src/convex/index.ts';
import { GpuBatch } from '../../src/gpu/index.ts';
import { buildSweptSphereTree, deserialise, prepareTrees, serialise } from '../../src/hierarchy/index.ts';
import { box, heightField, MotionChecker, Robot, rigidMotion, Scene } from '../../src/index.ts';
import { plan, Roadmap } from '../../src/plan/index.ts';
import { linearMotion, StepQuery } from '../../src/soft/index.ts';
import { countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import { type Cell, type Table, toMarkdown } from '../shared/table.ts';

export const READS_USAGE = `reads    plain reads of arrays before and after each entry point: whether any of them slows arrays of the whole process
  --rounds N             measure so often, keep the fastest (default: 400)
  --quick                a look whether it runs: 2 rounds`;

const arm = () =>
  new Robot({
    name: 'arm',
    links: [0, 1].map((i) => ({
      name: `l${i}`,
      ...(i > 0 ? { parent: 'l0' } : {}),
      joint: {
        name: `j${i}`,
        type: 'revolute' as const,
        axis: [0, 0, 1] as const,
        origin: { position: [0.6 * i, 0, 0] as const },
        limits: { lower: -3, upper: 3 },
      },
      shapes: [{ shape: box([0.5, 0.1, 0.1], [0.3, 0, 0]) }],
    })),
  });
const cell = () => new Scene({ robots: [arm()], obstacles: [{ name: 'post', shape: box(0.2), pose: { position: [0.9, 0.6, 0] } }] });
const rows = (count: number) => ({
  from: Float64Array.from({ length: 2 * count }, (_, i) => Math.sin(i)),
  to: Float64Array.from({ length: 2 * count }, (_, i) => Math.sin(2 * i)),
});
/** 7,200 triangles. */
const sheet = () =>
  heightField(
    Float64Array.from({ length: 61 * 61 }, (_, i) => 0.1 * Math.sin(i)),
    { columns: 61, rows: 61, spacing: 0.1, name: 'sheet' },
  );

async function byBatch(batch: { motionsAreFree(rows: { from: Float64Array; to: Float64Array }): Promise<unknown> }): Promise<void> {
  for (let k = 0; k < 3; k++) await batch.motionsAreFree(rows(500));
}

/** What an application does with each entry point. */
const ENTRIES: Readonly<Record<string, () => unknown>> = {
  nothing: () => undefined,
  'a buffer that is transferred, to compare': () => {
    const buffer = new ArrayBuffer(8);
    structuredClone(buffer, { transfer: [buffer] });
  },
  'trees, without preparing': () => buildSweptSphereTree(sheet()),
  'prepareTrees, trees of several sizes': async () => {
    await prepareTrees();
    for (const mesh of [box(1), sheet(), box(2), sheet()]) deserialise(serialise(buildSweptSphereTree(mesh)));
  },
  'Scene, MotionChecker': () => {
    const scene = cell();
    scene.firstContact({
      arm: [
        [-1, 0],
        [1, 1],
      ],
    });
    new MotionChecker(scene).isFree(Float64Array.of(0, 0));
  },
  'plan, Roadmap': async () => {
    const scene = cell();
    await plan(scene, { from: [-1, 0], to: [1.5, 1] });
    await (await Roadmap.build(scene, { states: 100 })).prove();
  },
  ConvexQuery: () => {
    const body = { shape: convexBox(1) };
    new ConvexQuery(body, body).firstContact({ a: rigidMotion({ position: [3, 0, 0] }, {}) });
  },
  StepQuery: () => {
    const mesh = sheet();
    new StepQuery([{ shape: mesh }]).contacts(
      linearMotion(
        mesh.positions,
        mesh.positions.map((x) => 1.1 * x),
      ),
    );
  },
  'GpuBatch, by the processor': async () => byBatch(await GpuBatch.open(cell(), { gpu: 'never' })),
  'GpuBatch, by graphics hardware': async () => {
    const batch = await GpuBatch.open(cell(), { gpu: 'always' });
    await byBatch(batch);
    batch.close();
  },
};

export async function reads(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['rounds', 'quick', 'entry']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const rounds = countOption(line, 'rounds', line.options.has('quick') ? 2 : 400);
  const entry = textOption(line, 'entry');
  if (entry !== undefined) {
    console.log(JSON.stringify(await measured(ENTRIES[entry], rounds)));
    process.exit(0);
  }
  const table: Cell[][] = Object.keys(ENTRIES).map((name) => {
    const { before, after } = inFreshProcess(name, rounds, root);
    return [name, before, after, after / before];
  });
  console.log(toMarkdown(tableOf(table, rounds)));
}

function tableOf(rows: readonly Cell[][], rounds: number): Table {
  return {
    file: 'reads',
    title: 'Plain reads beside the library',
    note: `Nanoseconds to read three numbers of a vertex through an object, as three.js reads its attributes, fastest of ${rounds} rounds, in a process of its own before and after the entry point was used. Node 20 and 22 check every array once a buffer was detached, newer ones do not.`,
    columns: ['entry point', 'before', 'after', 'ratio'],
    rows,
  };
}

interface Measured {
  readonly before: number;
  readonly after: number;
}

async function measured(use: () => unknown, rounds: number): Promise<Measured> {
  const attribute = new Attribute();
  const before = reading(attribute, rounds);
  await use();
  return { before, after: reading(attribute, rounds) };
}

/** Few enough for the processor's cache. */
const VERTICES = 12_000;
/** Until it is compiled, and compiled anew after what was used. */
const WARM = 300;

class Attribute {
  readonly array: Float32Array = Float32Array.from({ length: 3 * VERTICES }, (_, i) => i % 7);

  x(vertex: number): number {
    return this.array[3 * vertex];
  }

  y(vertex: number): number {
    return this.array[3 * vertex + 1];
  }

  z(vertex: number): number {
    return this.array[3 * vertex + 2];
  }
}

function readAll(attribute: Attribute): number {
  let sum = 0;
  for (let v = 0; v < VERTICES; v++) sum += attribute.x(v) * attribute.y(v) - attribute.z(v);
  return sum;
}

/** Nanoseconds a vertex. */
function reading(attribute: Attribute, rounds: number): number {
  let least = Infinity;
  for (let round = 0; round < WARM + rounds; round++) {
    const since = performance.now();
    readAll(attribute);
    if (round >= WARM) least = Math.min(least, performance.now() - since);
  }
  return (1e6 * least) / VERTICES;
}

/** Runs this very bundle again. */
function inFreshProcess(entry: string, rounds: number, root: string): Measured {
  const words = ['reads', '--entry', entry, '--rounds', `${rounds}`];
  const script = `import(${JSON.stringify(import.meta.url)}).then(({ main }) => main(${JSON.stringify(words)}, ${JSON.stringify(root)}))`;
  const { status, stdout, stderr, error } = spawnSync(execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the fresh process failed: ${error?.message ?? stderr.trim().split('\\n').at(-1)}`);
  return JSON.parse(stdout);
}
