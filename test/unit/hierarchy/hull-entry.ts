/** What the test of hulls' farthest corners has counted. */
export { farthestPoint, hullPointsOf } from '../../../src/hierarchy/hull-points.ts';
export { treeOf } from '../../../src/hierarchy/tree-of.ts';
export { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
