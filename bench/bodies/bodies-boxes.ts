// Boxes in motion for the benches of the broad phases: deterministic, of a density that stays, each box meeting one or two others on average.

import { Random } from '../../src/math/random.ts';

/** How the boxes of a scene are made and how they move. */
interface Recipe {
  readonly told: string;
  /** Largest size over smallest, sizes spread evenly in the logarithm; 1: from 0.75 to 1.25. */
  readonly ratio: number;
  /** Way of a moving box in one frame, in its own size. */
  readonly motion: number;
  /** Share of the boxes that never move. */
  readonly rest: number;
  /** All heights within this share of a box, as in Figure 6; 0: a cube full of boxes. */
  readonly flat: number;
  readonly floor: boolean;
  /** Every box has a new place in every frame. */
  readonly teleport: boolean;
}

const UNIFORM: Recipe = { told: 'uniform, 1 % motion', ratio: 1, motion: 0.01, rest: 0, flat: 0, floor: false, teleport: false };

const RECIPES = {
  uniform: UNIFORM,
  rest: { ...UNIFORM, told: 'uniform, 90 % at rest', rest: 0.9 },
  fast: { ...UNIFORM, told: 'uniform, 30 % motion', motion: 0.3 },
  teleport: { ...UNIFORM, told: 'uniform, teleporting', teleport: true },
  pile: { ...UNIFORM, told: 'flat pile (Figure 6), 1 %', flat: 0.1 },
  floor: { ...UNIFORM, told: 'flat pile on a fixed floor', flat: 0.1, floor: true },
  mixed: { ...UNIFORM, told: 'sizes 1 to 1000, 1 %', ratio: 1000 },
} as const satisfies Record<string, Recipe>;

export type BoxScene = keyof typeof RECIPES;

export const BOX_SCENES: readonly BoxScene[] = Object.keys(RECIPES) as BoxScene[];

/** Boxes that a box meets on average. */
const PARTNERS = 1.5;

/** The scene in words. */
export function sceneTitle(scene: BoxScene): string {
  return RECIPES[scene].told;
}

/** `n` boxes, and the same way of them for the same scene, n and seed. */
export class MovingBoxes {
  readonly scene: BoxScene;
  readonly n: number;
  /** x y z of the lowest corner, then of the highest. */
  readonly boxes: Float64Array;
  /** 1: never moves, and is told so to the broad phase. */
  readonly fixed: Uint8Array;
  /** The numbers of the boxes that `step` moves. */
  readonly moving: Uint32Array;
  readonly #size: Float64Array;
  /** Lowest corners stay in [0, room), by axis. */
  readonly #room: Float64Array;
  readonly #velocity: Float64Array;
  readonly #random: Random;

  constructor(scene: BoxScene, n: number, seed: number = 1) {
    const recipe: Recipe = RECIPES[scene];
    const random = new Random(`${scene} ${n} ${seed}`);
    this.scene = scene;
    this.n = n;
    this.boxes = new Float64Array(6 * n);
    this.fixed = new Uint8Array(n);
    this.#size = new Float64Array(3 * n);
    this.#velocity = new Float64Array(3 * n);
    this.#random = random;
    for (let i = 0; i < n; i++) {
      const size = recipe.ratio > 1 ? recipe.ratio ** random.next() : 1;
      const direction = random.direction();
      for (let k = 0; k < 3; k++) {
        this.#size[3 * i + k] = size * random.range(0.75, 1.25);
        this.#velocity[3 * i + k] = recipe.motion * size * direction[k];
      }
    }
    this.#room = roomFor(this.#size, recipe.flat);
    const moving: number[] = [];
    for (let i = 0; i < n; i++) {
      this.#place(i);
      if (random.next() >= recipe.rest) moving.push(i);
    }
    if (recipe.floor) {
      this.fixed[0] = 1;
      this.boxes.set([-10, -1, -10, this.#room[0] + 10, 0.05, this.#room[2] + 10]);
      moving.shift();
    }
    this.moving = Uint32Array.from(moving);
  }

  /** The next frame. */
  step(): void {
    if (RECIPES[this.scene].teleport) for (const i of this.moving) this.#place(i);
    else for (const i of this.moving) this.#advance(i);
  }

  #place(i: number): void {
    for (let k = 0; k < 3; k++) {
      const low = this.#room[k] * this.#random.next();
      this.boxes[6 * i + k] = low;
      this.boxes[6 * i + 3 + k] = low + this.#size[3 * i + k];
    }
  }

  /** Straight on, reflected at the ends of the room. */
  #advance(i: number): void {
    for (let k = 0; k < 3; k++) {
      const low = this.boxes[6 * i + k] + this.#velocity[3 * i + k];
      const room = this.#room[k];
      const inside = low < 0 ? -low : low > room ? 2 * room - low : low;
      if (inside !== low) this.#velocity[3 * i + k] *= -1;
      this.boxes[6 * i + k] = inside;
      this.boxes[6 * i + 3 + k] = inside + this.#size[3 * i + k];
    }
  }
}

/**
 * The room in which boxes of these sizes meet PARTNERS others on average. Two boxes of sizes a and b whose lowest corners are spread evenly over a room of
 * length L meet along that axis with probability ≈ (a + b)/L: with V the room's volume, V = n E[∏(aₖ + bₖ)]/PARTNERS.
 */
function roomFor(size: Float64Array, flat: number): Float64Array {
  const n = size.length / 3;
  const axes = flat > 0 ? [0, 2] : [0, 1, 2];
  let sum = 0;
  // all pairs at distances of a few primes stand for all pairs
  for (const far of [1, 7, 31]) {
    for (let i = 0; i < n; i++) {
      const j = (i + far) % n;
      sum += axes.reduce((product, k) => product * (size[3 * i + k] + size[3 * j + k]), 1) / 3;
    }
  }
  const edge = (sum / PARTNERS) ** (1 / axes.length);
  return Float64Array.of(edge, flat > 0 ? flat : edge, edge);
}
