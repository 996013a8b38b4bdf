import { readFileSync } from 'node:fs';
import { TriangleMesh } from 'inbetween';
import { describe, expect, it } from 'vitest';
import { robotMotions } from '../../../../viewer/src/source/asked-motions.ts';
import { withMeshes } from '../../../../viewer/src/source/gallery/record.ts';
import { RECORDINGS } from '../../../../viewer/src/source/gallery/recordings.ts';
import { GALLERY } from '../../../../viewer/src/source/gallery.ts';
import { openSource } from '../../../../viewer/src/source/open-source.ts';
import type { Opened, Recording } from '../../../../viewer/src/source/opened.ts';

/** Each is opened once: recordings are computed. */
const known = new Map<string, Promise<Opened>>();
function openedOnce(id: string): Promise<Opened> {
  const opened = known.get(id) ?? openSource({ kind: 'gallery', id });
  known.set(id, opened);
  return opened;
}

function expectRecording({ parts, frames, contacts }: Recording): void {
  const names = parts.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(contacts.length).toBeGreaterThan(0);
  expect(frames.length).toBeGreaterThan(30);
  const step = frames[1].time;
  frames.forEach(({ time, poses, positions }, k) => {
    expect(time).toBeCloseTo(k * step, 9);
    expect(poses.length).toBe(7 * parts.length);
    expect(poses.every(Number.isFinite)).toBe(true);
    expect(positions.map((own) => own?.length)).toEqual(
      parts.map(({ mesh, role }) => (role === 'deforming' ? mesh.positions.length : undefined)),
    );
  });
  const last = frames[frames.length - 1].time;
  // thousands of them: one expectation for all
  const wrong = contacts.filter(({ time, a, b, point, normal }, k) => {
    const isNamed = names.includes(a) && names.includes(b);
    const isInOrder = time >= (contacts[k - 1]?.time ?? 0) && time <= last;
    const isUnit = normal === null || Math.abs(Math.hypot(...normal) - 1) < 1e-6;
    return !(isNamed && isInOrder && isUnit && point.every(Number.isFinite));
  });
  expect(wrong).toEqual([]);
}

describe('the gallery', () => {
  it('begins with pick and place, and names nothing twice', () => {
    expect(GALLERY[0].id).toBe('pick-and-place');
    expect(new Set(GALLERY.map(({ id }) => id)).size).toBe(GALLERY.length);
    for (const { id, title, text } of GALLERY) {
      expect(id).toMatch(/^[a-z0-9-]+$/);
      expect(title).not.toBe('');
      // one sentence
      expect(text).toMatch(/^[A-Z][^.?!]*[.?]$/);
    }
  });

  it('has a light picture of every scene, and a frame', () => {
    for (const { id, frame } of GALLERY) {
      const picture = readFileSync(new URL(`../../../../viewer/src/source/thumbnails/${id}.webp`, import.meta.url));
      expect(picture.subarray(8, 12).toString('latin1')).toBe('WEBP');
      expect([id, picture.length < 12_000]).toEqual([id, true]);
      const { at, radius, turn, tilt, share = 0 } = frame;
      expect([...at, turn, tilt].every(Number.isFinite) && radius > 0 && share >= 0 && share <= 1).toBe(true);
    }
  });

  // the whole cloth is computed by test/viewer, in the page
  it.each(GALLERY.map(({ id }) => id).filter((id) => id !== 'cloth'))(
    '%s opens with a start of its own and paths that can be asked about',
    async (id) => {
      const opened = await openedOnce(id);
      const { scene, paths, starts, states, problem } = opened;
      expect(starts.length).toBe(scene.robots.length);
      scene.robots.forEach((robot, i) => {
        expect(robot.limitFaults(starts[i])).toEqual([]);
        for (const values of Object.values(states[robot.name] ?? {})) expect(values.length).toBe(robot.size);
      });
      scene.robots.forEach(({ name }, i) => {
        const asked = robotMotions(opened, name, [starts[i]]);
        expect(asked.scene.firstContact(asked.motions).status).toBe('free');
      });
      expect(new Set(paths.map(({ name }) => name)).size).toBe(paths.length);
      // what its paths are answered: test/unit/viewer/ask/answer.test.ts
      if (opened.show !== undefined) expectRecording(opened.show);
      if (problem !== null) {
        expect(scene.isFree(problem.start)).toBe(true);
        expect(scene.isFree(problem.goal as readonly number[])).toBe(true);
        expect(scene.motionIsFree(problem.start, problem.goal as readonly number[])).toBe(false);
      }
    },
  );

  it('records the first steps of the cloth, until it lies on the ball', () => {
    const { title, show } = RECORDINGS.fallingCloth(35);
    expect(title).toBe(GALLERY.find(({ id }) => id === 'cloth')?.title);
    expectRecording(show);
    expect(show.frames.length).toBe(36);
  });

  it('sends recordings by messages, meshes that are shared too', async () => {
    const { show } = await openedOnce('coins');
    if (show === undefined) throw new Error('nothing to show');
    const sent = withMeshes(structuredClone(show));
    expect(sent.parts.map(({ mesh }) => mesh)).toEqual(show.parts.map(({ mesh }) => mesh));
    expect(sent.parts[1].mesh).toBeInstanceOf(TriangleMesh);
    expect(sent.parts[2].mesh).toBe(sent.parts[1].mesh);
  });

  it('foretells the contact of the drill before it comes', async () => {
    const { show } = await openedOnce('drilling');
    const levels = (show?.frames ?? []).map(({ warning }) => warning?.level);
    expect(levels.indexOf('considered')).toBeGreaterThan(0);
    expect(levels.indexOf('reflex')).toBeGreaterThan(levels.indexOf('considered'));
    expect(levels.indexOf('contact')).toBeGreaterThan(levels.indexOf('reflex'));
    const warned = show?.frames[levels.indexOf('considered')].warning;
    expect(warned?.within).toBeGreaterThan(0.3);
    expect(warned?.zone.length).toBeGreaterThan(0);
    // the first touch, and the jab
    expect(show?.contacts.length).toBe(2);
  });

  it('says so where it has nothing of a name', async () => {
    await expect(openSource({ kind: 'gallery', id: 'nowhere' })).rejects.toThrow("nothing called 'nowhere'");
  });
});
