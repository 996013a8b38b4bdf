import { type Kernels, makeRooms, type Room } from './compiled-kernels.ts';

interface Memory {
  readonly buffer: ArrayBuffer;
}
declare const atob: (text: string) => string;
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  readonly Memory: new (size: { initial: number; maximum: number }) => Memory;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

/** Bytes of a page of memory. */
const PAGE = 65_536;
/** Rooms up to this many pages are kept for the next tree. */
const KEPT = 256;
/** 1 GiB: beyond it trees are built without. */
const MOST = 16_384;
/** Bytes by which all arrays of a tree together may be off, each beginning at a multiple of 16. */
const SLACK = 4096;

interface Place {
  readonly memory: Memory;
  readonly kernels: Kernels;
}

let preparing: Promise<boolean> | null = null;

/**
 * Makes trees that are built from now on several times as fast while the process is young, by WebAssembly: their bits
 * are the same. false: the page forbids that, and all stays as it is.
 */
export function prepareTrees(): Promise<boolean> {
  preparing ??= prepare().catch(() => {
    preparing = null;
    return false;
  });
  return preparing;
}

async function prepare(): Promise<boolean> {
  const { PROGRAM, MEMORY_BEGIN, kernelsOf } = await import('./kernels.generated.ts');
  const module = await WebAssembly.compile(Uint8Array.from(atob(PROGRAM), (letter) => letter.charCodeAt(0)));
  // never grown: that detaches its buffer, and every read of any array of the process is slower from then on
  const newPlace = (pages: number): Place => {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    return { memory, kernels: kernelsOf(new WebAssembly.Instance(module, { m: { m: memory } }).exports) };
  };
  // one is made at once: where that is forbidden nothing changes. Of several trees that are begun each has its own.
  const idle = [newPlace(1)];
  makeRooms((bytes) => {
    const pages = Math.ceil((bytes + MEMORY_BEGIN + SLACK) / PAGE);
    if (pages > MOST) return null;
    try {
      const kept = idle.pop();
      const place = kept !== undefined && kept.memory.buffer.byteLength >= pages * PAGE ? kept : newPlace(pages);
      return roomIn(place, MEMORY_BEGIN, () => {
        if (pages <= KEPT) idle.push(place);
      });
    } catch {
      return null; // there is no more memory
    }
  });
  return true;
}

function roomIn({ memory: { buffer }, kernels }: Place, begin: number, leave: () => void): Room {
  let end = begin;
  const from = (bytes: number): number => {
    const at = end;
    end += (bytes + 15) & ~15;
    return at;
  };
  const { fitDown } = kernels;
  return {
    ...kernels,
    sweptSpheres(evenRadius) {
      const radius = evenRadius ?? -1;
      return ({ nodes, leaves, groups, start, isPacked, projection: { axes, centre, bounds, along } }, node) =>
        fitDown(radius, node, nodes, leaves, groups, start, isPacked, axes, centre, bounds, along[0], along[1], along[2]);
    },
    doubles(of) {
      if (typeof of === 'number') return new Float64Array(buffer, from(8 * of), of);
      const copy = new Float64Array(buffer, from(of.byteLength), of.length);
      copy.set(of);
      return copy;
    },
    integers(of) {
      if (typeof of === 'number') return new Uint32Array(buffer, from(4 * of), of).fill(0);
      const copy = new Uint32Array(buffer, from(of.byteLength), of.length);
      copy.set(of);
      return copy;
    },
    leave(result, home) {
      home.set(result);
      leave();
    },
  };
}
