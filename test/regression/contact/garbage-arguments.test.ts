import { describe, expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { distance } from '../../../src/contact/placed-query.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { c2a, hca, interval } from '../../../src/methods/index.ts';
import { restMotion, rigidMotion, rotationMotion, translationMotion } from '../../../src/motion/rigid-motion.ts';

// What JavaScript lets through: null for an object, text for a number, arrays with holes (which `every` skips, so that NaN came in), options
// of the wrong kind. Each was a TypeError from deep inside, or accepted.

const a = { shape: box(1), motion: translationMotion({ position: [-5, 0, 0] }, [10, 0, 0]) };
const b = { shape: box(1) };
// biome-ignore lint/suspicious/noSparseArray: holes are what is tested
const holes = [, , ,] as unknown as [number, number, number];
const garbage = <T>(value: unknown): T => value as T;

const calls: Readonly<Record<string, () => unknown>> = {
  'options: null': () => firstContact(a, b, garbage(null)),
  'options: a number': () => firstContact(a, b, garbage(5)),
  'control: null': () => firstContact(a, b, { method: c2a({ control: garbage(null) }) }),
  'control: true': () => firstContact(a, b, { method: c2a({ control: garbage(true) }) }),
  'control: a text': () => firstContact(a, b, { method: c2a({ control: garbage('off') }) }),
  'control: misspelt': () => firstContact(a, b, { method: c2a({ control: garbage({ wieght: 0.5 }) }) }),
  'control.iterations: a text': () => firstContact(a, b, { method: c2a({ control: { iterations: garbage('5') } }) }),
  'method: a name': () => firstContact(a, b, { method: garbage('hca') }),
  'method: the name of the default': () => firstContact(a, b, { method: garbage('auto') }),
  'method: null': () => firstContact(a, b, { method: garbage(null) }),
  'method: a record of nothing': () => firstContact(a, b, { method: garbage({}) }),
  'method: without a search': () => firstContact(a, b, { method: garbage({ name: 'mine', maxIterations: 1 }) }),
  'method: a function of nothing': () => firstContact(a, b, { method: garbage(() => undefined) }),
  'options of hca: misspelt': () => hca(garbage({ temporl: {} })),
  'options of interval: misspelt': () => interval(garbage({ stage: {} })),
  'previous: a text': () => firstContact(a, b, { previous: garbage('last') }),
  'previous: an empty object': () => firstContact(a, b, { previous: garbage({}) }),
  'previous: an empty contact': () => firstContact(a, b, { previous: garbage({ contacts: [{}] }) }),
  'a position with holes': () => translationMotion({ position: holes }, [1, 0, 0]),
  'a position of texts': () => restMotion({ position: garbage(['1', '2', '3']) }),
  'a position that is a text': () => restMotion({ position: garbage('123') }),
  'a quaternion with holes': () => restMotion({ quaternion: garbage([...holes, 1]) }),
  'a quaternion that is a text': () => restMotion({ quaternion: garbage('0001') }),
  'a pose that is a number': () => rigidMotion(garbage(7), {}),
  'a displacement with holes': () => translationMotion({}, holes),
  'a displacement of null': () => translationMotion({}, garbage(null)),
  'an axis of null': () => rotationMotion({}, garbage(null), 1),
  'an angle of text': () => rotationMotion({}, [0, 0, 1], garbage('1')),
  'no coordinates': () => new TriangleMesh(garbage(null)),
  'coordinates of an object': () => new TriangleMesh(garbage({})),
  'mesh options: null': () => new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], undefined, garbage(null)),
  'a radius of text': () => new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], undefined, { radius: garbage('1') }),
  'distance options: null': () => distance(a, b, garbage(null)),
  'distance: no body': () => distance(garbage(undefined), b),
  'distance: no mesh': () => distance(a, garbage({})),
};

describe('an InputError, not a TypeError, and not accepted', () => {
  test.each(Object.entries(calls))('%s', (_, call) => {
    expect(call).toThrow(InputError);
  });

  test('previous: null may stand for none', () => {
    expect(() => firstContact(a, b, { previous: garbage(null) })).not.toThrow(TypeError);
  });
});
