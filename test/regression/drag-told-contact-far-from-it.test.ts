import { afterEach, expect, test } from 'vitest';
import { setClock } from '../../src/contact/budget.ts';
import { box, DragLoop, Scene } from '../../src/index.ts';

afterEach(() => setClock(undefined));

// A step whose time ran out between the search and the looks at where it may stand stood still, and told a contact.
test('a step of a drag that is told as stopped by a contact stands at it, however little time it had', () => {
  const keep = 0.01;
  const crate = { name: 'crate', shape: box([0.2, 0.2, 0.2]) };
  const scene = new Scene({ bodies: [crate], obstacles: [{ name: 'wall', shape: box([0.2, 2, 2]), pose: { position: [3, 0, 0] } }] });
  // everybody who looks at the clock is a millisecond later
  let now = 0;
  setClock(() => now++);
  const told = new Map<string, number>();
  for (const maxMilliseconds of [...Array.from({ length: 80 }, (_, k) => k + 1), 200, 1000, 5000, 50_000]) {
    const loop = new DragLoop(scene, { crate: { position: [0, 0, 0] } }, { keep, slide: false, maxMilliseconds });
    const { status, places } = loop.move({ crate: { position: [6, 0, 0] } });
    told.set(status, (told.get(status) ?? 0) + 1);
    const gap = 2.8 - (places.crate as { readonly position: readonly number[] }).position[0];
    expect(gap).toBeGreaterThan(0);
    if (status === 'contact') expect([maxMilliseconds, gap < 1.1 * keep]).toEqual([maxMilliseconds, true]);
  }
  expect([...told.keys()].sort()).toEqual(['contact', 'unresolved']);
});
