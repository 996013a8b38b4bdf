import { afterAll, expect, test } from 'vitest';
import { AnswerWriter, type MotionAnswer } from '../../../src/batch/flat-answers.ts';
import { Batch, type BatchAnswer } from '../../../src/batch/index.ts';
import { eachOf } from '../../../src/batch/many-motions.ts';
import { WorkerEnded } from '../../../src/batch/pool.ts';
import type { FirstContactsTask } from '../../../src/batch/services.ts';
import type { WorkerListener, Workers } from '../../../src/batch/workers.ts';
import { box, capsule, InputError, Random, Robot, type RobotPath, restMotion, Scene, type SceneMotions } from '../../../src/index.ts';
import { threads } from '../../../src/node/index.ts';
import { Roadmap } from '../../../src/plan/index.ts';

const robot = new Robot({
  name: 'arm',
  links: [
    { name: 'base', shapes: [{ shape: box(0.1) }] },
    {
      name: 'upper',
      parent: 'base',
      joint: { type: 'revolute', axis: [0, 0, 1] },
      shapes: [{ shape: capsule([0.15, 0, 0], [0.6, 0, 0], 0.04) }],
    },
    {
      name: 'lower',
      parent: 'upper',
      joint: { type: 'revolute', axis: [0, 0, 1], origin: { position: [0.6, 0, 0] } },
      shapes: [{ shape: capsule([0.1, 0, 0], [0.5, 0, 0], 0.03) }],
    },
  ],
});
const scene = new Scene({ robots: [robot], obstacles: [{ name: 'post', shape: box([0.1, 0.1, 1]), pose: { position: [0.7, 0.5, 0] } }] });
const batch = new Batch({ scene, workers: threads(2) });
afterAll(() => batch.close());

function motions(count: number, seed: number): SceneMotions[] {
  const random = new Random(seed);
  const at = () => [6 * random.next() - 3, 4 * random.next() - 2];
  return Array.from({ length: count }, () => ({ arm: robot.path([at(), at()]) }));
}

async function all(answers: AsyncIterable<BatchAnswer>): Promise<BatchAnswer[]> {
  const out: BatchAnswer[] = [];
  for await (const answer of answers) out.push(answer);
  return out;
}

test('answers of threads are those of the scene, in order, bit by bit (seed 1)', async () => {
  const many = motions(600, 1);
  const answers = await all(batch.firstContacts(many, { contacts: 'minimal', clearance: 0.01 }));
  const expected = many.map((one, index) => ({
    index,
    result: scene.firstContact(one, { contacts: 'minimal', clearance: 0.01 }),
    error: null,
  }));
  expect(answers).toStrictEqual(expected);
  expect(new Set(answers.map(({ result }) => result?.status)).size).toBeGreaterThan(1);
});

test('motions are taken as answers are: a source without end will do', async () => {
  let taken = 0;
  let closed = false;
  function* endless() {
    try {
      for (
        const one = {
          arm: robot.path([
            [0, 0],
            [1, 0],
          ]),
        };
        ;
        taken++
      )
        yield one;
    } finally {
      closed = true;
    }
  }
  let seen = 0;
  for await (const { index } of batch.firstContacts(endless())) {
    expect(index).toBe(seen++);
    if (seen === 50) break;
  }
  expect(closed).toBe(true);
  expect(taken).toBeLessThan(100_000);
});

test('a source that gives the next motion only when the one before was answered', async () => {
  let answered: () => void = () => {};
  async function* slow() {
    for (const one of motions(4, 2)) {
      const answer = new Promise<void>((resolve) => {
        answered = resolve;
      });
      yield one;
      await answer;
    }
  }
  let seen = 0;
  for await (const { index, error } of batch.firstContacts(slow())) {
    expect([index, error]).toStrictEqual([seen++, null]);
    answered();
  }
  expect(seen).toBe(4);
});

test('a source that never gives another motion does not keep anybody from leaving', async () => {
  async function* stuck() {
    yield motions(1, 2)[0];
    await new Promise(() => {});
  }
  for await (const { index } of batch.firstContacts(stuck())) {
    expect(index).toBe(0);
    break;
  }
});

test('what is malformed is answered with its error, the rest goes on', async () => {
  const own = { ...restMotion(), writeState: () => {} };
  const [good] = motions(1, 3);
  const answers = await all(batch.firstContacts([good, { arm: [0, 0, 0] }, { arm: own as never }, {}, { ram: [0, 0] } as never, good]));
  expect(answers.map(({ index, error }) => [index, error === null ? 'fine' : error.name])).toStrictEqual([
    [0, 'fine'],
    [1, 'InputError'],
    [2, 'InputError'],
    [3, 'InputError'],
    [4, 'InputError'],
    [5, 'fine'],
  ]);
  expect(answers[1].error?.message).toContain('2 ');
  expect(answers[3].error?.message).toContain("robot 'arm' has none");
});

test('wrong options and wrong lists are refused', async () => {
  await expect(all(batch.firstContacts([], { clearence: 1 } as never))).rejects.toThrow("unknown key 'clearence'");
  await expect(all(batch.firstContacts({ arm: [0, 0] } as never))).rejects.toThrow('needs a list of motions by name');
  expect(() => new Batch({ scene, workers: 2 as never })).toThrow('threads() of inbetween/node');
  expect(() => new Batch({ scene: {} as never, workers: threads(1) })).toThrow('needs a Scene');
  expect(() => threads(0)).toThrow('from 1 to 1024');
});

test('it can be stopped', async () => {
  const stop = new AbortController();
  let seen = 0;
  const run = async () => {
    for await (const _ of batch.firstContacts(motions(5000, 4), { signal: stop.signal }))
      if (++seen === 10) stop.abort(new Error('enough'));
  };
  await expect(run()).rejects.toThrow('enough');
  expect(seen).toBeLessThan(5000);
});

test('a scene that changes is asked as it is then', async () => {
  const own = new Scene({ robots: [robot] });
  const changing = new Batch({ scene: own, workers: threads(1) });
  const [one] = motions(1, 5);
  const ask = async () => (await all(changing.firstContacts([one])))[0].result;
  expect(await ask()).toStrictEqual(own.firstContact(one));
  own.addObstacle({ name: 'wall', shape: box(3) });
  expect(await ask()).toStrictEqual(own.firstContact(one));
  expect((await ask())?.status).toBe('overlap');
  await changing.close();
  await expect(ask()).rejects.toThrow('the workers were closed');
});

test('rows are answered as a GpuBatch does, and a roadmap is proven by it (seed 6)', async () => {
  const random = new Random(6);
  const from = Float64Array.from({ length: 2 * 300 }, () => 4 * random.next() - 2);
  const to = Float64Array.from({ length: 2 * 300 }, () => 4 * random.next() - 2);
  const told: number[] = [];
  const { free } = await batch.motionsAreFree({ from, to }, { onProgress: (done) => told.push(done) });
  const expected = Array.from({ length: 300 }, (_, i) =>
    scene.motionIsFree(from.subarray(2 * i, 2 * i + 2), to.subarray(2 * i, 2 * i + 2)) ? 1 : 0,
  );
  expect([...free]).toStrictEqual(expected);
  expect(told.at(-1)).toBe(300);
  const [one, other] = await Promise.all([0, 1].map(() => Roadmap.build(scene, { states: 60, seed: 3 })));
  await one.prove();
  await other.prove({ batch });
  // who is in the way a batch does not tell
  const verdicts = (roadmap: Roadmap) => roadmap.save().edges.filter((_, i) => i % 4 !== 3);
  expect(verdicts(other)).toStrictEqual(verdicts(one));
  expect(new Set(verdicts(one).filter((_, i) => i % 3 === 2))).toStrictEqual(new Set([2, 3]));
});

/** Workers that end when they are asked about a motion that begins at this value. */
function fragile(poison: number): Workers & { started: number } {
  const workers = {
    count: 2,
    shares: false,
    started: 0,
    start: () => {
      workers.started++;
      let listener: WorkerListener;
      return {
        post: (message: unknown) => {
          const { kind, number, payload } = message as { kind: string; number: number; payload: FirstContactsTask };
          if (kind !== 'task') return;
          setTimeout(() => {
            const times: number[] = [];
            eachOf([robot], payload.motions, (one) => times.push((one().arm as RobotPath).waypoints[0][0]));
            if (times.includes(poison)) return listener.ended('out of memory');
            const answers = new AnswerWriter();
            for (const time of times)
              answers.add({ status: 'free', time, initial: [], contacts: [], poses: [], stats: {} } as unknown as MotionAnswer);
            const value = answers.done();
            listener.message({ kind: 'done', number, value, milliseconds: 0.01 });
          });
        },
        listen: (given: WorkerListener) => {
          listener = given;
          queueMicrotask(() => given.message({ kind: 'ready' }));
        },
        hold: () => {},
        end: async () => {},
      };
    },
  };
  return workers;
}

test('a worker that ends is replaced, and only the motion that ended it is lost', async () => {
  const workers = fragile(77);
  const hurt = new Batch({ scene, workers });
  const many = Array.from({ length: 200 }, (_, i) => ({
    arm: robot.path([
      [i, 0],
      [0, 0],
    ]),
  }));
  const answers = await all(hurt.firstContacts(many));
  expect(answers.map(({ result, error }) => result?.time ?? (error as WorkerEnded).why)).toStrictEqual(
    many.map((_, i) => (i === 77 ? 'out of memory' : i)),
  );
  expect(answers[77].error).toBeInstanceOf(WorkerEnded);
  expect(workers.started).toBeGreaterThan(2);
  await hurt.close();
});

test('where rows cannot be answered, those that are left are not asked about', async () => {
  let asked = 0;
  const workers: Workers = {
    count: 1,
    shares: false,
    start: () => {
      let listener: WorkerListener;
      return {
        post: (message) => {
          const { kind, number } = message as { kind: string; number: number };
          if (kind !== 'task') return;
          const fault = { isInput: true, message: 'no' };
          const answer =
            asked++ === 0 ? { kind: 'failed', number, fault } : { kind: 'done', number, value: Uint8Array.of(1), milliseconds: 99 };
          setTimeout(() => listener.message(answer));
        },
        listen: (given) => {
          listener = given;
        },
        hold: () => {},
        end: async () => {},
      };
    },
  };
  const rows = new Float64Array(2 * 50);
  await expect(new Batch({ scene, workers }).motionsAreFree({ from: rows, to: rows })).rejects.toThrow('no');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toBeLessThan(5);
});

test('workers that cannot even be loaded are told, not started for ever', async () => {
  let started = 0;
  const workers: Workers = {
    count: 2,
    shares: false,
    start: () => {
      started++;
      return { post: () => {}, listen: ({ ended }) => setTimeout(() => ended('no such file')), hold: () => {}, end: async () => {} };
    },
  };
  const none = new Batch({ scene, workers });
  const [answer] = await all(none.firstContacts(motions(1, 7)));
  expect(answer.error?.message).toContain('no such file');
  expect(started).toBeLessThan(6);
});

const HERE = [0, 0];
const THERE = [0.001, 0];

test('a thread that runs out of memory is an error of its motion, in words', async () => {
  const small = new Batch({ scene, workers: threads({ count: 1, megabytes: 24 }) });
  const huge = {
    arm: robot.trajectory(
      Array.from({ length: 300_000 }, (_, i) => ({ time: i, positions: i % 2 === 0 ? HERE : THERE, velocities: HERE })),
    ),
  };
  const [first, second] = await all(small.firstContacts([huge, ...motions(1, 8)]));
  expect(first.error?.message).toContain('out of memory');
  expect(second.error).toBe(null);
  await small.close();
  expect(() => threads({ megabytes: 1 })).toThrow(InputError);
});

test('one long path over threads: the answers of the scene, bit by bit (seed 9)', async () => {
  const random = new Random(9);
  const wander = (count: number, step: number) => {
    let at = [-1.5, 0];
    return { arm: robot.path(Array.from({ length: count }, () => (at = at.map((x) => x + step * (random.next() - 0.4))))) };
  };
  const statuses = new Set<string>();
  for (const motions of [wander(300, 0.01), wander(300, 0.1), wander(40, 0.2)]) {
    const first = await batch.firstContact(motions);
    statuses.add(first.status);
    expect(first).toStrictEqual(scene.firstContact(motions));
    expect(await batch.clearance(motions)).toStrictEqual(scene.clearance(motions));
    expect(await batch.contactIntervals(motions)).toStrictEqual(scene.contactIntervals(motions));
  }
  expect(statuses.size).toBe(2);
  await expect(batch.firstContact(wander(3, 0.1), { methd: 'auto' } as never)).rejects.toThrow("unknown key 'methd'");
  await expect(batch.clearance(wander(3, 0.1), { acuracy: 1 } as never)).rejects.toThrow("unknown key 'acuracy'");
  await expect(batch.firstContact({ arm: [0] })).rejects.toThrow('2 values');
});

test('an abort ends the answers at once, though a worker never answers; what is no signal is refused', async () => {
  const silent: Workers = {
    count: 1,
    shares: true,
    start: () => ({
      post: () => {},
      listen: (given: WorkerListener) => queueMicrotask(() => given.message({ kind: 'ready' })),
      hold: () => {},
      end: async () => {},
    }),
  };
  const waiting = new Batch({ scene, workers: silent });
  const controller = new AbortController();
  const { signal } = controller;
  setTimeout(() => controller.abort(new Error('enough')));
  await expect(all(waiting.firstContacts(motions(3, 1), { signal }))).rejects.toThrow('enough');
  const rows = { from: Float64Array.of(0, 0), to: Float64Array.of(1, 1) };
  const other = new AbortController();
  setTimeout(() => other.abort(new Error('enough too')));
  await expect(waiting.motionsAreFree(rows, { signal: other.signal })).rejects.toThrow('enough too');
  await expect(waiting.motionsAreFree(rows, { signal })).rejects.toThrow('enough');
  await expect(all(waiting.firstContacts(motions(1, 1), { signal: 5 as never }))).rejects.toThrow(InputError);
});
