import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseMesh, parseObjGroups, readRigidScene } from '../../../src/io/index.ts';
import { inspectMesh } from '../../../src/mesh/inspect-mesh.ts';
import { files } from '../../../src/node/index.ts';

// Public and benchmark meshes that lie beside the repository on the machines that have them.
const shared = fileURLToPath(new URL('../../../../shared/', import.meta.url));
const isPresent = existsSync(`${shared}scenes`) && existsSync(`${shared}data`);
if (!isPresent) console.warn(`skipped: no mesh files in ${shared}`);

function meshFiles(folder: string): string[] {
  if (!isPresent) return [];
  return readdirSync(shared + folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(obj|stl|ply|off)$/.test(path))
    .map((path) => `${folder}/${path}`)
    .sort();
}

describe.skipIf(!isPresent)('files beside the repository', () => {
  test('triangle counts of the scenes', () => {
    const counts = { bunnydyn: 26400, bunnylike: 69700, cad: 2600, club: 104800, gear: 25600, hammer: 1700, torusknot: 34600 };
    for (const [name, count] of Object.entries(counts)) {
      const inspection = inspectMesh(parseMesh(readFileSync(`${shared}scenes/${name}.obj`), `${name}.obj`));
      expect(inspection).toMatchObject({ triangles: count, closed: true, manifold: true, oriented: true, unusedVertices: 0 });
      expect(inspection.boundingRadius.origin).toBeCloseTo(100, 3);
    }
  });

  test('the scenes are read with their meshes', async () => {
    for (const name of ['bunny', 'bunnydyn', 'club', 'gear', 'hammer', 'torusknot']) {
      const scene = await readRigidScene(files(shared), `scenes/${name}.json`);
      expect(scene.queries).toHaveLength(200);
      expect(scene.a === scene.b).toBe(name !== 'hammer');
      expect(scene.queries.every((query) => query.ref !== undefined)).toBe(true);
    }
  });

  test.each([...meshFiles('data'), ...meshFiles('scenes/articulated')])('%s', (path) => {
    const content = readFileSync(shared + path);
    if (path.endsWith('.obj') && !/^f\s/m.test(content.toString('latin1'))) {
      // corners alone, of which MuJoCo makes a hull
      expect(() => parseMesh(content, path)).toThrow('no faces (f a b c)');
      return;
    }
    const mesh = parseMesh(content, path);
    expect(mesh.triangleCount).toBeGreaterThan(0);
    if (path.endsWith('.obj')) {
      const faces = content.toString('latin1').match(/^f\s.*$/gm) ?? [];
      const triangles = faces.reduce((sum, face) => sum + face.trim().split(/\s+/).length - 3, 0);
      expect(mesh.triangleCount).toBe(triangles);
    }
    if (path.endsWith('.stl')) expect(mesh.triangleCount).toBe(content.readUInt32LE(80));
    if (path.endsWith('.ply')) {
      const [, count] = /element face (\d+)/.exec(content.toString('latin1')) ?? [];
      expect(mesh.triangleCount).toBe(Number(count));
    }
  });

  test('55 pipes in one file', () => {
    const { mesh, groups } = parseObjGroups(readFileSync(`${shared}scenes/articulated/pipes.obj`), 'pipes.obj');
    expect(groups).toHaveLength(55);
    expect(groups.reduce((sum, group) => sum + group.triangleCount, 0)).toBe(mesh.triangleCount);
  });
});
