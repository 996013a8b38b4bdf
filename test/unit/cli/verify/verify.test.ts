import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGzip, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Line, threeCubes } from '../../proof/small-proof.ts';
import { captured } from '../captured-run.ts';

let folder = '';
const at = (name: string) => join(folder, name);
const text = (lines: readonly Line[]) => `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
const CELL = '{ "cell": 1 }';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
  const inputs = [{ name: 'cell.json', sha256: createHash('sha256').update(CELL).digest('hex') }];
  const [header, ...rest] = threeCubes();
  const proof = text([{ ...header, inputs }, ...rest]);
  writeFileSync(at('cell.json'), CELL);
  writeFileSync(at('other.json'), '{}');
  writeFileSync(at('a.proof'), proof);
  writeFileSync(at('a.proof.gz'), gzipSync(proof));
  writeFileSync(at('A.GZ'), gzipSync(proof));
  writeFileSync(at('cut.proof.gz'), gzipSync(proof).subarray(0, -200));
  writeFileSync(at('cut.proof'), proof.slice(0, -200));
  writeFileSync(at('near.proof'), text([{ ...header, inputs, clearance: 4 }, ...rest]));
  writeFileSync(at('open.proof'), text([header, ...rest.map((line) => (line.kind === 'proof' ? { ...line, stream: 'QA==' } : line))]));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('inbetween verify', () => {
  test('says what is proven, and of what it was not said', async () => {
    for (const name of ['a.proof', 'a.proof.gz', 'A.GZ']) {
      const { code, stdout } = await captured(['verify', at(name), '--proof-only']);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^proven: free\. 2 tested pairs stay farther apart than the clearance up to path time 2/);
      expect(stdout).toContain('not tested: 1 pair, said by test: far apart (a and c)');
      expect(stdout).toContain('2 of 2 segments, 3 solids; lengths as in the problem, angles in radians, path time in segments');
      expect(stdout).toContain('largest gap between segments: none');
      expect(stdout).toMatch(/[\d,]+ of 6,000,000 units of work that are allowed/);
      expect(stdout).toContain(', which was not given');
      expect(stdout).toContain('clearance 0, tolerance 0.000001');
    }
  });

  test('files that are given are those it was made of', async () => {
    const same = await captured(['verify', at('a.proof'), at('cell.json'), '--proof-only']);
    expect(same.code).toBe(0);
    expect(same.stdout).toContain(': the file given');
    const other = await captured(['verify', at('a.proof'), at('cell.json'), at('other.json')]);
    expect(other.code).toBe(1);
    expect(other.stdout).toContain('it was not made of other.json');
    expect((await captured(['verify', at('a.proof'), at('other.json')])).code).toBe(1);
  });

  test('exit codes: 1 refuted, 2 no proof, 3 not decided', async () => {
    expect((await captured(['verify', at('near.proof')])).code).toBe(1);
    const cut = await captured(['verify', at('cut.proof')]);
    expect(cut.code).toBe(2);
    expect(cut.stdout).toContain('no proof: line');
    expect((await captured(['verify', at('cut.proof.gz')])).code).toBe(2);
    expect((await captured(['verify', at('none.proof')])).code).toBe(2);
    expect((await captured(['verify', at('a.proof'), at('none.json')])).code).toBe(2);
    const open = await captured(['verify', at('open.proof')]);
    expect(open.code).toBe(3);
    expect(open.stdout).toContain('not decided');
    expect((await captured(['verify', at('a.proof'), '--max-pieces', '2'])).code).toBe(3);
  });

  test('threads say the same of a false leaf with faults behind it, and a mark of byte order is no JSON', async () => {
    const lines = threeCubes();
    const [header] = lines;
    const behind = text([{ ...header, clearance: 4 }, ...lines.slice(1), { kind: 'verdict' }]);
    writeFileSync(at('behind.proof'), behind);
    writeFileSync(at('marked.proof'), `\ufeff${text(lines)}`);
    // bytes that are no text, so far behind that nobody alone gets there
    const far = (told: readonly Line[]) => Buffer.concat([Buffer.from(text(told)), Buffer.alloc(2 ** 18, ' '), Buffer.from([0xff])]);
    writeFileSync(at('far.proof'), far([{ ...header, clearance: 4 }, ...lines.slice(1)]));
    writeFileSync(at('far-true.proof'), far(lines));
    for (const threads of ['1', '2', '3'])
      for (const [name, code] of [
        ['behind.proof', 1],
        ['marked.proof', 2],
        ['far.proof', 1],
        ['far-true.proof', 2],
      ] as const)
        expect((await captured(['verify', at(name), '--threads', threads])).code, `${name}, ${threads}`).toBe(code);
  });

  test('--shrink writes what was checked, and nothing where nothing is proven', async () => {
    const before = await captured(['verify', at('a.proof'), '--json']);
    for (const name of ['small.proof', 'small.proof.gz']) {
      const shrunk = await captured(['verify', at('a.proof'), at('cell.json'), '--shrink', at(name), '--json', '--proof-only']);
      expect(shrunk.code).toBe(0);
      const again = await captured(['verify', at(name), at('cell.json'), '--json']);
      expect(again.stdout).toBe(shrunk.stdout);
      expect(JSON.parse(again.stdout).leaves).toBeLessThanOrEqual(JSON.parse(before.stdout).leaves);
    }
    expect((await captured(['verify', at('near.proof'), '--shrink', at('not.proof')])).code).toBe(1);
    expect((await captured(['verify', at('cut.proof'), '--shrink', at('not.proof')])).code).toBe(2);
    expect(existsSync(at('not.proof'))).toBe(false);
    const same = await captured(['verify', at('a.proof'), '--shrink', at('a.proof')]);
    expect(same.code).toBe(2);
    expect(same.stderr).toContain('is read by this run');
    expect((await captured(['verify', at('a.proof'), '--shrink', at('other.json')])).code).toBe(2);
  });

  test('a valid proof whose problem is not compared ends with 3, and says so', async () => {
    for (const files of [[], [at('cell.json')]]) {
      const { code, stdout } = await captured(['verify', at('a.proof'), ...files]);
      expect(code).toBe(3);
      expect(stdout).toMatch(/^valid, problem not compared: free\. 2 tested pairs/);
      expect((await captured(['verify', at('a.proof'), ...files, '--quiet'])).code).toBe(3);
      for (const more of [[], ['--quiet'], ['--expect', 'free']])
        expect((await captured(['verify', at('a.proof'), ...files, '--proof-only', ...more])).code).toBe(0);
    }
    // what is wrong is so without a cell
    expect((await captured(['verify', at('near.proof')])).code).toBe(1);
  });

  test('--expect, by default free with -q: 0 only where that is what it claims, of a pair that was tested', async () => {
    const ball = (verdict: Line, until: number | null = 0.5): Line[] => {
      const lines = threeCubes();
      const last = lines.findIndex(({ kind }) => kind === 'segment');
      const header = { ...lines[0], segments: 1 };
      const own = lines.slice(1, last + 3).map((line) => (line.kind === 'segment' && until !== null ? { ...line, until } : line));
      return [header, ...own, verdict];
    };
    const until = threeCubes();
    const untested = until
      .filter(({ kind }) => kind !== 'proof')
      .map((line) => (line.kind === 'pair' ? { kind: 'untested', a: [line.a], b: [line.b], by: 'test', why: 'left out' } : line));
    writeFileSync(at('none-tested.proof'), text(untested));
    const overlap = ball({ kind: 'verdict', status: 'overlap', witness: { pair: 0, a: 0, b: 0, u: [1, 0, 0], v: [1, 0, 0] } }, null)
      .filter(({ kind }) => kind !== 'proof')
      .map((line) => ({ ...line, ...(line.kind === 'inbetween-proof/1' ? { tolerance: 100 } : {}) }));
    writeFileSync(at('overlap.proof'), text(overlap));
    writeFileSync(at('part.proof'), text([...until.slice(0, -1), { kind: 'verdict', status: 'unresolved' }]));
    for (const [name, plain, free, contact] of [
      ['a.proof', 0, 0, 1],
      ['none-tested.proof', 0, 3, 1],
      ['overlap.proof', 0, 1, 0],
      ['part.proof', 0, 3, 3],
      ['near.proof', 1, 1, 1],
    ] as const) {
      const ask = async (...more: readonly string[]) => (await captured(['verify', at(name), '--proof-only', ...more])).code;
      const codes = [
        await ask(),
        await ask('-q'),
        await ask('--expect', 'free'),
        await ask('--expect', 'contact'),
        await ask('-q', '--expect', 'contact'),
      ];
      expect(codes, name).toEqual([plain, free, free, contact, contact]);
    }
    expect((await captured(['verify', at('a.proof'), '--expect', 'safe'])).code).toBe(2);
    expect((await captured(['verify', at('overlap.proof'), '--proof-only', '--expect', 'free'])).stdout).toContain(
      'not as expected: it claims overlap',
    );
  });

  test('--json names untested pairs, sizes and units', async () => {
    const { stdout } = await captured(['verify', at('a.proof'), '--json']);
    const found = JSON.parse(stdout);
    expect(found.untested).toEqual([{ by: 'test', why: 'far apart', pairs: 1, between: [{ a: ['a'], b: ['c'] }] }]);
    expect(found).toMatchObject({ solids: 3, largestGap: 0, closureError: 0, segments: { proven: 2, path: 2 }, problem: null });
    expect(found.units).toEqual({ length: 'as in the problem', angle: 'radians', time: 'segments' });
    expect(found.work).toBeGreaterThan(0);
    expect(found.maxWork).toBe(6_000_000);
  });

  test('--json', async () => {
    const { stdout } = await captured(['verify', at('a.proof'), at('cell.json'), '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ result: 'proven', status: 'free', time: 2, pairs: 2, files: [{ name: 'cell.json' }] });
  });

  test('a line without an end, small as a file, is refused before it is held', async () => {
    const gzip = createGzip({ level: 1 });
    const chunks: Buffer[] = [];
    gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
    const block = Buffer.alloc(2 ** 24, ' ');
    for (let i = 0; i < 9; i++) gzip.write(block);
    await new Promise<void>((resolve) => gzip.end(resolve));
    writeFileSync(at('bomb.gz'), Buffer.concat(chunks));
    expect(readFileSync(at('bomb.gz')).length).toBeLessThan(2 ** 21);
    const { code, stderr } = await captured(['verify', at('bomb.gz')]);
    expect(code).toBe(2);
    expect(stderr).toContain('a line has more than');
  });
});
