import { expect, test } from 'vitest';
import { AnswerReader, AnswerWriter, type MotionAnswer } from '../../../src/batch/flat-answers.ts';
import { box, capsule, Random, Robot, Scene, type SceneFirstContact, type SceneMotions } from '../../../src/index.ts';
import { hca } from '../../../src/methods/index.ts';

// names that are traps for whoever keeps them as keys
const robot = new Robot({
  name: '__proto__',
  links: [
    { name: 'base', shapes: [{ shape: box(0.1) }] },
    {
      name: 'toString',
      parent: 'base',
      joint: { type: 'revolute', axis: [0, 0, 1] },
      shapes: [{ shape: capsule([0.15, 0, 0], [0.6, 0, 0], 0.04) }],
    },
  ],
});
const scene = new Scene({ robots: [robot], obstacles: [{ name: 'post', shape: box([0.1, 0.1, 1]), pose: { position: [0.4, 0.4, 0] } }] });

/** A key of that name of its own, which a literal does not make. */
function motionsOf(path: SceneMotions[string]): SceneMotions {
  return Object.fromEntries([['__proto__', path]]);
}

function sent(answers: readonly MotionAnswer[]): { readonly back: MotionAnswer[]; readonly others: number } {
  const writer = new AnswerWriter();
  for (const answer of answers) writer.add(answer);
  const flat = structuredClone(writer.done());
  const reader = new AnswerReader(flat);
  return { back: answers.map(() => reader.next()), others: flat.others.length };
}

test('answers come back as they were, keys in their order, and only odd ones travel as they are (seed 1)', () => {
  const random = new Random(1);
  const usual: SceneFirstContact[] = [];
  const odd: MotionAnswer[] = [{ fault: { isInput: true, message: 'no' } }];
  for (let i = 0; i < 300; i++) {
    const rows = [[6 * random.next() - 3], [6 * random.next() - 3]];
    const contacts = (['first', 'all', 'minimal', 'none'] as const)[i % 4];
    usual.push(scene.firstContact(motionsOf(robot.path(rows)), { contacts, clearance: i % 3 === 0 ? 0.02 : 0 }));
    if (i % 10 !== 0) continue;
    odd.push(scene.firstContact(motionsOf(robot.trajectory(rows.map((positions, k) => ({ positions, time: 2 * k })))), { contacts }));
    odd.push(scene.firstContact(motionsOf(robot.path(rows)), { method: hca }));
    odd.push(scene.firstContact(motionsOf(robot.path(rows)), { maxIterations: 1 }));
  }
  expect(new Set(usual.map(({ status }) => status))).toStrictEqual(new Set(['free', 'contact', 'overlap']));
  const all = usual.flatMap((one, i): MotionAnswer[] => (odd[i] === undefined ? [one] : [one, odd[i]]));
  const { back, others } = sent(all);
  expect(back).toStrictEqual(all);
  expect(JSON.stringify(back)).toBe(JSON.stringify(all));
  expect(sent(usual).others).toBe(0);
  expect(others).toBeGreaterThan(30);
});

test('an answer with a key more anywhere travels as it is', () => {
  const answer = scene.firstContact(motionsOf(robot.path([[-1], [2]])), { contacts: 'first' });
  const start = scene.firstContact(motionsOf(robot.path([[0.7], [2]])), { contacts: 'first' });
  expect(answer.status).toBe('contact');
  expect(start.status).toBe('overlap');
  const [contact] = answer.contacts;
  const [pose] = answer.poses;
  const [initial] = start.initial;
  const more: object[] = [
    { ...answer, seconds: 1 },
    { ...answer, stats: { ...answer.stats, enclosures: 1 } },
    { ...answer, contacts: [{ ...contact, time: 0.5 }] },
    { ...answer, contacts: [{ ...contact, a: { ...contact.a, link: undefined, more: 1 } }] },
    { ...answer, contacts: [{ ...contact, b: { ...contact.b, more: 1 } }] },
    { ...answer, poses: [{ ...pose, more: 1 }] },
    { ...answer, pair: answer.pair?.map((side) => ({ ...side, more: 1 })) },
    { ...start, initial: [{ ...initial, left: null }] },
    { ...start, initial: [{ ...initial, a: { ...initial.a, more: 1 } }] },
  ];
  for (const one of more) {
    const { back, others } = sent([answer, one as MotionAnswer, start]);
    expect(back).toStrictEqual([answer, one, start]);
    expect(others).toBe(1);
  }
});

test('numbers keep their bits', () => {
  const answer = scene.firstContact(motionsOf(robot.path([[-1], [2]])), { contacts: 'first' });
  const one = { ...answer, time: -0, gap: [Number.NaN, Infinity] as const, rounding: 5e-324 };
  expect(sent([one]).back).toStrictEqual([one]);
});
