import { buildSweptSphereTree, refitSweptSphereTree } from '../../../src/hierarchy/build-swept-sphere-tree.ts';
import { makeRooms, type RoomMaker } from '../../../src/hierarchy/compiled/compiled-kernels.ts';
import { prepareTrees } from '../../../src/hierarchy/compiled/prepare-trees.ts';
import { buildObbTree } from '../../../src/hierarchy/obb-tree.ts';
import type { SweptSphereTree } from '../../../src/hierarchy/swept-sphere-tree.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';

let taken: Promise<RoomMaker> | null = null;

/** Who gives room for compiled kernels, which nobody uses any more. */
export function takenRooms(): Promise<RoomMaker> {
  taken ??= prepareTrees().then((isReady) => {
    const rooms = isReady ? makeRooms(null) : null;
    if (rooms === null) throw new Error('kernels could not be prepared');
    return rooms;
  });
  return taken;
}

/** What a mesh becomes with compiled kernels where it is not what it becomes without; and how often kernels were called. */
export function differences(rooms: RoomMaker, name: string, mesh: TriangleMesh): { readonly found: string[]; readonly calls: number } {
  const plain = allTrees(mesh);
  let calls = 0;
  makeRooms((bytes) => {
    const room = rooms(bytes);
    if (room === null) return null;
    return {
      ...room,
      split: (...given) => counted(room.split(...given)),
      sweptSpheres: (...given) => counted(room.sweptSpheres(...given)),
    };
  });
  const counted = <T>(value: T): T => {
    calls++;
    return value;
  };
  const compiled = allTrees(mesh);
  makeRooms(null);
  const found = Object.keys(plain).filter((key) => !isSame(plain[key], compiled[key]));
  return { found: found.map((key) => `${name}: ${key}`), calls };
}

function allTrees(mesh: TriangleMesh): Record<string, Float64Array> {
  const found: Record<string, Float64Array> = {};
  const add = (name: string, { nodes, triangles, radius }: Pick<SweptSphereTree, 'nodes' | 'triangles' | 'radius'>): void => {
    found[name] = new Float64Array(nodes.length + triangles.length + 1);
    found[name].set(nodes);
    found[name].set(triangles, nodes.length);
    found[name][nodes.length + triangles.length] = radius;
  };
  for (const volume of ['rss', 'lss', 'pss'] as const) add(volume, buildSweptSphereTree(mesh, { volume }));
  add('obb', buildObbTree(mesh));
  const copy = new TriangleMesh(mesh.positions, mesh.indices, { radius: mesh.radii ?? 0 });
  const tree = buildSweptSphereTree(copy);
  refitSweptSphereTree(
    tree,
    mesh.positions.map((x, i) => x * (1 - (i % 7) / 16)),
  );
  add('refit', tree);
  return found;
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((x, i) => Object.is(x, b[i]));
}
