/*
 * A tree as one buffer, to keep or to send to a worker: 64 bytes of header, then nodes, leaves and triangle numbers,
 * little-endian as on every machine that runs JavaScript today.
 * Guarantee: what `deserialise` accepts has the structure of a tree over its mesh and the checksum it was written with;
 * it does not repeat the containment proof (`validate` does). Nothing is allocated by a count that was not checked.
 */
import { checkHas } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { LARGEST_COORDINATE, TriangleMesh } from '../mesh/triangle-mesh.ts';
import { AabbTree } from './aabb-tree.ts';
import type { SweptVolume } from './fit-swept-sphere.ts';
import { ObbTree } from './obb-tree.ts';
import { structureFaults } from './structure-faults.ts';
import { SweptSphereTree } from './swept-sphere-tree.ts';
import { LEAF_RADIUS, LEAF_STRIDE, type TreeArrays, type TreeKind, treeArrays, treeBytes } from './triangle-tree.ts';

/** "inbetree", read as two little-endian words: wrong on a machine of other byte order too. */
const MAGIC_0 = 0x65626e69;
const MAGIC_1 = 0x65657274;
const VERSION = 1;
const HEADER_BYTES = 64;
const KINDS: readonly TreeKind[] = ['swept-sphere', 'obb', 'aabb'];
const VOLUMES: readonly SweptVolume[] = ['rss', 'lss', 'pss'];

/** Words of the header. */
const WORD_VERSION = 2;
const WORD_KIND = 3;
const WORD_VOLUME = 4;
const WORD_LEAVES = 5;
const WORD_DEPTH = 6;
const WORD_SOLID = 7;
const WORD_CHECKSUM = 8;
/** Double of the header. */
const DOUBLE_RADIUS = 6;

/**
 * A tree as one buffer, to keep or to send to a worker; `deserialise` reads it. It holds a checksum, and is
 * little-endian.
 */
export function serialise(tree: SweptSphereTree | ObbTree | AabbTree): ArrayBuffer {
  checkHas(tree, ['kind', 'nodes'], 'serialise: the tree');
  const buffer = new ArrayBuffer(HEADER_BYTES + treeBytes(tree.kind, tree.leafCount));
  const words = new Uint32Array(buffer, 0, HEADER_BYTES / 4);
  words[0] = MAGIC_0;
  words[1] = MAGIC_1;
  words[WORD_VERSION] = VERSION;
  words[WORD_KIND] = KINDS.indexOf(tree.kind);
  words[WORD_VOLUME] = tree.kind === 'swept-sphere' ? VOLUMES.indexOf(tree.volume) : 0;
  words[WORD_LEAVES] = tree.leafCount;
  words[WORD_DEPTH] = tree.depth;
  words[WORD_SOLID] = tree.mesh.solid ? 1 : 0;
  new Float64Array(buffer, 0, HEADER_BYTES / 8)[DOUBLE_RADIUS] = tree.radius;
  const arrays = treeArrays(tree.kind, tree.leafCount, buffer, HEADER_BYTES);
  arrays.nodes.set(tree.nodes);
  arrays.leaves.set(tree.leaves);
  arrays.triangles.set(tree.triangles);
  words[WORD_CHECKSUM] = checksum(buffer);
  return buffer;
}

/**
 * The tree in a buffer that `serialise` wrote, as views of it: nothing is copied, so keep the buffer unchanged. With
 * `mesh` it must be the tree of that mesh; without, a mesh of separate triangles is made, numbered as they were.
 */
export function deserialise(buffer: ArrayBufferLike, mesh?: TriangleMesh): SweptSphereTree | ObbTree | AabbTree {
  const { byteLength } = buffer ?? {};
  if (!(byteLength >= HEADER_BYTES && byteLength % 4 === 0)) {
    throw new InputError(`not a tree: ${byteLength} bytes, the header alone takes ${HEADER_BYTES}`);
  }
  const words = new Uint32Array(buffer, 0, HEADER_BYTES / 4);
  if (words[0] !== MAGIC_0 || words[1] !== MAGIC_1) throw new InputError('not a tree: it does not begin with "inbetree"', { byte: 0 });
  if (words[WORD_VERSION] !== VERSION)
    throw new InputError(`tree format ${words[WORD_VERSION]}, this version reads ${VERSION}`, { byte: 8 });
  const kind = KINDS[words[WORD_KIND]];
  if (kind === undefined) throw new InputError(`unknown kind of tree ${words[WORD_KIND]}`, { byte: 12 });
  const volume = VOLUMES[words[WORD_VOLUME]];
  if (volume === undefined) throw new InputError(`unknown volume ${words[WORD_VOLUME]}`, { byte: 16 });
  const leafCount = words[WORD_LEAVES];
  const expected = HEADER_BYTES + treeBytes(kind, leafCount);
  if (leafCount < 1 || byteLength !== expected) {
    throw new InputError(`${byteLength} bytes, but a tree of ${leafCount} triangles takes ${expected}`, { byte: 20 });
  }
  if (words[WORD_CHECKSUM] !== checksum(buffer)) throw new InputError('the tree is damaged: its checksum does not match');

  const arrays = treeArrays(kind, leafCount, buffer, HEADER_BYTES);
  const depth = words[WORD_DEPTH];
  const radius = new Float64Array(buffer, 0, HEADER_BYTES / 8)[DOUBLE_RADIUS];
  const owner = mesh ?? meshOf(arrays, words[WORD_SOLID] === 1);
  const tree =
    kind === 'swept-sphere'
      ? new SweptSphereTree(owner, volume, arrays, depth, radius)
      : kind === 'obb'
        ? new ObbTree(owner, arrays, depth, radius)
        : new AabbTree(owner, arrays, depth, radius);
  const faults = structureFaults(tree);
  if (faults.length > 0)
    throw new InputError(mesh === undefined ? `not a sound tree: ${faults[0]}` : `not a tree of ${mesh.name}: ${faults[0]}`);
  return tree;
}

function meshOf({ leaves, triangles }: TreeArrays, solid: boolean): TriangleMesh {
  const leafCount = triangles.length;
  const positions = new Float64Array(9 * leafCount);
  const radii = new Float64Array(leafCount);
  let thick = false;
  for (let leaf = 0; leaf < leafCount; leaf++) {
    const triangle = triangles[leaf];
    if (triangle >= leafCount) throw new InputError(`not a sound tree: leaf ${leaf} names triangle ${triangle} of ${leafCount}`);
    const o = LEAF_STRIDE * leaf;
    positions.set(leaves.subarray(o, o + 9), 9 * triangle);
    radii[triangle] = leaves[o + LEAF_RADIUS];
    if (!(radii[triangle] <= LARGEST_COORDINATE)) throw new InputError(`not a sound tree: leaf ${leaf} has radius ${radii[triangle]}`);
    if (radii[triangle] !== 0) thick = true;
  }
  return new TriangleMesh(positions, undefined, { solid, radius: thick ? radii : 0 });
}

/** Every step is one-to-one in the word and in the state, so a single wrong word never goes unnoticed. */
function checksum(buffer: ArrayBufferLike): number {
  const words = new Uint32Array(buffer);
  let state = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) {
    if (i === WORD_CHECKSUM) continue;
    state = Math.imul(state ^ words[i], 0x01000193);
    state ^= state >>> 15;
  }
  return state >>> 0;
}
