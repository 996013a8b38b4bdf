// Programs of tool moves as items of a job on a queue: what comes back has the bits that one thread here answers.
import { cpSync, mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobItems } from '../../../../src/cli/batch/job-items.ts';
import { readJob } from '../../../../src/cli/batch/job-source.ts';
import { inputFiles } from '../../../../src/cli/terminal/input-files.ts';
import { Scene } from '../../../../src/index.ts';
import { readCell, readCellMotions } from '../../../../src/io/index.ts';
import { Random } from '../../../../src/math/random.ts';
import { files } from '../../../../src/node/index.ts';
import { answererOf } from '../../../../src/node/job/chunk-service.ts';
import { packCell } from '../../../../src/node/job/packed-cell.ts';
import { chunkOf } from '../../../../src/node/job/run/cut-chunks.ts';
import { submit } from '../../../../src/node/queue/submit.ts';
import { work } from '../../../../src/node/queue/work.ts';
import { rounds } from '../../../support/rounds.ts';
import { type TemporaryFolder, temporaryFolder } from '../../cli/query/small-scene.ts';
import { FIVE_BAR_CELL, FIVE_BAR_URDF } from '../../robot/follow/looped-cell.ts';
import { memoryLink } from './memory-link.ts';

const TURNER_URDF = `<robot name="turner"><link name="foot"/><link name="hand"><collision><origin xyz="0.3 0 0"/><geometry><box size="0.6 0.05 0.05"/></geometry></collision></link>
  <joint name="turn" type="continuous"><parent link="foot"/><child link="hand"/><axis xyz="0 0 1"/></joint></robot>`;

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
  cpSync('examples/welding', folder.path('welding'), { recursive: true });
  for (const name of ['bars', 'turner']) mkdirSync(folder.path(name));
  folder.write('turner/turner.urdf', TURNER_URDF);
  folder.write('bars/five.urdf', FIVE_BAR_URDF);
});
afterAll(() => folder.remove());

/** Every item by itself through the queue; none is answered here. */
async function onQueue(job: string, paths: readonly string[] = []): Promise<readonly Record<string, unknown>[]> {
  const given = inputFiles({});
  const source = await readJob(given, job, paths, {});
  const link = memoryLink();
  const worker = await work(link, async (chunk, subject) => answererOf(chunk.kind)(subject)(chunk), { beat: 60_000 });
  const subjects = new Map<string, Uint8Array>();
  const chunks = async function* () {
    for await (const item of jobItems(source, { files: given, options: {}, packCell, outputs: new Set(), onWarning: () => {} })) {
      subjects.set(item.section.subject.id, item.section.subject.bytes);
      yield chunkOf([item]);
    }
  };
  const lines: Record<string, unknown>[] = [];
  const subject = (id: string): Uint8Array => subjects.get(id) as Uint8Array;
  for await (const { answer, reasons } of submit(link, chunks(), { job, subject, look: 0, beat: 60_000 })) {
    expect(reasons).toEqual([]);
    lines.push(JSON.parse(new TextDecoder().decode(answer?.lines)));
  }
  await worker.drain();
  expect(link.store.written.result).toBe(lines.length);
  return lines;
}

/** What this thread says of one path of a cell. */
async function here(inside: string, cellFile: string, path?: string) {
  const disk = files(folder.path(inside));
  const cell = await readCell(disk, cellFile);
  const { motions } = await readCellMotions(disk, cell, path);
  const { status, time, seconds, pair, safeUntil } = new Scene(cell).firstContact(motions);
  return {
    status,
    time,
    seconds,
    ...(safeUntil === undefined ? {} : { safeUntil }),
    ...(status === 'free' ? {} : { a: pair?.[0], b: pair?.[1] }),
  };
}

describe('programs on a queue', () => {
  test('of an arm: files, one in the cell itself, one that cannot be followed', async () => {
    const names = ['seam.json', 'lifted.json'];
    folder.write('welding/far.json', {
      format: 'inbetween-program/1',
      link: 'torch',
      moves: [{ wait: 1 }, { line: { position: [0.4, 9, 0.3] }, seconds: 1 }],
      jointPace: { speed: 1 },
    });
    const lines = await onQueue(
      folder.path('welding/cell.json'),
      [...names, 'far.json'].map((name) => folder.path(`welding/${name}`)),
    );
    for (const [k, name] of names.entries()) expect(lines[k]).toMatchObject(await here('welding', 'cell.json', name));
    expect(lines.map(({ status }) => status)).toEqual(['contact', 'free', undefined]);
    expect(lines[2].error).toMatch(/far\.json, line 1: moves\[1\]: the line can be followed/);
  });

  test("a program that a cell has in degrees, beside a belt (seed 'degrees')", async () => {
    const random = new Random('degrees');
    const seen = new Set<unknown>();
    for (let k = 0; k < rounds(24); k++) {
      const moves = [
        { joints: [random.range(20, 80)], acceleration: random.range(50, 90) },
        { joints: [random.range(80, 170)], speed: random.range(10, 90) },
      ];
      const program = { units: 'degrees', link: 'hand', jointPace: { speed: random.range(10, 90) }, moves };
      const trajectory = [-1, 1].map((x, i) => ({ time: random.range(0, 2) + 2 * i, pose: { position: [x, 0.5, 0] } }));
      const bodies = [{ name: 'belt', box: [0.1, 0.1, 0.1], trajectory }];
      const cell = { format: 'inbetween-cell/1', robot: { urdf: 'turner.urdf' }, bodies, program };
      const [line] = await onQueue(folder.write('turner/cell.json', cell));
      expect(line).toMatchObject(await here('turner', 'cell.json'));
      seen.add(line.status);
    }
    expect([...seen].sort()).toEqual(['contact', 'free']);
  });

  test('of a machine with loops, with a part that is taken from a belt and a post that may be off', async () => {
    const program = (x: number) => ({
      format: 'inbetween-program/1',
      link: 'left-fore',
      at: { position: [0.35, 0, 0] },
      free: ['orientation'],
      pace: { speed: 0.1 },
      moves: [
        { line: { position: [0, 0.45, 0.03] } },
        { line: { position: [0.02, 0.45, 0.03] }, frame: 'world', seconds: 0.5 },
        { line: { position: [x, 0.5, 0.03] } },
      ],
    });
    const cell = {
      ...FIVE_BAR_CELL,
      obstacles: [{ name: 'post', box: [0.02, 0.02, 0.3], pose: { position: [0.12, 0.52, 0.02] } }],
      bodies: [
        {
          name: 'belt',
          box: [0.5, 0.01, 0.01],
          trajectory: [
            { time: 0, pose: { position: [0, 0.45, 0.2] } },
            { time: 4, pose: { position: [0.4, 0.45, 0.2] } },
          ],
        },
        { name: 'part', box: [0.02, 0.02, 0.02], pose: { position: [0, 0.47, 0.1] }, held: [{ by: 'left-fore', from: 1, to: 3 }] },
      ],
      allow: [
        ['part', 'left-fore'],
        ['part', 'belt'],
        ['part', 'right-fore'],
      ],
      uncertainty: { places: { post: { length: 0.003 } } },
    };
    const file = folder.write('bars/cell.json', cell);
    const ends = [-0.05, 0.08, 0.1, 0.12];
    for (const [k, x] of ends.entries()) folder.write(`bars/${k}.json`, program(x));
    const lines = await onQueue(
      file,
      ends.map((_, k) => folder.path(`bars/${k}.json`)),
    );
    for (const [k] of ends.entries()) expect(lines[k]).toMatchObject(await here('bars', 'cell.json', `${k}.json`));
    expect(lines.map(({ status }) => status)).toEqual(['free', 'free', 'unresolved', 'contact']);
  });
});
