import { describe, expect, it } from 'vitest';
import { robotMotions } from '../../../../viewer/src/source/asked-motions.ts';
import { GALLERY } from '../../../../viewer/src/source/gallery.ts';
import { openSource } from '../../../../viewer/src/source/open-source.ts';

/** What the first path of an entry comes to; the default is a contact on the way. */
const ENDS: Readonly<Record<string, string>> = {};

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
    if (paths.length > 0) expect(answers[0]).toBe(ENDS[id] ?? 'contact');
    expect(answers).not.toContain('overlap');
    expect(answers).not.toContain('unresolved');
    if (problem !== null) {
      expect(scene.isFree(problem.start)).toBe(true);
      expect(scene.isFree(problem.goal)).toBe(true);
      expect(scene.motionIsFree(problem.start, problem.goal)).toBe(false);
    }
  });

  it('says so where it has nothing of a name', async () => {
    await expect(openSource({ kind: 'gallery', id: 'nowhere' })).rejects.toThrow("nothing called 'nowhere'");
  });
});
