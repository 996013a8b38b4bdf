import { expect, test } from 'vitest';
import { filmTimes } from '../../../viewer/src/film/film-times.ts';
import { snippetsOf } from '../../../viewer/src/panels/snippets.ts';

/** A path of four segments that plays for ten seconds. */
const playback = { duration: 10, shareAt: (time: number) => time / 4, timeAt: (share: number) => 4 * share };

test.each([0, 0.3, 2.345, 3.7, 4])(
  'the film of a contact at %d shows it to the bit, goes on all the time, and is slow there',
  (contact) => {
    const times = filmTimes(playback, contact);
    expect(times).toHaveLength(150);
    expect(times).toContain(contact);
    const steps = times.slice(1).map((time, k) => time - times[k]);
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
    // the exact picture may be nearer to one of its neighbours: two steps at it against two elsewhere
    const at = times.indexOf(contact);
    const slow = times[Math.min(149, at + 2)] - times[Math.max(0, at - 2)];
    expect(slow).toBeLessThan(0.25 * 4 * Math.max(...steps));
    expect([times[0], times[149]].map((time) => Math.abs(time - contact) * 2.5)).toEqual([
      expect.closeTo(Math.min(2.5, 2.5 * contact), 9),
      expect.closeTo(Math.min(1.2, 10 - 2.5 * contact), 9),
    ]);
  },
);

test('without a contact all of the path is shown, evenly', () => {
  const times = filmTimes(playback, null);
  times.forEach((time, k) => {
    expect(time).toBeCloseTo((4 * k) / 149, 9);
  });
});

test('lines for other pages: names from files and links stay inside their attributes', () => {
  const title = '"><script>alert(1)</script>';
  const page = 'https://a.example/viewer/#source=address&main=c.json&joints=arm:1';
  const [link, frame, element] = snippetsOf({ kind: 'address', main: 'cells/a"b.json', path: 'p.csv' }, title, page);
  expect(link.text).toBe(page);
  expect(frame.text).toBe(
    '<iframe src="https://a.example/viewer/#source=address&amp;main=c.json&amp;joints=arm:1" title="&quot;>&lt;script>alert(1)&lt;/script>" width="800" height="560" loading="lazy"></iframe>',
  );
  expect(element.text).toBe(
    '<script type="module" src="https://a.example/viewer/element.js"></script>\n<inbetween-view src="https://a.example/viewer/cells/a%22b.json" path="https://a.example/viewer/p.csv"></inbetween-view>',
  );
  expect(snippetsOf({ kind: 'gallery', id: 'coins' }, 'Coins', page)[2].text).toContain(
    '<inbetween-view gallery="coins"></inbetween-view>',
  );
});
