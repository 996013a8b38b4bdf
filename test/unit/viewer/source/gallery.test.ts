import { describe, expect, it } from 'vitest';
import { robotMotions } from '../../../../viewer/src/source/asked-motions.ts';
import { GALLERY } from '../../../../viewer/src/source/gallery.ts';
import { openSource } from '../../../../viewer/src/source/open-source.ts';
import type { Recording } from '../../../../viewer/src/source/opened.ts';

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
    parts.forEach(({ mesh, role }, i) => {
      expect(positions[i]?.length).toBe(role === 'deforming' ? mesh.positions.length : undefined);
    });
  });
  const last = frames[frames.length - 1].time;
  contacts.forEach(({ time, a, b, point, normal }, k) => {
    expect(names).toContain(a);
    expect(names).toContain(b);
    expect(time).toBeGreaterThanOrEqual(k === 0 ? 0 : contacts[k - 1].time);
    expect(time).toBeLessThanOrEqual(last);
    expect(point.every(Number.isFinite)).toBe(true);
    if (normal !== null) expect(Math.hypot(...normal)).toBeCloseTo(1, 6);
  });
}

describe('the gallery', () => {
  it('begins with pick and place, and names nothing twice', () => {
    expect(GALLERY[0].id).toBe('pick-and-place');
    expect(new Set(GALLERY.map(({ id }) => id)).size).toBe(GALLERY.length);
    for (const { id, title, text } of GALLERY) {
      expect(id).toMatch(/^[a-z0-9-]+$/);
      expect(title).not.toBe('');
      expect(text).toMatch(/^[A-Z].*[.?]$/);
    }
  });

  it.each(GALLERY.map(({ id }) => id))('%s opens with a start of its own and paths that can be asked about', async (id) => {
    const opened = await openSource({ kind: 'gallery', id });
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
    const answers = paths.map(({ motions }) => scene.firstContact(motions).status);
    if (opened.show === undefined) expect(answers[0]).toBe('contact');
    else expectRecording(opened.show);
    expect(answers).not.toContain('overlap');
    expect(answers).not.toContain('unresolved');
    if (problem !== null) {
      expect(scene.isFree(problem.start)).toBe(true);
      expect(scene.isFree(problem.goal)).toBe(true);
      expect(scene.motionIsFree(problem.start, problem.goal)).toBe(false);
    }
  });

  it('foretells the contact of the drill before it comes', async () => {
    const { show } = await openSource({ kind: 'gallery', id: 'drilling' });
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
