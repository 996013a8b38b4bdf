import { box, Robot } from '../../../../src/index.ts';
import type { Files } from '../../../../src/io/index.ts';

/** An arm of two sliding links: `slide` along x, `lift` along z on it; a gripper fixed to the lift. Cubes of 0.2. */
export function slidingArm(): Robot {
  const cube = [{ shape: box(0.2) }];
  return new Robot({
    name: 'arm',
    links: [
      { name: 'rail' },
      {
        name: 'cart',
        parent: 'rail',
        joint: { name: 'slide', type: 'prismatic', axis: [1, 0, 0], limits: { lower: -3, upper: 3 } },
        shapes: cube,
      },
      {
        name: 'head',
        parent: 'cart',
        joint: { name: 'lift', type: 'prismatic', axis: [0, 0, 1], origin: { position: [0, 0, 0.5] } },
        shapes: cube,
      },
      { name: 'grip', parent: 'head', joint: { name: 'mount', type: 'fixed', origin: { position: [0, 0, 0.3] } }, shapes: cube },
      {
        name: 'echo',
        parent: 'rail',
        joint: {
          name: 'echo_slide',
          type: 'prismatic',
          axis: [0, 1, 0],
          origin: { position: [0, 5, 0] },
          mimic: { joint: 'slide', multiplier: 2 },
        },
      },
    ],
    groups: [{ name: 'both', joints: ['slide', 'lift'] }],
    allowed: [{ a: 'cart', b: 'head' }],
  });
}

/** Files by name. */
export function inMemory(texts: Readonly<Record<string, string | Uint8Array>>): Files {
  return {
    read: async (path) => {
      const text = texts[path];
      if (text === undefined) throw new (await import('../../../../src/index.ts')).InputError('is not there', { file: path });
      return typeof text === 'string' ? new TextEncoder().encode(text) : text;
    },
  };
}
