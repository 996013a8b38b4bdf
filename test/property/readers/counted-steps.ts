import { Session } from 'node:inspector/promises';
import { GCProfiler, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// How many steps a piece of our code takes, counted from outside: blocks of src as V8's precise coverage counts them, and
// what built-in functions walk over, which coverage does not see; and how many bytes it allocates. No reader can forget
// to count here. Backtracking within a pattern shows in neither; test/structure/reader-idioms.test.ts looks for that.

/** Compilers whose code leaves counts out; when it is ready depends on what else the machine does. */
const OPTIMIZING = Number.parseInt(process.versions.v8, 10) > 11 ? ['opt', 'maglev'] : ['opt'];

// Before anything of src is loaded: what is compiled without counts has none of its blocks counted.
const coverage = new Session();
for (const compiler of OPTIMIZING) setFlagsFromString(`--no-${compiler}`);
coverage.connect();
await coverage.post('Profiler.enable');
await coverage.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

let walked = 0;

type Method = (this: never, ...args: never[]) => unknown;

/** Methods that walk over all of what they are asked of. */
const WALKING: readonly (readonly [object, readonly (string | symbol)[], 'length' | 'size'])[] = [
  [Array.prototype, ['indexOf', 'lastIndexOf', 'includes', 'concat', 'join', 'flat', 'reverse', Symbol.iterator], 'length'],
  [String.prototype, ['split', 'replace', 'replaceAll', 'includes', 'toLowerCase'], 'length'],
  [Set.prototype, ['values', 'keys', 'entries', Symbol.iterator], 'size'],
  [Map.prototype, ['values', 'keys', 'entries', Symbol.iterator], 'size'],
];

/** Numbers of things, and of pairs of things, are below this in the files here. */
const MOST_STEERED = 2 ** 24;

function countWalks(): () => void {
  const undo: (() => void)[] = [];
  const replace = (owner: object, name: string | symbol, make: (original: Method) => Method): void => {
    const before = Object.getOwnPropertyDescriptor(owner, name) as PropertyDescriptor;
    Object.defineProperty(owner, name, { ...before, value: make(before.value as Method) });
    undo.push(() => Object.defineProperty(owner, name, before));
  };
  for (const [owner, names, size] of WALKING)
    for (const name of names)
      replace(
        owner,
        name,
        (original) =>
          function counted(this: never, ...args: never[]) {
            walked += this[size] as number;
            return Reflect.apply(original, this, args);
          },
      );
  replace(
    Array.prototype,
    'slice',
    (original) =>
      function counted(this: never, ...args: never[]) {
        const part = Reflect.apply(original, this, args) as readonly unknown[];
        walked += part.length;
        return part;
      },
  );
  replace(
    String.prototype,
    'indexOf',
    (original) =>
      function counted(this: never, ...args: never[]) {
        const found = Reflect.apply(original, this, args) as number;
        walked += (found < 0 ? (this as string).length : found) - Number(args[1] ?? 0) + 1;
        return found;
      },
  );
  for (const [owner, name] of [
    [Set.prototype, 'add'],
    [Map.prototype, 'set'],
  ] as const)
    replace(
      owner,
      name,
      (original) =>
        function counted(this: never, ...args: never[]) {
          // Numbers have the same hash in every process, unlike texts: who may choose them freely can make all of them collide.
          if (Number(args[0]) > MOST_STEERED && typeof args[0] === 'number') walked += (this as Set<unknown>).size;
          return Reflect.apply(original, this, args);
        },
    );
  replace(
    RegExp.prototype,
    'exec',
    (original) =>
      function counted(this: never, ...args: never[]) {
        const pattern = this as RegExp;
        const from = pattern.sticky || pattern.global ? pattern.lastIndex : 0;
        const found = Reflect.apply(original, this, args) as RegExpExecArray | null;
        if (found !== null) walked += found.index - from + found[0].length + 1;
        else walked += pattern.sticky || pattern.source.startsWith('^') ? 1 : String(args[0]).length - from;
        return found;
      },
  );
  return () => {
    for (const one of undo.reverse()) one();
  };
}

/** Bytes of buffers, which lie outside of the heap. */
let buffered = 0;

const BUFFERS = [
  'ArrayBuffer',
  'Uint8Array',
  'Int8Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
] as const;

function countBuffers(): () => void {
  const originals = BUFFERS.map((name) => [name, globalThis[name]] as const);
  for (const [name, original] of originals)
    Object.assign(globalThis, {
      [name]: new Proxy(original, {
        construct(target, args, as) {
          const made = Reflect.construct(target, args, as) as ArrayBuffer | Uint8Array;
          // a view of another's bytes has none of its own
          if (!(args[0] instanceof originals[0][1])) buffered += made.byteLength;
          return made;
        },
      }),
    });
  return () => {
    for (const [name, original] of originals) Object.assign(globalThis, { [name]: original });
  };
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

type Collections = ReturnType<GCProfiler['stop']>['statistics'];

/**
 * What a collection of all of the heap found is swept up bit by bit, and would be taken off what is made meanwhile: then, and only then,
 * all is collected at once, which takes 40 ms. It is told by who listens between two countings.
 */
let between: GCProfiler | undefined;
const isToBeSwept = (collections: Collections) => collections.some(({ gcType }) => gcType !== 'Scavenge');

/** Bytes of all objects and texts that are made, also of those that are collected at once; and of buffers. */
export class ByteCounter {
  private readonly collections: GCProfiler = new GCProfiler();
  private readonly undo: () => void = countBuffers();
  private readonly used: number;

  constructor() {
    buffered = 0;
    if (between === undefined || isToBeSwept(between.stop().statistics)) collect();
    this.collections.start();
    this.used = getHeapStatistics().used_heap_size;
  }

  stop(): number {
    let bytes = getHeapStatistics().used_heap_size - this.used;
    const { statistics } = this.collections.stop();
    for (const { beforeGC, afterGC } of statistics) bytes += beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize;
    between = isToBeSwept(statistics) ? undefined : new GCProfiler();
    between?.start();
    this.undo();
    return bytes + buffered;
  }
}

/** Blocks of src that were run, and what built-in functions walked over. */
export class StepCounter {
  private undo: () => void = () => {};

  start(): void {
    this.undo = countWalks();
  }

  /** Forgets what was run before; asking for a count does so too. */
  async reset(): Promise<void> {
    await coverage.post('Profiler.takePreciseCoverage');
    walked = 0;
  }

  /** Of whatever is no code of src. */
  forgetWalks(): void {
    walked = 0;
  }

  /** Since it was asked the last time. */
  async count(): Promise<number> {
    const steps = walked;
    const { result } = await coverage.post('Profiler.takePreciseCoverage');
    let blocks = 0;
    let hasBlocks = false;
    for (const { url, functions } of result) {
      if (!/\/src\//.test(url)) continue;
      for (const { isBlockCoverage, ranges } of functions) {
        hasBlocks ||= isBlockCoverage;
        for (const { count } of ranges) blocks += count;
      }
    }
    walked = 0;
    if (!hasBlocks) throw new Error('no blocks of src are counted: it was compiled before');
    return blocks + steps;
  }

  async stop(): Promise<void> {
    this.undo();
    for (const compiler of OPTIMIZING) setFlagsFromString(`--${compiler}`);
    await coverage.post('Profiler.stopPreciseCoverage');
    coverage.disconnect();
  }
}
