import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PairQuery, restMotion, rigidMotion, Scene } from '../../../src/index.ts';
import { readRigidScene, readRobotScene } from '../../../src/io/index.ts';
import { files } from '../../../src/node/index.ts';
import { verifyProof } from '../../../src/proof/index.ts';
import { type ProofRecorder, recordProof } from '../../../src/prove/index.ts';

const shared = fileURLToPath(new URL('../../../../shared/scenes/', import.meta.url));
const there = existsSync(shared);

/** What is told is what the checker finds proven; gives the status. */
async function expectProven(ask: (proof: ProofRecorder) => { readonly status: string; readonly time: number }): Promise<string> {
  const texts: string[] = [];
  const { status, time } = ask(recordProof((text) => texts.push(text)));
  const found = await verifyProof(texts.join('').trimEnd().split('\n'));
  expect(found).toMatchObject({ result: 'proven', status, time });
  return status;
}

test.for(['hammer', 'gear'])('motions of %s are proven, by whole numbers', async (name, { skip }) => {
  if (!there) skip('../shared/scenes is not there');
  const { a, b, poseB, queries, touch } = await readRigidScene(files(shared), `${name}.json`);
  const pair = new PairQuery({ shape: a }, { shape: b });
  const seen = new Set<string>();
  for (let k = 0; k < queries.length; k += Math.ceil(queries.length / 6)) {
    const { from, to } = queries[k];
    const motions = { a: rigidMotion(from, to), b: restMotion(poseB) };
    seen.add(await expectProven((proof) => pair.firstContact(motions, { tolerance: touch, proof })));
  }
  expect(seen.has('contact')).toBe(true);
});

test.for(['puma-pipes', 'mannequin-exercise'])('motions of %s are proven, by whole numbers', async (name, { skip }) => {
  if (!there) skip('../shared/scenes is not there');
  const { robots, obstacles, self, ignore, queries, touch } = await readRobotScene(files(shared), `articulated/${name}.json`);
  const scene = new Scene({ robots, obstacles, self, allowed: ignore });
  for (let k = 0; k < queries.length; k += Math.ceil(queries.length / 4)) {
    const motions = Object.fromEntries(robots.map(({ name: robot }, i) => [robot, [queries[k].robots[i].from, queries[k].robots[i].to]]));
    await expectProven((proof) => scene.firstContact(motions, { tolerance: touch, proof }));
  }
});
