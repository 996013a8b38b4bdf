import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { captured } from '../captured-run.ts';
import { RAIL_CELL, RAIL_PATHS, RAIL_URDF, writeRailCell } from '../check/small-cell.ts';
import { temporaryFolder } from '../query/small-scene.ts';

const folder = temporaryFolder();
const cell = writeRailCell(folder);
const path = (name: string): string => folder.path(`rail/${name}`);
const other = (name: string, change: object): string => folder.write(`rail/${name}`, { ...RAIL_CELL, ...change });

beforeAll(async () => {
  for (const name of ['free', 'hit', 'stuck']) await captured(['check', cell, path(`${name}.csv`), '--proof', path(`${name}.proof`)]);
});

describe('cell and path are read again', () => {
  test.each(['free', 'hit', 'stuck'])('%s: the problem is theirs', async (name) => {
    const { code, stdout } = await captured(['verify', path(`${name}.proof`), cell, path(`${name}.csv`)]);
    expect(code).toBe(0);
    expect(stdout).toContain(`read again: the problem in it is the one in ${cell} and ${path(`${name}.csv`)}`);
  });

  test.each(['free.tsv', 'free.way'])('a path may have another name, and stand behind other files: %s', async (name) => {
    const file = folder.write(`rail/${name}`, RAIL_PATHS['free.csv']);
    await captured(['check', cell, file, '--proof', path('named.proof')]);
    const { code, stdout } = await captured(['verify', path('named.proof'), cell, path('rail.urdf'), file]);
    expect(code).toBe(0);
    expect(stdout).toContain(`the one in ${cell} and ${file}`);
  });

  test('the order of the files does not matter', async () => {
    const files = [cell, path('free.csv'), path('rail.urdf')];
    const near = path('near.csv');
    for (const [i, j, k] of [
      [0, 1, 2],
      [1, 0, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const { code, stdout } = await captured(['verify', path('free.proof'), files[i], files[j], files[k]]);
      expect({ code, isRead: stdout.includes(`read again: the problem in it is the one in ${cell} and ${files[1]}`) }).toEqual({
        code: 0,
        isRead: true,
      });
      expect(
        (await captured(['verify', path('free.proof'), ...[cell, near, files[2]].filter((_, n) => n !== k), '-q'])).code,
      ).toBeGreaterThan(0);
    }
    // a proof of another problem under the hashes of these files
    const wrong = path('forged.proof');
    const lines = readFileSync(path('free.proof'), 'utf8');
    writeFileSync(wrong, lines.replaceAll('"name":"wall"', '"name":"fence"'));
    for (const given of [
      [cell, path('free.csv')],
      [path('free.csv'), cell],
    ])
      expect(await captured(['verify', wrong, ...given])).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^refuted: it is about another problem/),
      });
  });

  test('a proof of another problem is refuted before its leaves are checked', async () => {
    const wrong = path('unread.proof');
    const lines = readFileSync(path('free.proof'), 'utf8').replaceAll('"name":"wall"', '"name":"fence"');
    // leaves that do not hold: their directions are turned round
    writeFileSync(wrong, lines.replace(/"stream":"[^"]*"/g, '"stream":"AAAA/w=="'));
    const { code, stdout } = await captured(['verify', wrong, cell, path('free.csv')]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^refuted: it is about another problem/)]);
    writeFileSync(wrong, lines.slice(0, -40));
    expect((await captured(['verify', wrong, cell, path('free.csv')])).code).toBe(2);
  });

  test('a folder stands for the cell in it; another one is none', async () => {
    expect(await captured(['verify', path('hit.proof'), folder.path('rail')])).toMatchObject({ code: 0 });
    const { code, stderr } = await captured(['verify', folder.path('rail'), cell]);
    expect(code).toBe(2);
    expect(stderr).toContain('is a folder; name a file in it');
  });

  test('without a path the one that the cell names', async () => {
    expect((await captured(['verify', path('hit.proof'), cell])).code).toBe(0);
    const free = await captured(['verify', path('free.proof'), cell]);
    expect(free).toMatchObject({ code: 1 });
    expect(free.stdout).toContain('segments is 1 in the proof and 2 by these files');
  });

  test('bytes that say the same are told, and are no other problem', async () => {
    const { code, stdout } = await captured(['verify', path('free.proof'), other('spaced.json', { name: 'rail' }), path('free.csv')]);
    expect(code).toBe(0);
    expect(stdout).not.toContain('said to be made of spaced.json');
  });

  test.each([
    ['moved', { obstacles: [{ ...RAIL_CELL.obstacles[0], pose: { position: [1.01, 0, 0] } }] }, "'wall' stands, or moves, otherwise"],
    ['larger', { obstacles: [{ ...RAIL_CELL.obstacles[0], box: [0.2, 0.2, 0.21] }] }, 'a body has another shape'],
    ['renamed', { obstacles: [{ ...RAIL_CELL.obstacles[0], name: 'door' }] }, "where the proof has 'wall', these files have 'door'"],
    ['kept', { clearance: 0.01 }, 'clearance is 0 in the proof and 0.01 by these files'],
    ['allowed', { allow: [['cart', 'wall']] }, 'other pairs are tested'],
    [
      'more',
      { obstacles: [...RAIL_CELL.obstacles, { name: 'door', box: [1, 1, 1], pose: { position: [9, 0, 0] } }] },
      'these files have a shape that the proof lacks',
    ],
  ])('a cell in which something is otherwise is another problem: %s', async (name, change, words) => {
    const { code, stdout } = await captured(['verify', path('free.proof'), other(`${name}.json`, change), path('free.csv')]);
    expect(stdout).toContain(words);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^refuted: it is about another problem than /);
  });

  test('the path is another one', async () => {
    folder.write('rail/near.csv', 'cart_x\n0\n0.6000000000000001\n');
    const { code, stdout } = await captured(['verify', path('free.proof'), cell, path('near.csv')]);
    expect(code).toBe(1);
    expect(stdout).toContain('the path is another one');
  });

  test('a proof that is changed to be about another problem under the same hashes', async () => {
    const text = readFileSync(path('free.proof'), 'utf8');
    // the wall farther away: every leaf still holds
    const wrong = folder.write('rail/wrong.proof', text.replace('"at":[1,0,0', '"at":[3,0,0'));
    expect(readFileSync(wrong, 'utf8')).not.toBe(text);
    expect((await captured(['verify', wrong, path('free.csv'), '--proof-only'])).code).toBe(0);
    const { code, stdout } = await captured(['verify', wrong, cell, path('free.csv')]);
    expect(code).toBe(1);
    expect(stdout).toContain("'wall' stands, or moves, otherwise");
  });

  test('options are those of check', async () => {
    await captured(['check', cell, path('free.csv'), '--clearance', '0.05', '--no-self', '--proof', path('kept.proof')]);
    expect((await captured(['verify', path('kept.proof'), cell, path('free.csv')])).stdout).toContain(
      'give it the options that check was asked with',
    );
    const asked = ['verify', path('kept.proof'), cell, path('free.csv'), '--clearance', '0.05', '--no-self'];
    expect((await captured(asked)).code).toBe(0);
  });

  test('where no cell is given, it is said that nothing was read', async () => {
    const urdf = folder.write('rail/copy.urdf', RAIL_URDF);
    const { code, stdout } = await captured(['verify', path('free.proof'), urdf]);
    expect(code).toBe(3);
    expect(stdout).toContain('is the word of who wrote it');
  });
});

describe('what a newcomer does', () => {
  test('a file that is no proof, an empty one, one that is cut short: a sentence each', async () => {
    const text = readFileSync(path('free.proof'), 'utf8');
    const lines = text.trimEnd().split('\n');
    for (const [name, content, words] of [
      ['garbage.proof', 'hello', 'no proof: line 1: a line is no JSON'],
      ['cell.proof', JSON.stringify(RAIL_CELL), 'no proof: line 1: this is no inbetween-proof/1'],
      ['empty.proof', '', 'no proof: line 0: the file is empty'],
      ['short.proof', `${lines.slice(0, -1).join('\n')}\n`, 'the file ends before its verdict'],
      ['cut.proof', text.slice(0, -10), 'no JSON'],
    ] as const) {
      const { code, stdout } = await captured(['verify', folder.write(`rail/${name}`, content)]);
      expect(stdout).toContain(words);
      expect(code).toBe(2);
    }
    const packed = gzipSync(text);
    for (const [name, content, words] of [
      ['packed.proof', packed, 'is no text: no proof, or a compressed one, whose name should end in .gz'],
      ['plain.proof.gz', Buffer.from(text), 'not compressed with gzip, as its name says'],
      ['half.proof.gz', packed.subarray(0, packed.length / 2), 'is cut short'],
    ] as const) {
      writeFileSync(path(name), content);
      const { code, stderr } = await captured(['verify', path(name)]);
      expect(stderr).toContain(words);
      expect(code).toBe(2);
    }
  });

  test('threads share a proof, and say the same', async () => {
    const one = await captured(['verify', path('hit.proof'), cell, '--threads', '1']);
    const three = await captured(['verify', path('hit.proof'), cell, '--threads', '3']);
    expect(three).toEqual(one);
    const open = folder.write('rail/wrong2.proof', readFileSync(path('hit.proof'), 'utf8').replace('"at":[1,0,0', '"at":[0.9,0,0'));
    expect((await captured(['verify', open, '--threads', '3'])).code).toBe(1);
  });

  test('progress on a terminal', async () => {
    const { stderr } = await captured(['verify', path('free.proof')], { isTTY: true });
    expect(stderr).toContain('% verified');
  });
});
