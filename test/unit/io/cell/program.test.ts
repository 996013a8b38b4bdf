import { describe, expect, test } from 'vitest';
import { cellMotions, readCellMotions } from '../../../../src/io/cell/cell-motions.ts';
import { readCell } from '../../../../src/io/cell/read-cell.ts';
import type { Files } from '../../../../src/io/files.ts';
import { parsePath } from '../../../../src/io/path/parse-path.ts';
import { parseProgram, programText, readProgram } from '../../../../src/io/path/parse-program.ts';
import { programFile } from '../../../../src/io/path/path-file.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { toolPath } from '../../../../src/robot/follow/tool-path.ts';
import { Scene } from '../../../../src/scene/scene.ts';

// Gantries of three slides, whose hand is a cube of 0.2 at (x, y, z): what is where when is seen by hand.

const slide = (name: string, parent: string, axis: string) => `
  <link name="${name}">${name === 'hand' ? '<collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision>' : ''}</link>
  <joint name="${name[0]}" type="prismatic"><parent link="${parent}"/><child link="${name}"/><axis xyz="${axis}"/>
    <limit lower="-9" upper="9" effort="1" velocity="9"/></joint>`;
const GANTRY = `<robot name="gantry"><link name="frame"/>${slide('xcart', 'frame', '1 0 0')}${slide('ycart', 'xcart', '0 1 0')}${slide('hand', 'ycart', '0 0 1')}</robot>`;
const TURNER = `<robot name="turner"><link name="foot"/><link name="top"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="foot"/><child link="top"/><axis xyz="0 0 1"/><limit lower="-9" upper="9" effort="1" velocity="9"/></joint></robot>`;
const FILES: Readonly<Record<string, string>> = { 'gantry.urdf': GANTRY, 'turner.urdf': TURNER };

const program = (moves: readonly object[], more: object = {}) => ({ link: 'hand', moves, ...more });
const file = (content: object) => JSON.stringify({ format: 'inbetween-program/1', ...content }, null, 1);
const to = (x: number, y: number, z = 0) => ({ line: { position: [x, y, z] } });

async function read(cell: object, texts: Readonly<Record<string, string>> = {}, path?: string) {
  const all: Readonly<Record<string, string>> = {
    ...FILES,
    ...texts,
    'cell.json': JSON.stringify(
      { format: 'inbetween-cell/1', ...('robots' in cell ? {} : { robot: { urdf: 'gantry.urdf' } }), ...cell },
      null,
      1,
    ),
  };
  const files: Files = {
    read: async (name) => {
      if (!Object.hasOwn(all, name)) throw new Error(`${name}: no such file`);
      return new TextEncoder().encode(all[name]);
    },
  };
  const loaded = await readCell(files, 'cell.json');
  const { motions, paths } = await readCellMotions(files, loaded, path);
  return { scene: new Scene(loaded), loaded, motions, paths };
}

const wall = (x: number, y: number) => ({ name: 'wall', box: [0.2, 0.2, 0.2], pose: { position: [x, y, 0] } });

describe('a program of tool moves', () => {
  test('stands in the cell, or in a file that the cell or the caller names', async () => {
    const moves = [to(1, 0), to(1, 1)];
    const cells = [
      await read({ obstacles: [wall(1, 0.6)], program: program(moves) }),
      await read({ obstacles: [wall(1, 0.6)], program: 'lines.json' }, { 'lines.json': `// by hand\n${file(program(moves))}` }),
      await read({ obstacles: [wall(1, 0.6)], path: 'lines.json' }, { 'lines.json': file(program(moves)) }),
      await read({ obstacles: [wall(1, 0.6)] }, { 'lines.json': file(program(moves)) }, 'lines.json'),
    ];
    for (const { scene, motions, paths } of cells) {
      const hit = scene.firstContact(motions);
      expect(hit.status).toBe('contact');
      const segment = Math.floor(hit.time);
      const { of } = (paths.gantry.pieces ?? [])[segment];
      // 0.4 of the second line: the hand's face at y = 0.5
      expect(of).toMatchObject({ move: 1, kind: 'line' });
      expect((of?.from ?? 0) + (hit.time - segment) * ((of?.to ?? 1) - (of?.from ?? 0))).toBeCloseTo(0.4, 4);
    }
  });

  test('frames of the base, of obstacles and of links', async () => {
    const base = { position: [1, 2, 3], rpyDegrees: [0, 0, 90] };
    const turned = { quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2] };
    const line = (position: readonly number[], frame: unknown) => ({ line: { position, ...(frame === 'world' ? turned : {}) }, frame });
    const at = async (position: readonly number[], frame: unknown, quaternion = {}) => {
      const { paths } = await read({
        robot: { urdf: 'gantry.urdf', base },
        obstacles: [{ ...wall(1, 2.5), pose: { position: [1, 2.5, 3], rpyDegrees: [0, 0, 90] } }],
        program: program([{ ...line(position, frame), line: { position, ...(frame === 'world' ? turned : {}), ...quaternion } }]),
      });
      return Array.from(paths.gantry.waypoints.at(-1) ?? [], (x) => Number(x.toFixed(7)) + 0);
    };
    expect(await at([1, 2.5, 3], 'world')).toEqual([0.5, 0, 0]);
    expect(await at([0.5, 0, 0], 'base')).toEqual([0.5, 0, 0]);
    expect(await at([0.5, 0.25, 0], 'frame')).toEqual([0.5, 0.25, 0]);
    expect(await at([0, 0.25, 0], 'wall')).toEqual([0.5, 0.25, 0]);
    expect(await at([0, 0, 0], { of: 'wall', at: { position: [0, 0.25, 0.5] } })).toEqual([0.5, 0.25, 0.5]);
  });

  test('what is called world or base like the frames of these names, elsewhere, is refused', async () => {
    const robot = { urdf: 'gantry.urdf', base: { position: [1, 0, 0] } };
    const make = (name: string, more: object) => read({ robot, ...more, program: program([{ ...to(1, 0), frame: name }]) });
    for (const name of ['world', 'base']) {
      const here = { name, box: [0.1, 0.1, 0.1], pose: { position: name === 'base' ? [1, 0, 0] : [0, 0, 0] } };
      const elsewhere = { ...here, pose: { position: [5, 5, 5] } };
      expect((await make(name, { obstacles: [here] })).paths.gantry.segments).toBeGreaterThan(0);
      await expect(make(name, { obstacles: [elsewhere] })).rejects.toThrow(
        new RegExp(`frame: '${name}' is .*an obstacle is called so too`),
      );
      await expect(
        make(name, { bodies: [{ name, box: here.box, trajectory: [0, 1].map((time) => ({ time, pose: elsewhere.pose })) }] }),
      ).rejects.toThrow(new RegExp(`frame: '${name}' is .*a body is called so too`));
      const urdf = GANTRY.replaceAll('"ycart"', `"${name}"`);
      await expect(read({ program: program([{ ...to(1, 0), frame: name }]) }, { 'gantry.urdf': urdf })).rejects.toThrow(
        new RegExp(`frame: '${name}' is .*a link of robot 'gantry' is called so too.*'gantry/${name}'`),
      );
    }
    const root = GANTRY.replaceAll('"frame"', '"base"');
    expect(
      (await read({ robot, program: program([{ ...to(1, 0), frame: 'base' }]) }, { 'gantry.urdf': root })).paths.gantry.segments,
    ).toBeGreaterThan(0);
  });

  test('in millimetres and degrees, and written again as it was', async () => {
    const text = file(
      program([{ joints: { x: 0.1 } }, { line: { position: [1000, 500, 0] }, speed: 250, blend: 100 }, { ...to(0, 0), seconds: 3 }], {
        units: 'degrees, mm',
        jointPace: { speed: 90 },
        pace: { speed: 100, turnSpeed: 10 },
      }),
    );
    const read1 = parseProgram(text, 'p.json');
    // as the file has it; the cell may say units too
    expect(read1.units).toEqual({ angle: 'degrees', length: 'millimetres' });
    expect(read1.moves[1]).toMatchObject({ line: { position: [1000, 500, 0] }, speed: 250, blend: 100 });
    expect([read1.jointPace, read1.pace]).toEqual([{ speed: 90 }, { speed: 100, turnSpeed: 10 }]);
    expect(programFile(read1, 'p.json')).toMatchObject({
      file: 'p.json',
      kind: 'program',
      points: [],
      program: read1,
      line: read1.fileLine,
    });
    const again = parseProgram(programText(read1), 'q.json');
    const bare = ({ fileLine, moves, ...rest }: typeof read1) => ({
      ...rest,
      moves: moves.map(({ fileLine: _, ...move }) => move),
    });
    expect(bare(again)).toEqual(bare(read1));
    expect(await readProgram({ read: async () => new TextEncoder().encode(text) }, 'p.json')).toEqual(read1);
  });

  test('holds by moves: the part is taken after the first, laid down after the third', async () => {
    const cell = {
      obstacles: [wall(1, 0.65)],
      bodies: [{ name: 'part', box: [0.2, 0.2, 0.2], pose: { position: [1, 0, -0.2] }, held: [{ by: 'hand', from: 1, to: 3 }] }],
      allow: [['hand', 'part']],
    };
    const { scene, motions } = await read({ ...cell, program: program([to(1, 0), to(1, 0, 1), to(1, 2, 1), to(0, 2, 1)]) });
    expect(scene.firstContact(motions, { start: 'leaving' }).status).toBe('free');
    // lower: the part, not the hand, meets the wall on the second line
    const low = await read({ ...cell, program: program([to(1, 0), to(1, 0, 0.25), to(1, 2, 0.25), to(0, 2, 1)]) });
    const hit = low.scene.firstContact(low.motions, { start: 'leaving' });
    expect([hit.status, hit.pair?.map(({ body, link }) => link ?? body).sort()]).toEqual(['contact', ['part', 'wall']]);
    const short = await read({ ...cell, program: program([to(1, 0)]) });
    expect(() => short.scene.firstContact(short.motions)).toThrow(/part.*the path of robot 'gantry' has no waypoint 3/);
  });

  test('two robots by one clock, one on the table of the other, which is told in any order', async () => {
    const robots = [
      { urdf: 'gantry.urdf', name: 'arm', start: { x: 1 } },
      { urdf: 'turner.urdf', name: 'table' },
    ];
    const turning = { robot: 'table', link: 'top', joints: ['turn'], moves: [{ joints: [Math.PI / 2], seconds: 2 }, { wait: 1 }] };
    const still = {
      robot: 'arm',
      link: 'hand',
      moves: [
        { line: { position: [0, 0, 0] }, frame: 'world', seconds: 1 },
        { ...to(1, 0), seconds: 1 },
      ],
    };
    const { paths } = await read({ robots, program: [still, turning] });
    expect(paths.arm.times?.at(-1)).toBe(2);
    expect(paths.table.times).toEqual([0, 2, 3]);
    const riding = { robot: 'arm', link: 'hand', frame: 'table/top', moves: [{ ...to(0.5, 0), seconds: 1 }] };
    // three slides cannot turn with it
    await expect(read({ robots, program: [riding, turning] })).rejects.toThrow(
      /moves\[0\]: .*(cannot keep the tool on it|can be followed)/,
    );
    const both = { ...turning, frame: 'arm/hand' };
    await expect(read({ robots, program: [riding, { ...both, moves: [{ line: {}, seconds: 1 }] }] })).rejects.toThrow(/in a circle/);
  });

  test('a belt as the frame: the hand rides on it', async () => {
    const belt = {
      name: 'belt',
      box: [0.2, 0.2, 0.2],
      trajectory: [
        { time: 0, pose: { position: [0, 0, -1] } },
        { time: 4, pose: { position: [0, 2, -1] } },
      ],
    };
    const { paths } = await read({ bodies: [belt], program: program([{ ...to(1, 0, 1), frame: 'belt', seconds: 2 }]) });
    const path = paths.gantry;
    for (let k = 0; k <= 10; k++) {
      const time = (k / 10) * path.segments;
      const second = path.secondsAt(time);
      const [x, y, z] = path.configurationAt(time);
      expect([x, y, z]).toEqual([expect.closeTo(second / 2, 6), expect.closeTo(second / 2, 6), expect.closeTo(0, 6)]);
    }
  });

  test('its own file for each robot, later by seconds', async () => {
    const robots = [
      { urdf: 'gantry.urdf', name: 'left', path: 'a.json', startsAt: 2 },
      { urdf: 'gantry.urdf', name: 'right', path: 'b.csv' },
    ];
    const { paths } = await read({ robots }, { 'a.json': file(program([{ ...to(1, 0), seconds: 1 }])), 'b.csv': 'time,x\n0,0\n5,1\n' });
    expect(paths.left.times?.[0]).toBe(2);
    expect(paths.left.times?.at(-1)).toBe(3);
    expect(paths.right.pieces).toBe(null);
    await expect(read({ robots }, { 'a.json': file(program([to(1, 0)])), 'b.csv': 'time,x\n0,0\n5,1\n' })).rejects.toThrow(
      /a\.json.*startsAt: has no times, but is to begin at 2 s/,
    );
  });

  test('as a file it is a path, which no table of joints is', async () => {
    const path = parsePath(file(program([to(1, 0)])), 'p.json');
    expect([path.kind, path.points.length, path.program?.link]).toEqual(['program', 0, 'hand']);
    expect(programFile(parseProgram(file(program([to(1, 0)])), 'p.json'), 'p.json')).toEqual(path);
    const { loaded } = await read({ program: program([to(1, 0)]) });
    const files = { read: () => Promise.reject(new Error('nothing is read')) };
    const { paths } = await readCellMotions(files, loaded, path);
    expect(paths.gantry.segments).toBeGreaterThan(0);
    expect(cellMotions(loaded, path, { toolPath }).paths.gantry.waypoints).toEqual(paths.gantry.waypoints);
    expect(() => cellMotions(loaded, path)).toThrow(/^p\.json, line 1: is a program of tool moves: .*give cellMotions \{ toolPath \}/);
  });
});

describe('what is wrong is said with file, line and move', () => {
  const bad: readonly (readonly [what: string, content: object, says: RegExp])[] = [
    ['a move that is none', program([to(1, 0), { lin: {} }]), /cell\.json, line \d+: program\.moves\[1\] has none of joints, pose, line/],
    ['two in one', program([{ ...to(1, 0), wait: 1 }]), /moves\[0\] has line and wait/],
    ['a misspelt key', program([{ ...to(1, 0), sped: 1 }]), /moves\[0\]\.sped is no known key; is 'speed' meant/],
    ['no moves', program([]), /moves should be a list of at least one move/],
    [
      'a frame that nobody knows',
      program([to(0, 1), { ...to(1, 0), frame: 'wal' }]),
      /line \d+: moves\[1\]: frame: 'wal' is no obstacle.*'wall' meant/,
    ],
    ['its own link as frame', program([{ ...to(1, 0), frame: 'ycart' }]), /moves\[0\]: frame: 'ycart' moves with the robot itself/],
    ['a link that is none', { ...program([to(1, 0)]), link: 'hnd' }, /hnd/],
    ['a robot that is none', { ...program([to(1, 0)]), robot: 'arm' }, /robot is 'arm', but there are gantry/],
    ['a state that is none', program([{ joints: 'home' }]), /moves\[0\]: robot 'gantry' has no state 'home'/],
    [
      'out of reach',
      program([to(1, 0), { line: { position: [0, 1, 0], rpyDegrees: [0, 0, 10] } }]),
      /moves\[1\]: .*(cannot keep the tool on it|can be followed)/,
    ],
    ['a blend larger than its move', program([{ ...to(1, 0), blend: 0.6 }, to(1, 3)]), /moves\[0\]: blend: 0\.6 is more than half of it/],
    ['another format', { format: 'inbetween-program/2', ...program([to(1, 0)]) }, /should be "inbetween-program\/1"/],
    ['speeds below 0', program([{ ...to(1, 0), speed: -1 }]), /moves\[0\]\.speed should be a number > 0/],
    [
      'spare beside joint values',
      program([{ line: { joints: { x: 1 } }, spare: { y: 1 } }]),
      /moves\[0\]: line: joint values say where it ends: no frame, and nothing spare/,
    ],
    ['units that are none', program([to(1, 0)], { units: 'inches' }), /'inches' is none of radians/],
  ];
  test.each(bad)('%s', async (_, content, says) => {
    await expect(read({ obstacles: [wall(5, 5)], program: content })).rejects.toThrow(InputError);
    await expect(read({ obstacles: [wall(5, 5)], program: content })).rejects.toThrow(says);
  });

  test('a path beside a program', async () => {
    await expect(read({ path: [[0, 0, 0]], program: program([to(1, 0)]) })).rejects.toThrow(/program and path are both given/);
  });

  test.each([
    [
      { format: 'inbetween-program/2' },
      /p\.json, line 2: format should be "inbetween-program\/1", the version that is read here, got "inbetween-program\/2"/,
    ],
    [{ format: 'inbetween-programm/1' }, /format should be "inbetween-program\/1"/],
    [{ format: 1 }, /format should be "inbetween-program\/1".*got 1/],
    [{ format: undefined }, /p\.json, line 1: .*has moves, but does not say what it is: "format": "inbetween-program\/1"/],
  ])('a file of another version: %j', async (given, says) => {
    const text = file({ ...program([to(1, 0)]), ...given });
    await expect(read({ program: 'p.json' }, { 'p.json': text })).rejects.toThrow(says);
    await expect(read({ path: 'p.json' }, { 'p.json': text })).rejects.toThrow(says);
  });

  test('lines of the file itself', async () => {
    const text =
      '{ "format": "inbetween-program/1", "link": "hand",\n"moves": [\n{ "wait": 1 },\n{ "line": { "position": [99, 0, 0] } } ] }';
    await expect(read({ program: 'p.json' }, { 'p.json': text })).rejects.toThrow(/p\.json, line 4: moves\[1\]: has no speed/);
  });
});
