import { describe, expect, test } from 'vitest';
import { motionBox } from '../../../src/broad/index.ts';
import { convexParts } from '../../../src/convex/index.ts';
import * as trees from '../../../src/hierarchy/index.ts';
import { edgeAdjacency, InputError } from '../../../src/index.ts';

type Taker = (first: unknown) => unknown;
const { prepareTrees, ...functions } = trees;

describe('without what they are about, functions give an InputError', () => {
  const takers: Record<string, Taker> = {
    ...(functions as unknown as Record<string, Taker>),
    edgeAdjacency: (indices) => edgeAdjacency(indices as Uint32Array, 3),
    convexParts: (mesh) => convexParts(mesh as never),
    motionBox: (motion) => motionBox(motion as never, { reach: 1 }, 0, 1, new Float64Array(6)),
  };
  test.each(Object.entries(takers))('%s', (_, taker) => {
    for (const nothing of [null, undefined, {}]) expect(() => taker(nothing)).toThrow(InputError);
  });
});
