/** Trees of swept spheres that are asked for: of volumes of one's choice, in memory of one's own, fitted anew. */
import { checkHas, checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { finished, type Piecemeal } from '../math/piecemeal.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { byNodes, evenRadiusOf, fitNodes } from './fit-nodes.ts';
import { NODE_CHILD, type SweptVolume } from './fit-swept-sphere.ts';
import { forgetHullPoints } from './hull-points.ts';
import { fitRectangles, fitTree, SweptSphereTree } from './swept-sphere-tree.ts';
import { ThinFitter } from './thin-fitter.ts';
import { type Allocate, allocateTree, movedPositions, plantTree, type TreeArrays, workingScale } from './triangle-tree.ts';

/** Which volumes a tree is made of, and where it is built. */
export interface SweptSphereTreeOptions {
  /** Rectangle, line or point swept spheres. Default 'rss', which bounds surfaces tightest. */
  readonly volume?: SweptVolume;
  /** Where the tree shall live. Default: a new ArrayBuffer. */
  readonly allocate?: Allocate;
}

/**
 * Builds the tree that queries use over a mesh. `treeOf` does it once for a mesh and keeps it; call this for other
 * volumes, or for memory of your own.
 */
export function buildSweptSphereTree(mesh: TriangleMesh, options: SweptSphereTreeOptions = {}): SweptSphereTree {
  checkHas(mesh, ['positions', 'triangleCount'], 'swept sphere tree: the mesh');
  checkRecord(options, ['volume', 'allocate'], 'swept sphere tree');
  const volume = options.volume ?? 'rss';
  if (volume !== 'rss' && volume !== 'lss' && volume !== 'pss') {
    throw new InputError(`volume must be 'rss', 'lss' or 'pss', got ${shownValue(volume)}`);
  }
  const arrays = allocateTree('swept-sphere', mesh.triangleCount, options.allocate);
  const scale = workingScale(mesh);
  const depth = finished(plantTree('swept-sphere', mesh, arrays, scale));
  return new SweptSphereTree(mesh, volume, arrays, depth, finished(fitVolumes(mesh, arrays, volume, scale)));
}

/**
 * New vertex positions, which also go into tree.mesh; same triangles together as before. Every volume is fitted anew.
 */
export function refitSweptSphereTree(tree: SweptSphereTree, positions: ArrayLike<number>): void {
  movedPositions(tree.mesh, positions);
  forgetHullPoints(tree);
  tree.radius = finished(fitVolumes(tree.mesh, tree, tree.volume, workingScale(tree.mesh)));
}

function fitVolumes(mesh: TriangleMesh, arrays: TreeArrays, volume: SweptVolume, scale: number): Piecemeal<number> {
  if (volume === 'rss') return fitRectangles(mesh, arrays, scale);
  return fitTree(mesh, arrays, scale, ({ leaves }) =>
    fitNodes(mesh, arrays, NODE_CHILD, byNodes(NODE_CHILD, new ThinFitter(volume, evenRadiusOf(leaves)), null)),
  );
}
