import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';

// The torch of examples/welding comes down to the plate beside the sheet, and leaves it again.
const cell = 'examples/welding/cell.json';
const SEAM = 'torch@0.41,0.2,0.23,3.141592653589793,0,-1.5707963267948966';
let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());
const never = () => new Promise<void>(() => {});
const command = (...args: string[]) => captured(args, { untilInterrupted: never });

describe('plan with lines of the tool', () => {
  test('comes to the goal on a line; the program that is written is checked as any other', async () => {
    const out = folder.path('down.json');
    const { code, stdout, stderr } = await command('plan', cell, '--to', SEAM, '--approach', '0.1', '--retreat', '0.02', '--out', out);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^FOUND {2}2 lines of the tool and \d+ joint moves?, proven free all the way$/m);
    const program = JSON.parse(readFileSync(out, 'utf8'));
    expect(program).toMatchObject({ format: 'inbetween-program/1', link: 'torch' });
    expect([Object.keys(program.moves[0]), Object.keys(program.moves.at(-1))]).toEqual([['line'], ['line']]);
    const checked = await command('check', cell, out);
    expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('FREE')]);
  });

  test('in other units: what is written is in these, and read so', async () => {
    const out = folder.path('millimetres.json');
    const units = ['--units', 'degrees,mm'];
    const planned = await command('plan', cell, '--to', 'torch@410,200,230,180,0,-90', '--approach', '0.1', ...units, '--out', out);
    expect([planned.code, planned.stderr]).toEqual([0, '']);
    const program = JSON.parse(readFileSync(out, 'utf8'));
    expect(program.units).toBe('degrees, millimetres');
    const plain = folder.path('metres.json');
    expect((await command('plan', cell, '--to', SEAM, '--approach', '0.1', '--out', plain)).code).toBe(0);
    const ends = [out, plain].map((file) => Object.values<number>(JSON.parse(readFileSync(file, 'utf8')).moves.at(-1).line.joints));
    expect(ends[0]).toEqual(ends[1].map((x) => expect.closeTo((x * 180) / Math.PI, 2)));
    // in radians and metres, which the cell is not
    const told = await command('plan', cell, '--to', 'torch@410,200,230,180,0,-90', '--approach', '0.1', ...units, '--json');
    expect(JSON.parse(told.stdout).program.units).toBe('radians, metres');
    // the file says it, whatever the cell does
    for (const more of [units, []]) {
      const checked = await command('check', cell, out, ...more);
      expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('FREE')]);
    }
  });

  test('--json tells the program', async () => {
    const { code, stdout } = await command('plan', cell, '--to', SEAM, '--approach', '0.1', '--json');
    const found = JSON.parse(stdout);
    expect([code, found.status, found.certificate.status, Object.keys(found.program.moves.at(-1))]).toEqual([0, 'found', 'free', ['line']]);
  });

  test('where there is no line there is no path, and nothing is written', async () => {
    const out = folder.path('none.json');
    const { code, stdout } = await command('plan', cell, '--to', SEAM, '--approach', '3', '--out', out);
    expect([code, existsSync(out)]).toEqual([1, false]);
    expect(stdout).toMatch(/NONE {2}no path found: approach: .*moves\[0\]: the line can be followed up to/);
  });

  test.each([
    [['--tool', 'torch'], /--tool says which link goes on lines; give --approach or --retreat too/],
    [['--approach', '0.1', '--time'], /--time does not go with --approach/],
    [['--approach', '0.1', '--out', 'x.csv'], /--out x\.csv: lines of the tool are written as a program/],
  ])('%j is refused', async (args, says) => {
    const { code, stderr } = await command('plan', cell, '--to', SEAM, ...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
  });

  test('a goal of joint values needs the tool by name', async () => {
    const { code, stderr } = await command('plan', cell, '--to', 'elbow=1.4', '--approach', '0.1');
    expect(code).toBe(2);
    expect(stderr).toMatch(/--tool is missing/);
  });
});
