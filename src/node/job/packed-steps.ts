/**
 * Bodies of deforming steps as bytes that travel: the subject holds what steps have in common (triangles, what stands,
 * what is tested), an item the positions of what moves, at both ends of its step.
 */
import { pack, unpack } from '../../batch/packed.ts';
import { refuseMore } from '../../batch/refuse-more.ts';
import { InputError, TriangleMesh } from '../../index.ts';
import { fieldsOf, float64sOf, listOf, packedSurface, textOf, uint32sOf } from './packed-fields.ts';

const FORMAT = 'inbetween-steps/1';

export interface StepBody {
  readonly name: string;
  /** Where it stands, or where the first of the steps begins: trees are built over it. */
  readonly mesh: TriangleMesh;
  readonly moves: boolean;
  /** Whether it is tested against itself. */
  readonly self: boolean;
}

/** What steps have in common. */
export interface StepBodies {
  readonly bodies: readonly StepBody[];
  /** Names of bodies that are not tested against each other. */
  readonly allowed: readonly (readonly [string, string])[];
}

/** Positions of the bodies that move, in their order. */
export interface StepEnds {
  readonly from: readonly Float64Array[];
  readonly to: readonly Float64Array[];
}

/** `sameFor`: without where moving bodies begin, which is the same for all steps of these bodies. */
export function packSteps({ bodies, allowed, ...others }: StepBodies, sameFor = false): Uint8Array {
  refuseMore(others, 'packed steps');
  const records = bodies.map(({ name, mesh, moves, self, ...rest }) => {
    refuseMore(rest, 'packed steps: a body');
    const { positions, indices } = packedSurface(mesh);
    return { name, moves, self, indices, positions: moves && sameFor ? positions.length : positions };
  });
  return pack({ format: FORMAT, bodies: records, allowed: allowed.map((pair) => [...pair]) });
}

export function openSteps(bytes: Uint8Array): StepBodies {
  const content = fieldsOf(unpack(bytes), ['bodies', 'allowed'], FORMAT);
  const bodies = listOf(content.bodies, 'bodies').map((value): StepBody => {
    const { name: given, positions, indices, moves, self } = fieldsOf(value, ['name', 'positions', 'indices', 'moves', 'self']);
    const name = textOf(given, 'name');
    const mesh = new TriangleMesh(float64sOf(positions, 'positions'), uint32sOf(indices, 'indices'), { name });
    return { name, mesh, moves: moves === true, self: self === true };
  });
  const allowed = listOf(content.allowed, 'allowed').map((pair): readonly [string, string] => {
    const [a, b] = listOf(pair, 'allowed');
    return [textOf(a, 'allowed'), textOf(b, 'allowed')];
  });
  return { bodies, allowed };
}

export function packEnds({ from, to, ...rest }: StepEnds): Uint8Array {
  refuseMore(rest, 'packed steps: ends');
  return pack({ from: [...from], to: [...to] });
}

/** `data` of an item; packed pieces are as long as multiples of 8, so that those of a chunk begin at one. */
export function openEnds(data: Uint8Array, { bodies }: StepBodies): StepEnds {
  const bytes = data.byteOffset % 8 === 0 ? data : Uint8Array.from(data);
  const keys = ['from', 'to'] as const;
  const content = fieldsOf(unpack(bytes), keys);
  const [from, to] = keys.map((end) => listOf(content[end], end).map((one) => float64sOf(one, end)));
  const moving = bodies.filter(({ moves }) => moves);
  for (const end of [from, to])
    if (end.length !== moving.length || end.some(({ length }, i) => length !== moving[i].mesh.positions.length))
      throw new InputError('packed data: positions of a step are not those of its bodies');
  return { from, to };
}
