import { describe, expect, test } from 'vitest';
import { touchesOf } from '../../../../src/report/index.ts';
import { toolPicture } from '../../../../src/report/tool/tool-picture.ts';
import { decodeScene, type Scene } from '../../../../src/report/viewer/program/decode-scene.ts';
import { playedTo, rateAt } from '../../../../src/report/viewer/program/playback.ts';
import { Readout } from '../../../../src/report/viewer/program/readout.ts';
import { Session } from '../../../../src/report/viewer/program/session.ts';
import { World } from '../../../../src/report/viewer/program/world.ts';
import type { SceneData, SessionData, WorldData } from '../../../../src/report/viewer/scene-data.ts';
import { worldPicture } from '../../../../src/report/world/world-picture.ts';
import { reportedTool } from '../tool/tool-report-inputs.ts';
import { landing, reportedWorld } from '../world/world-report-inputs.ts';

describe('a recorded session', () => {
  const input = reportedTool();
  const scene = decodeScene(toolPicture(input, touchesOf(input), 0));
  const session = new Session(scene, scene.data.session as SessionData);

  test('warns, then tells the force', () => {
    expect(session.warningAt(0.1)).toEqual({ level: 'clear', what: 'clear', more: 'no contact within 1 s' });
    expect(session.warningAt(0.5)).toEqual({ level: 'considered', what: 'contact in 0.45 s', more: 'time to decide' });
    expect(session.warningAt(0.95)).toEqual({ level: 'reflex', what: 'contact in 45 ms', more: 'time only to flinch' });
    expect(session.warningAt(1.2)).toEqual({ level: 'contact', what: 'contact', more: '20.0 N on the hand' });
    expect(session.linesAt(1.2)).toEqual([
      ['hit', '20.0 N'],
      ['', '0.20 mm deep'],
      ['', `${input.steps[72].zone.length} triangles`],
    ]);
    expect(session.linesAt(0.5)[0]).toEqual(['', 'level: considered']);
  });

  test('the sheet is where it was, at frames and between them', () => {
    const { positions } = scene.meshes[0];
    const middle = 3 * (8 * 17 + 8) + 2;
    const scale = 1 / Math.SQRT2;
    session.deform(1.2);
    expect(positions[middle]).toBeCloseTo(-0.2 * scale, 3);
    session.deform(1.1);
    expect(positions[middle]).toBeCloseTo(-0.1 * scale, 2);
    session.deform(0);
    expect(positions[middle]).toBeCloseTo(0, 6);
  });

  test('zones and poses ahead belong to their frames', () => {
    expect([...session.zoneAt(1.2)]).toEqual(input.steps[72].zone);
    expect(session.zoneAt(0.5)).toHaveLength(0);
    expect(session.aheadAt(0.5).map((packed) => packed.length)).toEqual([7, 7]);
    expect(session.aheadAt(1.2)).toEqual([]);
  });

  test('every edge is drawn once, a little towards the eye', () => {
    session.deform(0);
    const lines = session.outline([0, 0, 100]);
    // of a square of n × n cells cut in two: 3 n² + 2 n
    expect(lines.length / 12).toBe(3 * 16 ** 2 + 2 * 16);
    expect(lines[2]).toBeCloseTo(0.004, 5);
  });
});

describe('a recorded world', () => {
  const scene = decodeScene(worldPicture(reportedWorld(), 0, []).data);
  const world = new World(scene, scene.data.world as WorldData);

  test('shows contacts from when they happen, smaller and smaller', () => {
    const first = landing(2);
    expect(world.marksAt(first - 0.001)).toEqual([]);
    const [fresh] = world.marksAt(first);
    const [older] = world.marksAt(first + 0.03).slice(-1);
    expect(fresh.size).toBeGreaterThan(older.size);
    expect(older.size).toBeGreaterThan(0);
  });

  test('a short one is slowed down; contacts are counted', () => {
    expect(world.rate).toBeCloseTo(1 / 3, 12);
    expect(world.linesAt(0)[0]).toEqual(['hit', '0 contacts so far']);
    expect(world.linesAt(landing(2) + 1 / 60)[0]).toEqual(['hit', '1 contact so far']);
    expect(world.writeTime(0.5)).toBe('0.50 s');
  });
});

describe('what the page says about a time', () => {
  const data: SceneData = {
    status: 'contact',
    time: 1.5,
    shownTime: 1.5,
    segments: 2,
    ghosts: [],
    meshes: [],
    bodies: [],
    contacts: [],
    unit: 'm',
    seconds: [0, 1, 5],
    curve: {
      times: [0, 1, 2],
      distances: [4, 2, 0],
      pairs: [0, 1, -1],
      names: [
        ['arm', 'post'],
        ['hand', 'post'],
      ],
    },
  };
  const sceneOf = (change: Partial<SceneData> = {}): Scene => decodeScene({ ...data, ...change });
  const says = (t: number, change: Partial<SceneData> = {}) => new Readout(sceneOf(change), { session: null, world: null }).linesAt(t);

  test('before, at and after the contact', () => {
    expect(says(0.5)).toEqual([
      ['', 'segment 0, 50 % · 0.500 s'],
      ['', 'distance ≈ 3 m'],
      ['who', 'arm – post'],
    ]);
    expect(says(1.50001)[1]).toEqual(['hit', 'first contact']);
    expect(says(1.75).slice(0, 3)).toEqual([
      ['', 'segment 1, 75 % · 4.000 s'],
      ['', 'past the first contact'],
      ['', 'distance ≈ 0.5 m'],
    ]);
    expect(says(1.75)).toHaveLength(3);
    expect(says(0, { status: 'overlap', time: 0 })[1]).toEqual(['hit', 'in contact']);
    expect(says(1.75, { status: 'unresolved' })[1]).toEqual(['', 'not decided']);
    expect(says(2, { status: 'free', time: 2 })[1]).toEqual(['', 'in contact']);
  });

  test('of a step, what has arrived', () => {
    const arrivals = Buffer.from(Float64Array.from([0.25, 0.5, 0.75]).buffer).toString('base64');
    const step = { arrivals, curve: undefined, seconds: undefined, segments: 1, time: 0.25 };
    expect(says(0.1, step)).toEqual([['', 'proven free so far']]);
    expect(says(0.25, step)).toEqual([
      ['hit', 'first contact'],
      ['', '1 contact so far'],
    ]);
    expect(says(0.6, step)[1]).toEqual(['', '2 contacts so far']);
    expect(says(0.6, { ...step, isPart: true })[1]).toEqual(['', '2 of the listed']);
  });

  test('the tip on the curve', () => {
    const tip = new Readout(sceneOf(), { session: null, world: null }).writeTip(1.25);
    expect(tip).toBe('t = 1.250 (segment 1, 25 % · 2.000 s)\ndistance ≈ 1.5 m\nhand – post');
  });

  test('it plays up to the contact, a step to its end', () => {
    expect(playedTo(data)).toBe(1.5);
    expect(playedTo({ ...data, arrivals: '' })).toBe(2);
    expect(playedTo({ ...data, status: 'free' })).toBe(2);
  });

  test('as fast as the path is timed, and 20 s at most', () => {
    expect(rateAt(data, 0.5)).toBe(1);
    expect(rateAt(data, 1.5)).toBe(1 / 4);
    expect(rateAt(data, 2)).toBe(1 / 4);
    expect(rateAt({ ...data, seconds: [0, 10, 40] }, 0)).toBe(2 / 10);
    expect(rateAt({ ...data, seconds: [0, 0.5, 1.5] }, 0)).toBe(0.5 / 0.5);
    expect(rateAt({ ...data, seconds: undefined }, 0)).toBe(2 / 5);
    expect(rateAt({ ...data, seconds: undefined, segments: 1 }, 0)).toBe(1 / 4);
  });
});
