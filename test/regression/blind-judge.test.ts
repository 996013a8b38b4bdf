import { expect, test } from 'vitest';
import { firstContact, Random } from '../../src/index.ts';
import { body, randomPair } from '../property/random-pairs.ts';
import { libraryScene, randomScene } from '../property/random-robots.ts';
import { BrutePair, violation } from '../support/brute-force.ts';
import { BruteScene } from '../support/brute-robot.ts';

// The judges walked down to a level below 0, which no distance reaches: at clearance 0 they believed every 'free'.

const TOLERANCE = 1e-6;

test("the judge of pairs notices a contact that is called free (seed 'blind')", () => {
  const random = new Random('blind');
  let noticed = 0;
  let contacts = 0;
  for (let round = 0; round < 40; round++) {
    const { a, b } = randomPair(random, { most: 8 });
    const found = firstContact(body(a), body(b), { tolerance: TOLERANCE });
    if (found.status !== 'contact') continue;
    contacts++;
    const pair = new BrutePair(a, b);
    expect(violation(pair, found, 0, TOLERANCE)).toBe(null);
    if (violation(pair, { ...found, status: 'free', time: 1 }, 0, TOLERANCE) !== null) noticed++;
  }
  expect(contacts).toBeGreaterThan(5);
  // some only graze
  expect(noticed / contacts).toBeGreaterThan(0.8);
});

test("the judge of scenes notices a contact that is called free (seed 'blind')", () => {
  const random = new Random('blind');
  let noticed = 0;
  let contacts = 0;
  for (let round = 0; round < 20; round++) {
    const spec = randomScene(random, { obstacles: 3, most: 6, bodies: 1 });
    const { scene, motions } = libraryScene(spec);
    const found = scene.firstContact(motions, { tolerance: TOLERANCE });
    if (found.status !== 'contact') continue;
    contacts++;
    const judge = new BruteScene(spec);
    if (judge.violation({ ...found, status: 'free', time: judge.segments }, 0, TOLERANCE) !== null) noticed++;
  }
  expect(contacts).toBeGreaterThan(5);
  expect(noticed / contacts).toBeGreaterThan(0.8);
});
