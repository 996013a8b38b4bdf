import { describe, expect, test } from 'vitest';
import { InputError, Random } from '../../../../src/index.ts';
import { type Files, parseStepFile, readStepFile, readStepMesh } from '../../../../src/io/index.ts';
import { fan, objText, offText, POLYGONS, type Soup, stlText, TETRAHEDRON } from '../mesh/write-mesh.ts';

/** Files in memory. */
function held(content: Readonly<Record<string, string>>): Files {
  return {
    read: async (path) => {
      if (!Object.hasOwn(content, path)) throw new InputError('no such file', { file: path });
      return new TextEncoder().encode(content[path]);
    },
  };
}

const moved = (soup: Soup, by = 1): Soup => ({ ...soup, positions: soup.positions.map((x, i) => x + by * (i % 7)) });
const minimal = (change: object = {}) => ({ format: 'inbetween-step/1', bodies: [{ frames: ['a.obj', 'b.obj'] }], ...change });
const parsed = (content: unknown) => parseStepFile(JSON.stringify(content, null, 1), 's.json');

describe('a step file', () => {
  test('has bodies with one or two frames, and defaults', () => {
    const file = parseStepFile(
      `{ "format": "inbetween-step/1", // by hand
        "name": "drop", "clearance": 0.5, "tolerance": 1e-4,
        "bodies": [{ "name": "cloth", "frames": ["x/c0.ply", "x/c1.ply"], "self": true, "weld": false }, { "frames": ["floor.v2.obj"] }],
        "allowed": [["cloth", "floor.v2"]] }`,
      's.json',
    );
    expect(file).toEqual({
      name: 'drop',
      clearance: 0.5,
      tolerance: 1e-4,
      allowed: [['cloth', 'floor.v2']],
      bodies: [
        { name: 'cloth', frames: ['x/c0.ply', 'x/c1.ply'], self: true, weld: false },
        { name: 'floor.v2', frames: ['floor.v2.obj'], self: undefined, weld: undefined },
      ],
    });
    expect(parsed(minimal())).toMatchObject({ name: 's.json', clearance: 0, tolerance: undefined, allowed: [] });
  });

  test.each<[string, unknown, RegExp]>([
    ['a list', [], /should be an object/],
    ['another format', minimal({ format: 'ccd-scene/1' }), /line 2: format should be "inbetween-step\/1", got "ccd-scene\/1"/],
    ['no format', { bodies: [] }, /format is missing/],
    ['no bodies', minimal({ bodies: undefined }), /bodies is missing/],
    ['an empty list', minimal({ bodies: [] }), /at least one body/],
    ['bodies that are none', minimal({ bodies: { a: 1 } }), /should be a list of bodies/],
    ['no frames', minimal({ bodies: [{ name: 'a' }] }), /bodies\[0\]\.frames is missing/],
    ['three frames', minimal({ bodies: [{ frames: ['a', 'b', 'c'] }] }), /bodies\[0\]\.frames should be two file names, or one/],
    ['frames that are numbers', minimal({ bodies: [{ frames: [1, 2] }] }), /bodies\[0\]\.frames\[0\] should be a text, got 1/],
    ['a misspelt key', minimal({ bodies: [{ frame: ['a'] }] }), /frame is no known key; is 'frames' meant\?/],
    ['self that is a word', minimal({ bodies: [{ frames: ['a'], self: 'yes' }] }), /self should be true or false/],
    ['two of one name', minimal({ bodies: [{ frames: ['x/a.obj'] }, { frames: ['y/a.obj'] }] }), /has the name 'a', which another body/],
    ['an empty name', minimal({ bodies: [{ name: '', frames: ['a'] }] }), /bodies\[0\]\.name is an empty text/],
    ['allowed names that are no pairs', minimal({ allowed: ['a', 'b'] }), /allowed\[0\] should be two names of bodies, got "a"/],
    ['an allowed pair of one', minimal({ allowed: [['a']] }), /allowed\[0\] should be two names of bodies/],
    ['an allowed pair of nobody', minimal({ allowed: [['a', 'floor']] }), /allowed\[0\]\[1\] is 'floor', which is no body; there are a$/],
    ['an allowed pair of the same', minimal({ allowed: [['a', 'a']] }), /allowed\[0\] names 'a' twice; "self": false leaves/],
    ['negative clearance', minimal({ clearance: -1 }), /clearance should be a number ≥ 0, got -1/],
    ['tolerance 0', minimal({ tolerance: 0 }), /tolerance should be a number > 0, got 0/],
  ])('%s is refused', (_, content, says) => {
    expect(() => parsed(content)).toThrow(InputError);
    expect(() => parsed(content)).toThrow(says);
  });

  test('damaged in 2,000 ways it is read or refused, seed 41', () => {
    const random = new Random(41);
    const pick = (n: number) => Math.floor(random.next() * n);
    const original = new TextEncoder().encode(JSON.stringify(minimal({ name: 'n', clearance: 1, tolerance: 0.5 })));
    const tempting = new TextEncoder().encode('0123456789-+.eE/ \n#"[]{},:');
    let refused = 0;
    for (let run = 0; run < 2000; run++) {
      const damaged = original.slice(0, random.next() < 0.2 ? pick(original.length) : undefined);
      for (let n = 1 + pick(4); n > 0 && damaged.length > 0; n--)
        damaged[pick(damaged.length)] = random.next() < 0.2 ? pick(256) : tempting[pick(tempting.length)];
      try {
        parseStepFile(damaged, 's.json');
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        expect((error as Error).message).toMatch(/^s\.json/);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(1000);
    expect(refused).toBeLessThan(2000);
  });

  test('its frames lie beside it', async () => {
    const files = held({
      'd/s.json': JSON.stringify(minimal({ bodies: [{ name: 'n', frames: ['a.obj', 'a1.off'], self: false }, { frames: ['b.stl'] }] })),
      'd/a.obj': objText(TETRAHEDRON),
      'd/a1.off': offText(moved(TETRAHEDRON)),
      'd/b.stl': stlText(TETRAHEDRON),
    });
    const told: string[] = [];
    const { bodies } = await readStepFile(files, 'd/s.json', { onBody: ({ name }) => told.push(name) });
    expect(told).toEqual(['n', 'b']);
    expect(bodies.map(({ name, self, end, welded }) => [name, self, end === null, welded])).toEqual([
      ['n', false, false, false],
      ['b', undefined, true, true],
    ]);
    expect([...(bodies[0].end ?? [])]).toEqual(moved(TETRAHEDRON).positions);
  });
});

describe('two frames', () => {
  test('vertices and triangles keep the numbers of the file: polygons, doubled and unused vertices', async () => {
    // Vertices 7 and 8 lie on 0 and 1, and 9 belongs to no face.
    const doubled: Soup = {
      positions: [...POLYGONS.positions, ...POLYGONS.positions.slice(0, 6), 9, 9, 9],
      faces: [...POLYGONS.faces, [7, 8, 6]],
    };
    for (const [extension, text] of [
      ['obj', objText],
      ['off', offText],
    ] as const) {
      // Moving all by the same, so that they lie on each other in both frames.
      const after = { ...doubled, positions: doubled.positions.map((x, i) => x + (i % 3)) };
      const files = held({ [`a.${extension}`]: text(doubled), [`b.${extension}`]: text(after) });
      const read = await readStepMesh(files, [`a.${extension}`, `b.${extension}`]);
      expect(read).toMatchObject({ name: 'a', coincident: 2, welded: false });
      expect([...read.mesh.indices]).toEqual(fan(doubled.faces));
      expect([...read.mesh.positions]).toEqual(doubled.positions);
      const joined = await readStepMesh(files, [`a.${extension}`, `b.${extension}`], { weld: true });
      expect(joined.welded).toBe(true);
      expect([...joined.mesh.indices]).toEqual(fan(doubled.faces).map((v) => (v === 7 || v === 8 ? v - 7 : v)));
      expect([...joined.indices]).toEqual(fan(doubled.faces));
      expect(joined.mesh.vertexCount).toBe(10);
    }
  });

  test('of STL, vertices are one where they are at the same place in both frames, and only there', async () => {
    // The corner at vertex 1 of triangle 2 tears off.
    const torn: Soup = {
      positions: [...TETRAHEDRON.positions, 5, 5, 5],
      faces: TETRAHEDRON.faces.map((f, t) => (t === 2 ? [4, 2, 3] : f)),
    };
    const files = held({ 'a.stl': stlText(TETRAHEDRON), 'b.stl': stlText(torn), 'c.stl': stlText(moved(TETRAHEDRON, 2)) });
    const whole = await readStepMesh(files, ['a.stl', 'c.stl']);
    expect(whole).toMatchObject({ welded: true, coincident: 8 });
    expect([...whole.mesh.indices]).toEqual([0, 1, 2, 0, 2, 5, 2, 1, 5, 1, 0, 5]);
    expect(whole.mesh.vertexCount).toBe(12);
    const tear = await readStepMesh(files, ['a.stl', 'b.stl']);
    expect(tear.coincident).toBe(7);
    expect([...tear.mesh.indices]).toEqual([0, 1, 2, 0, 2, 5, 6, 1, 5, 1, 0, 5]);
    expect((await readStepMesh(files, ['a.stl', 'c.stl'], { weld: false })).welded).toBe(false);
  });

  test('a numbered file without any shared vertex is a soup too', async () => {
    const soup: Soup = {
      positions: TETRAHEDRON.faces.flatMap((face) => face.flatMap((v) => TETRAHEDRON.positions.slice(3 * v, 3 * v + 3))),
      faces: [0, 1, 2, 3].map((t) => [3 * t, 3 * t + 1, 3 * t + 2]),
    };
    const files = held({ 'a.obj': objText(soup) });
    expect(await readStepMesh(files, ['a.obj'])).toMatchObject({ welded: true, coincident: 8, end: null });
  });

  test('twice the same file stands', async () => {
    const files = held({ 'a.obj': objText(TETRAHEDRON) });
    expect((await readStepMesh(files, ['a.obj', 'a.obj'])).end).toBeNull();
  });

  test.each<[string, Soup, RegExp]>([
    ['triangles', { ...TETRAHEDRON, faces: TETRAHEDRON.faces.slice(1) }, /^b\.obj: has 3 triangles, but a\.obj has 4; /],
    ['vertices', { ...TETRAHEDRON, positions: [...TETRAHEDRON.positions, 0, 0, 0] }, /^b\.obj: has 5 vertices, but a\.obj has 4; /],
    [
      'corners',
      {
        ...TETRAHEDRON,
        faces: [
          [0, 2, 1],
          [0, 1, 3],
          [2, 3, 1],
          [2, 0, 3],
        ],
      },
      /^b\.obj: triangle 2 has the vertices 2, 3, 1, but in a\.obj it has 1, 2, 3; frames of one body differ in nothing but positions$/,
    ],
  ])('other %s: it says what differs first', async (_, other, says) => {
    const files = held({ 'a.obj': objText(TETRAHEDRON), 'b.obj': objText(other) });
    await expect(readStepMesh(files, ['a.obj', 'b.obj'])).rejects.toThrow(says);
    await expect(readStepMesh(files, ['a.obj', 'b.obj'])).rejects.toThrow(InputError);
  });

  test('a missing or broken frame is named', async () => {
    const files = held({ 'a.obj': objText(TETRAHEDRON), 'b.obj': 'v 0 0\n' });
    await expect(readStepMesh(files, ['a.obj', 'none.obj'])).rejects.toThrow(/^none\.obj: no such file/);
    await expect(readStepMesh(files, ['a.obj', 'b.obj'])).rejects.toThrow(/^b\.obj, line 1/);
  });
});
