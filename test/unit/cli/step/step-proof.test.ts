import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { objText } from '../../io/mesh/write-mesh.ts';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { FLOOR, raised, TIP } from './tip-and-floor.ts';

let folder: TemporaryFolder;
let at: (name: string) => string;
beforeAll(() => {
  folder = temporaryFolder();
  at = folder.path;
  folder.write('floor.obj', objText(FLOOR));
  folder.write('tip.obj', objText(TIP));
  folder.write('down.obj', objText(raised(TIP, -2)));
  folder.write('up.obj', objText(raised(TIP, 1)));
});
afterAll(() => folder.remove());

const framesTo = (to: string): string[] => [at('tip.obj'), at(to), at('floor.obj'), at('floor.obj')];

test('a step is proven, and the proof verified with the files it was made of', async () => {
  const asked = await captured(['step', ...framesTo('down.obj'), '--self', '--all', '--proof', at('a.proof.gz')]);
  expect(asked.code).toBe(1);
  expect(asked.stdout).toMatch(/\n {2}proof {7}\d+ leaves, [\d,]+ bytes\n/);
  expect(asked.stdout).toContain(`written: ${at('a.proof.gz')}`);
  const { code, stdout } = await captured(['verify', at('a.proof.gz'), ...framesTo('down.obj')]);
  expect(stdout).toMatch(
    /^proven: contact\. In 2 tested pairs of meshes nothing touches before 0\.49999999\d* of the step, and there tip and floor are within clearance and tolerance\.\n/,
  );
  expect(stdout).toContain('not tested: 1 pair, said by question: self is false (floor with itself)');
  expect(stdout).toContain('read again: the meshes in it are those in');
  expect(code).toBe(0);
});

test('a clearance, a step that is free, and what was taken for granted', async () => {
  const free = await captured(['step', ...framesTo('up.obj'), '--clearance', '0.5', '--starts-free', '-q', '--proof', at('b.proof')]);
  expect(free.code).toBe(0);
  const { stdout } = await captured(['verify', at('b.proof'), '--proof-only', '--threads', '2']);
  expect(stdout).toMatch(
    /^proven: free\. In 1 tested pair of meshes nothing comes as near as the clearance at any time of the step; no body is a solid, .*; that no edge goes through a face at the start was taken for granted\./,
  );
  expect(stdout).toContain('clearance 0.5, tolerance');
});

test('other files, another mesh, and a proof that is no longer one', async () => {
  await captured(['step', ...framesTo('up.obj'), '-q', '--proof', at('c.proof')]);
  const other = await captured(['verify', at('c.proof'), ...framesTo('down.obj')]);
  expect(other.code).toBe(1);
  expect(other.stdout).toContain('refuted: it is about another problem than');
  expect(other.stdout).toContain("the body 'tip' is another one");
  const fewer = await captured(['verify', at('c.proof'), at('tip.obj'), at('up.obj')]);
  expect(fewer.stdout).toContain('that these files lack');
  const [header, ...lines] = readFileSync(at('c.proof'), 'utf8').split('\n');
  writeFileSync(at('near.proof'), [header.replace('"clearance":0', '"clearance":5'), ...lines].join('\n'));
  const near = await captured(['verify', at('near.proof')]);
  expect([near.code, near.stdout]).toEqual([1, expect.stringMatching(/^refuted: 'tip' and 'floor': a part of the proof does not hold\n/)]);
  const shrunk = await captured(['verify', at('c.proof'), '--shrink', at('d.proof')]);
  expect([shrunk.code, shrunk.stderr]).toEqual([2, expect.stringContaining('a proof of a step of deforming meshes is not shrunk')]);
});
