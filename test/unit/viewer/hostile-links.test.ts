// Links come from anybody: what is mutated or made to do harm is read without a throw, and leads nowhere but below the page.
import { afterEach, expect, test, vi } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { hashOf, type LinkedState, readHash } from '../../../viewer/src/panels/share.ts';
import { openSource } from '../../../viewer/src/source/open-source.ts';

const PAGE = 'http://page.example/viewer/index.html';
const BELOW = 'http://page.example/viewer/';

const GOOD: readonly string[] = [
  '#source=gallery&id=planning&shown=1&time=0.5&view=1,2,3,0,0,0&ask=clearance&clearance=0.1&layers=grid,trace&trees=3',
  '#source=address&main=files/cell.json&path=files/across.csv&path=b.csv&package=arm:files&moved=post:1,2,3,0,0,0,1&placed=a:0,0,0,0,0,0,1',
  '#source=files&main=arm/a.urdf&sum=bf2061d3&path=b.csv&beside=c.stl&geometry=visual&joints=arm:1',
  '#source=address&main=cell.json&joints=arm:1,2,3&made=arm/by%20hand:0,1;1,2&method=interval&gpu=never&seed=7&count=12',
];
/** What people who mean harm write. */
const TOKENS: readonly string[] = [
  ...['https://evil.example/', '//evil.example/', ' https:evil.example', '%09//evil.example', 'javascript:alert(1)', 'data:,x', 'blob:x'],
  ...['../', '%2e%2e/', '%252e%252e/', '..%2f', '..%5c', '\\', '/', '%00', '%', '%ff', '%ED%A0%80', '\ud800', '<img src=x onerror=1>'],
  ...['__proto__', 'constructor', 'toString', 'NaN', 'Infinity', '-1', '1e999', '1e308', '0x10', '9'.repeat(400), '+', ' ', ',', ';', ':'],
  ...[
    '&',
    '=',
    '#',
    '&v=2',
    '&v=',
    '&source=address',
    '&source=gallery',
    '&main=',
    '&path=',
    '&package=a:',
    '&moved=',
    '&joints=',
    '&made=',
  ],
];

afterEach(() => vi.unstubAllGlobals());

function mutated(seed: number): string {
  const random = new Random(seed);
  const below = (count: number) => random.integer(count);
  let link = GOOD[below(GOOD.length)];
  for (let k = below(6); k >= 0; k--) {
    const [at, length] = [below(link.length + 1), below(4) === 0 ? below(30) : 0];
    const letter = String.fromCharCode(below(0x3000));
    link = link.slice(0, at) + (below(3) === 0 ? letter : TOKENS[below(TOKENS.length)]) + link.slice(at + length);
  }
  return link;
}

const isFinitePose = ({ position = [], quaternion = [] }: { position?: readonly number[]; quaternion?: readonly number[] }) =>
  [...position, ...quaternion].length === 7 && [...position, ...quaternion].every(Number.isFinite);

test('20,000 mutated links: none throws, what is read is of its kind and stays so when it is written and read again', () => {
  let [whole, faulty] = [0, 0];
  for (let seed = 1; seed <= 20_000; seed++) {
    const link = mutated(seed);
    const state = readHash(link);
    const { source, path, time, view, chosen, moved, bodies, joints, made, faults } = state;
    const numbers = [path, ...(time === null ? [] : [time]), chosen.seed, chosen.count, ...Object.values(joints).flat()];
    for (const { waypoints } of made) numbers.push(...waypoints.flat());
    if (view !== null) numbers.push(...view.from, ...view.at);
    expect(numbers.every(Number.isFinite), link).toBe(true);
    expect([...Object.values(moved), ...Object.values(bodies)].every(isFinitePose), link).toBe(true);
    if (faults.length > 0) faulty++;
    if (source === null) continue;
    whole++;
    const held: LinkedState = { ...state, ofSource: path + 1 };
    const { hash, leftOut } = hashOf(held);
    const again = readHash(hash ?? '');
    if (hash !== null && leftOut.length === 0)
      expect({ ...again, view: null, faults: [] }, link).toEqual({ ...state, view: null, faults: [] });
  }
  // the mutations are neither all harmless nor all noise
  expect([whole > 4000, faulty > 4000]).toEqual([true, true]);
});

test('what mutated links open is asked for below the page, and nowhere else', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: URL) => {
    asked.push(String(address));
    return Promise.resolve(new Response('', { status: 404 }));
  });
  for (let seed = 1; seed <= 20_000; seed++) {
    const { source } = readHash(mutated(seed));
    if (source?.kind === 'address') await openSource(source, PAGE).catch(() => {});
  }
  expect(asked.length).toBeGreaterThan(2000);
  expect(asked.filter((address) => !address.startsWith(BELOW))).toEqual([]);
});
