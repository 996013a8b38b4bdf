// Narrow places: a peg that fills 0.99 of its hole, a piano that has to go through a door of 1.3 times its width into a corridor,
// a stick that fills 0.9 of the mouth of a bugtrap, which goes inwards.

import { box, Robot, Scene } from '../../src/index.ts';
import type { Vec3 } from '../../src/math/pose.ts';
import type { Bounds, PlanState } from '../../src/plan/index.ts';

interface Puzzle {
  readonly scene: Scene;
  readonly from: PlanState;
  readonly to: PlanState;
  readonly bounds: Bounds;
}

const QUARTER: readonly [number, number, number, number] = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
/** The piano, the door, the wall's thickness. */
const PIANO: Vec3 = [2, 0.6, 1];
const DOOR: number = 1.3 * PIANO[1];
const WALL = 0.2;

function bar(name: string, size: Vec3, position: Vec3) {
  return { name, shape: box([...size]), pose: { position } };
}

/** Out of the open into a hole of a plate. */
export function peg(): Puzzle {
  const hole = 0.2;
  const rest = (2 - hole) / 2;
  const far = (hole + rest) / 2;
  const obstacles = [
    bar('east', [rest, 2, 0.3], [far, 0, 0]),
    bar('west', [rest, 2, 0.3], [-far, 0, 0]),
    bar('north', [hole, rest, 0.3], [0, far, 0]),
    bar('south', [hole, rest, 0.3], [0, -far, 0]),
  ];
  return {
    scene: new Scene({ bodies: [{ name: 'peg', shape: box([0.99 * hole, 0.99 * hole, 0.6]) }], obstacles }),
    from: { peg: { position: [0.5, 0.3, 0.9], quaternion: [0.3, 0.1, 0.3, 0.9] } },
    to: { peg: { position: [0, 0, -0.2] } },
    bounds: { peg: { min: [-0.9, -0.9, -1], max: [0.9, 0.9, 1.2] } },
  };
}

function rooms() {
  const half = (6 - DOOR) / 2;
  const far = (DOOR + half) / 2;
  return [
    bar('wall, north', [WALL, half, 3], [0, far, 0]),
    bar('wall, south', [WALL, half, 3], [0, -far, 0]),
    bar('corridor', [WALL, 6, 3], [2, 0, 0]),
  ];
}

/** Out of a room whose only way out is a throat that begins in the midst of it. */
export function bugtrap(): Puzzle {
  const mouth = 0.2;
  const wall = 0.05;
  const deep = 0.6;
  const rest = (2 - mouth) / 2;
  const off = (mouth + rest) / 2;
  const side = (mouth + wall) / 2;
  const inwards = 1 - deep / 2;
  const obstacles = [
    bar('back', [wall, 2, 2], [-1, 0, 0]),
    bar('left', [2, wall, 2], [0, 1, 0]),
    bar('right', [2, wall, 2], [0, -1, 0]),
    bar('top', [2, 2, wall], [0, 0, 1]),
    bar('bottom', [2, 2, wall], [0, 0, -1]),
    bar('front, left', [wall, rest, 2], [1, off, 0]),
    bar('front, right', [wall, rest, 2], [1, -off, 0]),
    bar('front, top', [wall, mouth, rest], [1, 0, off]),
    bar('front, bottom', [wall, mouth, rest], [1, 0, -off]),
    bar('throat, left', [deep, wall, mouth + 2 * wall], [inwards, side, 0]),
    bar('throat, right', [deep, wall, mouth + 2 * wall], [inwards, -side, 0]),
    bar('throat, top', [deep, mouth, wall], [inwards, 0, side]),
    bar('throat, bottom', [deep, mouth, wall], [inwards, 0, -side]),
  ];
  const thick = 0.9 * mouth;
  return {
    scene: new Scene({ bodies: [{ name: 'stick', shape: box([0.7, thick, thick]) }], obstacles }),
    from: { stick: { position: [-0.5, -0.4, 0.3], quaternion: [0, 0, 0.6, 0.8] } },
    to: { stick: { position: [1.8, 0.5, 0.4], quaternion: [0.48, 0, 0.6, 0.64] } },
    bounds: { stick: { min: [-2.5, -2.5, -2.5], max: [2.5, 2.5, 2.5] } },
  };
}

/** On the plane. */
export function piano(): Puzzle {
  const body = { name: 'body', joint: { name: 'castors', type: 'planar', axis: [0, 0, 1] }, shapes: [{ shape: box([...PIANO]) }] } as const;
  return {
    scene: new Scene({ robots: [new Robot({ name: 'piano', links: [body] })], obstacles: rooms() }),
    from: [-2, 0, Math.PI / 2],
    to: [0.95, 1.6, Math.PI / 2],
    bounds: { castors: { min: [-3, -2.8, 0], max: [3, 2.8, 0] } },
  };
}

export function pianoInSpace(): Puzzle {
  const obstacles = [...rooms(), bar('floor', [8, 8, 0.1], [0, 0, -0.6]), bar('ceiling', [8, 8, 0.1], [0, 0, 0.9])];
  return {
    scene: new Scene({ bodies: [{ name: 'piano', shape: box([...PIANO]) }], obstacles }),
    from: { piano: { position: [-2, 0, 0.1], quaternion: QUARTER } },
    to: { piano: { position: [0.8, 1.6, 0.1], quaternion: QUARTER } },
    bounds: { piano: { min: [-3, -2.8, -0.5], max: [3, 2.8, 0.8] } },
  };
}
