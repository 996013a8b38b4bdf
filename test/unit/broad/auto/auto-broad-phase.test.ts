import { describe, expect, it } from 'vitest';
import { AllPairs } from '../../../../src/broad/all-pairs.ts';
import { AutoBroadPhase } from '../../../../src/broad/auto/auto-broad-phase.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';

/** How boxes move, in their own size a step: each regime makes the broad phase work in another way. */
const REGIMES = { still: 0, slow: 0.005, coherent: 0.02, brisk: 0.17, fast: 0.4, teleport: Number.POSITIVE_INFINITY } as const;
type Regime = keyof typeof REGIMES;

/** Boxes that fly straight on in a room with walls, held to brute force in every step. */
class Flight {
  readonly auto = new AutoBroadPhase();
  readonly truth = new AllPairs();
  readonly ids: number[] = [];
  readonly #boxes = new Map<number, number[]>();
  readonly #velocity = new Map<number, number[]>();
  readonly #random: Random;
  #ratio: number;
  readonly #room: number;
  readonly #unit: number;

  constructor(random: Random, ratio: number, room: number, unit = 1) {
    this.#random = random;
    this.#ratio = ratio;
    this.#room = room * unit;
    this.#unit = unit;
  }

  add(fixed = false): void {
    const box = this.#newBox();
    const id = this.auto.add(box, 0, fixed);
    expect(this.truth.add(box, 0, fixed)).toBe(id);
    this.ids.push(id);
    this.#boxes.set(id, box);
    this.#velocity.set(id, this.#random.direction());
  }

  /** New boxes have sizes from 1 to this. */
  vary(ratio: number): void {
    this.#ratio = ratio;
  }

  remove(): void {
    const [id] = this.ids.splice(this.#random.integer(this.ids.length), 1);
    this.auto.remove(id);
    this.truth.remove(id);
  }

  move(id: number, regime: Regime): void {
    const box = this.#boxes.get(id) ?? [];
    const velocity = this.#velocity.get(id) ?? [];
    const way = REGIMES[regime] * (box[3] - box[0]);
    if (regime === 'teleport') this.#boxes.set(id, this.#newBox());
    else {
      for (let k = 0; k < 3; k++) {
        if (Math.abs(box[k]) > this.#room) velocity[k] = -Math.sign(box[k]) * Math.abs(velocity[k]);
        box[k] += way * velocity[k];
        box[k + 3] += way * velocity[k];
      }
    }
    this.auto.move(id, this.#boxes.get(id) ?? []);
    this.truth.move(id, this.#boxes.get(id) ?? []);
  }

  step(regime: Regime, share = 1): void {
    for (const id of this.ids) if (this.#random.next() < share) this.move(id, regime);
  }

  /** Both update, and must say the same. */
  check(where: string): number {
    this.auto.update();
    this.truth.update();
    expect(answer(this.auto), where).toBe(answer(this.truth));
    return this.truth.openedCount + this.truth.closedCount;
  }

  #newBox(): number[] {
    const size = this.#unit * this.#ratio ** this.#random.next();
    const low = [0, 1, 2].map(() => this.#random.range(-this.#room, this.#room));
    return [...low, ...low.map((x) => x + size * this.#random.range(0.7, 1.3))];
  }
}

describe('the same as brute force', () => {
  for (const [ratio, room] of [
    [1, 4],
    [3, 6],
    [1000, 300],
  ]) {
    it(`through changes of regime, sizes 1 to ${ratio}, seed 'regimes ${ratio}'`, () => {
      const random = new Random(`regimes ${ratio}`);
      const flight = new Flight(random, ratio, room);
      for (let i = 0; i < 120; i++) flight.add(random.next() < 0.1);
      let events = 0;
      for (let phase = 0; phase < 24; phase++) {
        const regime = random.pick(Object.keys(REGIMES) as Regime[]);
        const share = random.pick([0.05, 0.5, 1, 1]);
        const length = random.pick([1, 3, 30, 60]);
        for (let step = 0; step < length; step++) {
          flight.step(regime, share);
          if (random.next() < 0.1) flight.remove();
          if (random.next() < 0.1) flight.add();
          events += flight.check(`phase ${phase}, ${regime}, step ${step}`);
        }
      }
      expect(events).toBeGreaterThan(1000);
    });
  }

  it("of slow boxes for a long time, seed 'coherent'", () => {
    const random = new Random('coherent');
    const flight = new Flight(random, 2, 5);
    for (let i = 0; i < 100; i++) flight.add();
    let events = 0;
    for (let step = 0; step < 600; step++) {
      flight.step('coherent');
      events += flight.check(`step ${step}`);
    }
    expect(events).toBeGreaterThan(300);
  });

  it("one box at a time, seed 'single'", () => {
    const random = new Random('single');
    const flight = new Flight(random, 4, 4);
    for (let i = 0; i < 80; i++) flight.add(i % 7 === 0);
    for (let step = 0; step < 1500; step++) {
      flight.move(random.pick(flight.ids), random.pick(['slow', 'brisk', 'fast', 'teleport'] as const));
      flight.check(`step ${step}`);
    }
  });

  it("while it grows from nothing, box by box and in crowds, and is emptied again, seed 'growth'", () => {
    const random = new Random('growth');
    const flight = new Flight(random, 1, 4);
    for (let step = 0; step < 60; step++) {
      for (let k = step % 10 === 9 ? 30 : 1; k > 0; k--) flight.add();
      flight.step('coherent');
      flight.check(`growing, step ${step}`);
    }
    while (flight.ids.length > 0) {
      for (let k = 0; k < 12 && flight.ids.length > 0; k++) flight.remove();
      flight.step('coherent');
      flight.check(`${flight.ids.length} left`);
    }
    expect(flight.auto.pairCount).toBe(0);
    flight.add();
    flight.add();
    flight.check('again');
  });

  it("when the sizes come to differ in the middle of large motions, and no longer do, seed 'sizes'", () => {
    const random = new Random('sizes');
    const flight = new Flight(random, 1, 6);
    for (let i = 0; i < 90; i++) flight.add();
    for (const [ratio, regime, steps] of [
      [1, 'teleport', 3],
      [1, 'slow', 5],
      [500, 'teleport', 2],
      [500, 'coherent', 30],
      [1, 'teleport', 3],
      [1, 'coherent', 40],
    ] as const) {
      flight.vary(ratio);
      for (let step = 0; step < steps; step++) {
        flight.step(regime);
        if (step % 2 === 0) flight.remove();
        if (step % 2 === 1) flight.add(step % 3 === 0);
        flight.check(`sizes to ${ratio}, ${regime}, step ${step}`);
      }
    }
  });

  it("of all boxes in one place, seed 'crowd'", () => {
    const random = new Random('crowd');
    const flight = new Flight(random, 1.5, 0.4);
    for (let i = 0; i < 60; i++) flight.add();
    for (const regime of ['coherent', 'teleport', 'slow'] as const)
      for (let step = 0; step < 40; step++) {
        flight.step(regime);
        flight.check(`${regime}, step ${step}`);
      }
  });
});

it("does the same work in another unit of length, seed 'units'", () => {
  const [metres, tiny, huge] = [1, 2 ** -200, 2 ** 200].map((unit) => {
    const flight = new Flight(new Random('units'), 5, 5, unit);
    for (let i = 0; i < 80; i++) flight.add();
    for (const regime of ['coherent', 'fast', 'coherent'] as const)
      for (let step = 0; step < 40; step++) {
        flight.step(regime);
        flight.check(`${regime}, step ${step}`);
      }
    return flight.auto.stats;
  });
  expect(tiny).toEqual(metres);
  expect(huge).toEqual(metres);
});

it('tells pairs that touch, and pairs one rounding apart from them, however far away', () => {
  for (const far of [0, 1, 1e15]) {
    const auto = new AutoBroadPhase();
    auto.add([far, far, far, far + 1, far + 1, far + 1]);
    const other = auto.add([far + 1, far, far, far + 2, far + 1, far + 1]);
    auto.update();
    expect(auto.pairCount).toBe(1);
    const apart = (far + 1) * (1 + 2 ** -52);
    auto.move(other, [apart, far, far, far + 2, far + 1, far + 1]);
    auto.update();
    expect([auto.pairCount, auto.closedCount]).toEqual([0, 1]);
    auto.move(other, [far + 1, far, far, far + 2, far + 1, far + 1]);
    auto.update();
    expect([auto.pairCount, auto.openedCount]).toEqual([1, 1]);
  }
});

it('costs what has changed: one moved box of many is a handful of tests', () => {
  const flight = new AutoBroadPhase();
  const random = new Random(5);
  const box = new Float64Array(6);
  const place = (): Float64Array => {
    for (let k = 0; k < 3; k++) box[k] = random.range(0, 30);
    for (let k = 0; k < 3; k++) box[k + 3] = box[k] + 1;
    return box;
  };
  for (let i = 0; i < 5000; i++) flight.add(place());
  for (let step = 0; step < 40; step++) flight.update();
  flight.stats.boxTests = 0;
  flight.stats.visits = 0;
  for (let i = 0; i < 100; i++) {
    flight.move(i, place());
    flight.update();
  }
  expect(flight.stats.boxTests / 100).toBeLessThan(40);
  expect(flight.stats.visits / 100).toBeLessThan(100);
});

it('refuses what is no box and no number of one', () => {
  const auto = new AutoBroadPhase();
  const id = auto.add([0, 0, 0, 1, 1, 1]);
  expect(() => auto.move(id, [0, 0, 0, -1, 1, 1])).toThrow(InputError);
  expect(() => auto.move(id, [0, 0, 0, 1, Number.NaN, 1])).toThrow(InputError);
  expect(() => auto.move(id, [0, 0, Number.NEGATIVE_INFINITY, 1, 1, 1])).toThrow(InputError);
  expect(() => auto.move(id, [0, 0, 0, 1, 1, 2 ** 301])).toThrow(InputError);
  expect(() => auto.move(id, [0, 0, 0, 1, 1])).toThrow(InputError);
  expect(() => auto.move(id, null as unknown as number[])).toThrow(InputError);
  expect(() => auto.move(id, 7 as unknown as number[])).toThrow(InputError);
  expect(() => auto.move(id + 1, [0, 0, 0, 1, 1, 1])).toThrow(InputError);
  expect(() => auto.move(0.5, [0, 0, 0, 1, 1, 1])).toThrow(InputError);
  auto.remove(id);
  expect(() => auto.move(id, [0, 0, 0, 1, 1, 1])).toThrow(InputError);
  auto.update();
  expect(auto.size).toBe(0);
});

function answer(phase: AutoBroadPhase | AllPairs): string {
  const pairs: string[] = [];
  phase.forEachPair((i, j) => pairs.push(`${i} ${j}`));
  const list = (numbers: Uint32Array, count: number): string =>
    Array.from({ length: count }, (_, k) => `${numbers[2 * k]} ${numbers[2 * k + 1]}`)
      .sort()
      .join();
  return `${phase.size}, ${phase.pairCount}: ${pairs.sort().join()}; opened ${list(phase.opened, phase.openedCount)}; closed ${list(phase.closed, phase.closedCount)}`;
}
