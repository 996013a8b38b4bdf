/** Files at the corners of docs/proof-format.md, each with the result that the page gives it. */
import { base64, HEADER, type Line } from './small-proof.ts';

export interface Corner {
  readonly name: string;
  readonly result: 'proven' | 'refuted' | 'malformed' | 'undecided';
  readonly lines: Line[];
}

const doubles = (...x: number[]): string => base64(Float64Array.from(x));
const whole = (...x: number[]): string => base64(Uint32Array.from(x));
const bytes = (...x: number[]): string => base64(Uint8Array.from(x.map((b) => b & 255)));
const at = (z: number): number[] => [0, 0, z, 0, 0, 0, 1];
const still = (z: number): Line => ({ turn: { pose: at(z) } });
const FREE: Line = { kind: 'verdict', status: 'free' };
const PLATE: Line = { kind: 'shape', corners: doubles(-1, -1, 0, 1, -1, 0, 0, 1, 0), triangles: whole(0, 1, 2) };
const UP = bytes(0, 0, 0, 1);

/** A plate below a sheet, on a frame. */
function plate(motion: unknown, more: { frame?: Line; pair?: Line; segment?: Line; proof?: Line; header?: Line } = {}): Line[] {
  return [
    { ...HEADER, ...more.header },
    PLATE,
    { kind: 'frame', parent: -1, ...(more.frame ?? { moves: 'free' }) },
    { kind: 'body', name: 'plate', shape: 0, frame: 0 },
    { kind: 'body', name: 'sheet', shape: 0, frame: -1 },
    { kind: 'pair', a: 0, b: 1, ...more.pair },
    { kind: 'segment', ...(motion === undefined ? {} : { motions: [motion] }), ...more.segment },
    { kind: 'proof', pair: 0, frame: -1, stream: UP, ...more.proof },
    FREE,
  ];
}

/** A point in a tetrahedron, by a rule. */
function inside(rule: string, triangles: readonly number[], more: readonly number[] = []): Line[] {
  return [
    HEADER,
    { kind: 'shape', corners: doubles(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, ...more), triangles: whole(...triangles) },
    { kind: 'shape', corners: doubles(0.1, 0.1, 0.1), triangles: whole(0, 0, 0) },
    { kind: 'body', name: 'solid', shape: 0, frame: -1, solid: rule },
    { kind: 'body', name: 'point', shape: 1, frame: -1 },
    { kind: 'pair', a: 0, b: 1 },
    { kind: 'segment' },
    { kind: 'verdict', status: 'overlap', witness: { pair: 0, inside: 'b' } },
  ];
}

export function formatCorners(): Corner[] {
  const out: Corner[] = [];
  const add = (result: Corner['result'], name: string, lines: Line[]): void => void out.push({ name, result, lines });
  const turn = (more: Line): Line => ({ turn: { pose: at(-1), ...more } });
  const screw = (more: Line): Line[] => [{ pose: at(-1), ...more }];
  add('proven', 'turn: only its pose', plate(turn({})));
  add('proven', 'turn: an angle about z', plate(turn({ angle: 1 })));
  add('malformed', 'turn: an axis of 0 that turns nothing', plate(turn({ axis: [0, 0, 0] })));
  add('proven', 'screw: an angle about z', plate(screw({ angle: [0, 1] })));
  add('malformed', 'screw: an angle that is no list', plate(screw({ angle: 1 })));
  add('proven', 'screw: a part of a way', plate(screw({ way: [[0, 0, 2]], part: [0, 0.4] })));
  for (const [part, result] of [
    [[0, 2 ** -1074], 'proven'],
    [[0.5, 0.5], 'malformed'],
    [[0.5, 0], 'malformed'],
    [[0, 1.5], 'malformed'],
    [[-0.5, 1], 'malformed'],
  ] as const)
    add(result, `part ${part}`, plate({ ...turn({ way: [0, 0, 0.5] }), part }));
  const joint = { at: at(-1), moves: 'revolute', axis: [0, 0, 1], value: 0 };
  const angle = (line: number[], part: number[]): Line[] => plate(undefined, { frame: joint, segment: { values: [{ line, part }] } });
  add('proven', 'an angle of which a part is within bounds', angle([0, 2 ** 21], [0, 2 ** -20]));
  add('malformed', 'an angle beyond bounds', angle([0, 2 ** 22], [0, 1]));
  add('malformed', 'times of a frame that does not move', plate(undefined, { frame: { at: at(-1), times: 1 } }));

  const outward = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  const flipped = [0, 1, 2, ...outward.slice(3)];
  for (const rule of ['winding', 'parity']) {
    add('proven', `${rule}: a tetrahedron`, inside(rule, outward));
    add('malformed', `${rule}: without a face`, inside(rule, outward.slice(3)));
    add('proven', `${rule}: joined by position`, inside(rule, [0, 2, 1, 4, 1, 3, ...outward.slice(6)], [-0, 0, 0]));
    add('malformed', `${rule}: apart by less than anything`, inside(rule, [0, 2, 1, 4, 1, 3, ...outward.slice(6)], [2 ** -1074, 0, 0]));
    add('proven', `${rule}: with a segment`, inside(rule, [...outward, 0, 1, 1]));
  }
  add('malformed', 'winding: a face turned inwards', inside('winding', flipped));
  add('proven', 'parity: a face turned inwards', inside('parity', flipped));
  add('proven', 'winding: twice', inside('winding', [...outward, ...outward]));
  add('refuted', 'parity: twice', inside('parity', [...outward, ...outward]));

  const witness = { pair: 0, a: 0, b: 0, u: [1, 0, 0], v: [1, 0, 0] };
  const contact = { kind: 'verdict', status: 'contact', witness };
  const near = plate(still(-(2 ** -24)), { header: { segments: 2 } });
  const again = [...near.slice(0, 8), near[6]];
  add('proven', 'a contact where a segment starts', [...again, contact]);
  add('malformed', 'a contact where a segment starts that is cut', [...again.with(8, { ...near[6], until: 0.5 }), contact]);
  add('malformed', 'a contact where the first segment starts', [...near.slice(0, 7), contact]);
  add('malformed', 'nothing proven, nothing touched', [...again, { kind: 'verdict', status: 'unresolved' }]);
  add('proven', 'fewer segments than the header says', [...near.slice(0, 8), { kind: 'verdict', status: 'unresolved' }]);

  const instants = (...t: number[]): Line[] => t.map((one) => ({ t: one, a: 0, b: 0, u: [1, 1, 1], v: [1, 1, 1] }));
  const quarter = instants(0, 1 / 16, 1 / 8, 3 / 16, 1 / 4);
  const leaves = (instant: Line[], z = -(2 ** -24)): Line[] =>
    plate(still(z), { pair: { leave: 'test' }, proof: { leave: 0.25, near: instant } });
  add('proven', 'a window', leaves(quarter));
  add('proven', 'a window and an instant outside, before it in the list', leaves([...instants(0.5), ...quarter]));
  add('undecided', 'instants out of order', leaves(quarter.toReversed()));
  add('refuted', 'an instant at which they are far apart', leaves(instants(0.5), -1));

  const wrong = plate(still(-1), { proof: { stream: bytes(0, 0, 0, -1) } });
  const open = plate(still(-1), { proof: { stream: bytes(0x40) } });
  add('refuted', 'refuted first, then no verdict', wrong.slice(0, -1));
  add('malformed', 'not decided first, then no verdict', open.slice(0, -1));
  add(
    'malformed',
    'a frame that is none, before a leaf that is false',
    plate(still(-1), { proof: { stream: bytes(0, 0, 0, -1), frame: 1 } }),
  );
  return out;
}
