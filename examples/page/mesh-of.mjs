// Objects of three.js as triangles for inbetween. Nothing of three is imported: whatever has these members will do.

/**
 * @typedef {{ count: number, getX(i: number): number, getY(i: number): number, getZ(i: number): number }} Attribute
 * @typedef {{ attributes: { position?: Attribute }, index: Attribute | null, groups: { start: number, count: number }[],
 *   drawRange: { start: number, count: number } }} Geometry
 * @typedef {{ elements: ArrayLike<number> }} Matrix
 * @typedef {{ name: string, matrixWorld: Matrix, isMesh?: boolean, geometry?: Geometry, material?: unknown, count?: number,
 *   instanceMatrix?: { array: ArrayLike<number> }, isSkinnedMesh?: boolean, isBatchedMesh?: boolean,
 *   morphTargetInfluences?: readonly number[] }} Node
 * @typedef {Node & { updateWorldMatrix(parents: boolean, children: boolean): void, traverse(visit: (node: any) => void): void }} Root
 * @typedef {[number, number, number]} Vec3
 */

/**
 * All triangles of an object and of what is below it, in a rigid frame that goes with the object, and the pose of that
 * frame in the world. Scale, shear and mirroring are in the positions, so that the pose is one that a body can have.
 * @param {Root} object
 */
export function meshOf(object) {
  object.updateWorldMatrix(true, true);
  const { axes, position } = frameOf(object.matrixWorld.elements);
  const [positions, indices] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  object.traverse((/** @type {Node} */ node) => {
    const { geometry, count = 0, instanceMatrix } = node;
    if (!node.isMesh || geometry?.attributes.position === undefined) return; // lines, points, lights, cameras
    if (node.isSkinnedMesh || node.isBatchedMesh || node.morphTargetInfluences?.some((share) => share !== 0))
      throw new Error(`${node.name || 'a mesh'}: skinned, morphed and batched meshes are drawn elsewhere than their positions say`);
    const corners = drawnCorners(geometry, Array.isArray(node.material));
    const places = instanceMatrix === undefined ? [null] : Array.from({ length: count }, (_, i) => 16 * i);
    for (const at of places) {
      const world = node.matrixWorld.elements;
      const whole = at === null ? world : product(world, Array.prototype.slice.call(instanceMatrix?.array, at, at + 16));
      append(geometry.attributes.position, corners, inFrame(whole, axes, position), positions, indices);
    }
  });
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices), pose: { position, quaternion: quaternionOf(axes) } };
}

/**
 * Where the frame of `meshOf` is now: for objects that have moved since, without reading their triangles again.
 * @param {Pick<Root, 'matrixWorld' | 'updateWorldMatrix'>} object
 */
export function poseOf(object) {
  object.updateWorldMatrix(true, false);
  const { axes, position } = frameOf(object.matrixWorld.elements);
  return { position, quaternion: quaternionOf(axes) };
}

/**
 * Vertex numbers of what is drawn: of all triangles, or with several materials of those in groups; within the range.
 * @param {Geometry} geometry
 * @param {boolean} grouped
 */
function drawnCorners({ attributes, index, groups, drawRange }, grouped) {
  const all = [{ start: 0, count: (index ?? attributes.position)?.count ?? 0 }];
  const out = [];
  for (const { start, count } of grouped ? groups : all) {
    const from = Math.max(start, drawRange.start);
    const to = Math.min(start + count, drawRange.start + drawRange.count, all[0].count);
    for (let k = from; k + 2 < to; k += 3) for (let c = k; c < k + 3; c++) out.push(index === null ? c : index.getX(c));
  }
  return out;
}

/** @param {Attribute} vertices @param {number[]} corners @param {number[]} m @param {number[]} positions @param {number[]} indices */
function append(vertices, corners, m, positions, indices) {
  const first = positions.length / 3;
  for (let i = 0; i < vertices.count; i++) {
    const [x, y, z] = [vertices.getX(i), vertices.getY(i), vertices.getZ(i)]; // interleaved and normalised ones too
    for (let k = 0; k < 3; k++) positions.push(m[k] * x + m[k + 4] * y + m[k + 8] * z + m[k + 12]);
  }
  // a mirrored triangle is seen from its other side: turn it
  const [b, c] = dot(cross(column(m, 0), column(m, 4)), column(m, 8)) < 0 ? [2, 1] : [1, 2];
  for (let k = 0; k < corners.length; k += 3) indices.push(first + corners[k], first + corners[k + b], first + corners[k + c]);
}

/**
 * Right-handed axes along the columns of a matrix, and its place.
 * @param {ArrayLike<number>} m
 * @returns {{ axes: Vec3[], position: Vec3 }}
 */
function frameOf(m) {
  const position = column(m, 12);
  const x = unit(column(m, 0));
  const z = unit(cross(x, column(m, 4)));
  const axes = [x, cross(z, x), z];
  // flat in some direction: no frame of its own
  return { axes: axes.flat().every(Number.isFinite) ? axes : [[1, 0, 0], [0, 1, 0], [0, 0, 1]], position };
}

/** A matrix of the world as seen from a frame. @param {ArrayLike<number>} m @param {Vec3[]} axes @param {Vec3} origin */
function inFrame(m, axes, origin) {
  const columns = [0, 4, 8, 12].map((at) => column(m, at));
  columns[3] = /** @type {Vec3} */ (columns[3].map((x, k) => x - origin[k])); // before turning, so that far from the origin nothing is lost
  return columns.flatMap((own) => [...axes.map((axis) => dot(axis, own)), 0]);
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b column by column, as three keeps them */
function product(a, b) {
  return Array.from({ length: 16 }, (_, i) => [0, 1, 2, 3].reduce((sum, k) => sum + a[(i % 4) + 4 * k] * b[k + 4 * Math.floor(i / 4)], 0));
}

/**
 * x y z w of the rotation whose columns are the axes, by its largest part, so that nothing small is divided by.
 * @param {Vec3[]} axes
 * @returns {[number, number, number, number]}
 */
function quaternionOf([[a, b, c], [d, e, f], [g, h, i]]) {
  const squares = [1 + a - e - i, 1 - a + e - i, 1 - a - e + i, 1 + a + e + i];
  const rows = [
    [squares[0], d + b, g + c, f - h],
    [d + b, squares[1], h + f, g - c],
    [g + c, h + f, squares[2], b - d],
    [f - h, g - c, b - d, squares[3]],
  ];
  const row = rows[squares.indexOf(Math.max(...squares))];
  const length = Math.hypot(...row);
  return /** @type {any} */ (row.map((part) => part / length));
}

/** @param {ArrayLike<number>} m @param {number} at @returns {Vec3} */
const column = (m, at) => [m[at], m[at + 1], m[at + 2]];
/** @param {Vec3} a @param {Vec3} b */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @param {Vec3} a @param {Vec3} b @returns {Vec3} */
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** @param {Vec3} a @returns {Vec3} */
const unit = (a) => /** @type {Vec3} */ (a.map((x) => x / Math.hypot(...a)));
