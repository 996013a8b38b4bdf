// Faults as people make them, in what proves and what searches: [name, file, what stands there, what stands there instead].
const MOVING_PAIR = 'src/contact/moving-pair.ts';
const VOLUMES = 'src/contact/volume-gap.ts';
const TRIANGLES = 'src/contact/triangle-gap.ts';
const BEST_FIRST = 'src/contact/methods/best-first.ts';
const SCENE = 'src/scene/search/scene-search.ts';
const START_PAIRS = 'src/scene/search/start-pairs.ts';
const FIT = 'src/hierarchy/fit-swept-sphere.ts';
const CHAIN = 'src/robot/chain.ts';
const REACH = 'src/robot/chain-reach.ts';

export const PLANTED = [
  // margins
  [
    'no rounding in gaps of a pair',
    MOVING_PAIR,
    'this.roundingNow = this.adding + this.turning * apartAt(this.stateA, this.stateB, STATE_P);',
    'this.roundingNow = 0;',
  ],
  [
    'no rounding in gaps of a scene',
    'src/scene/pairs/padding.ts',
    ' + (a.adding + b.adding) + TURNING * (1 + a.turn + b.turn) * size;',
    ' + 0 * size;',
  ],
  [
    'no rounding in volumes',
    FIT,
    '(reach + Math.max(evenRadius, 0)) * (1 + LENGTH_ERROR) + rounding;',
    'reach + Math.max(evenRadius, 0) + 0 * rounding;',
  ],
  // volumes
  [
    'volumes 10 % thin',
    FIT,
    '(reach + Math.max(evenRadius, 0)) * (1 + LENGTH_ERROR)',
    '0.9 * (reach + Math.max(evenRadius, 0)) * (1 + LENGTH_ERROR)',
  ],
  [
    "a child's last triangle not in its volume",
    'src/hierarchy/fit-nodes.ts',
    'fitter.fit(projection, leaves, from, to, nodes, node);\n        else',
    'fitter.fit(projection, leaves, from, to - from > 3 ? to - 1 : to, nodes, node);\n        else',
  ],
  ['the farthest corner not in ρ', FIT, 'square = Math.max(square, dx * dx + dy * dy + dz * dz);', 'square = Math.max(square, 0 * dx);'],
  // bounds of nodes
  ['acceleration of nodes halved', VOLUMES, 'const half = 0.5 * (accelerationM', 'const half = 0.25 * (accelerationM'],
  [
    'acceleration of one of two nodes dropped',
    VOLUMES,
    'const accelerationM = kappaM === 0 ? 0 :',
    'const accelerationM = kappaM > -1 ? 0 :',
  ],
  ['a side of a rectangle forgotten', VOLUMES, 'const a3 = -b * sy;', 'const a3 = 0 * sy;'],
  ['a side turns with half its speed', VOLUMES, 'const b0 = p * (mx', 'const b0 = 0.5 * p * (mx'],
  ['a proposed root believed', VOLUMES, 'if (!(h >= 0)) break;\n', ''],
  // bounds of triangles
  ['acceleration of triangles halved', TRIANGLES, 'const half = 0.5 * (accelerationA', 'const half = 0.25 * (accelerationA'],
  ['the last corner not looked at', TRIANGLES, 'j < CORNERS_B + 9;', 'j < CORNERS_B + 6;'],
  ['triangles close in with half their speed', TRIANGLES, 'const closing = speed - (', 'const closing = 0.5 * speed - 0.5 * ('],
  // motions
  ['turning rate of a motion halved', 'src/motion/rigid-motion.ts', 'out[STATE_KAPPA] = this.turn;', 'out[STATE_KAPPA] = 0.5 * this.turn;'],
  [
    'speed of links without what they stand on',
    CHAIN,
    'out[STATE_V] = P[STATE_V] + (wy * dz - wz * dy) +',
    'out[STATE_V] = P[STATE_V] + 0 * (wy * dz - wz * dy) +',
  ],
  ['speeds of links bounded by half', REACH, 'speed += r * D + l;', 'speed += 0.5 * (r * D + l);'],
  ['joints do not swing each other', REACH, 'acceleration += (r * (r + 2 * before) + alpha) * D', 'acceleration += (r * r + alpha) * D'],
  [
    'stale poses of links',
    CHAIN,
    'if (this.states[link][STATE_TIME] === t) return;',
    'if (Math.abs(this.states[link][STATE_TIME] - t) < 1e-3) return;',
  ],
  // searches
  ['stale poses in a pair', BEST_FIRST, 'const t0 = clock[CLOCK_PLACED];', 'const t0 = t;'],
  ['stale poses in a scene', SCENE, 'const t0 = clock[0];', 'const t0 = t;'],
  [
    'one child in sixteen left out',
    BEST_FIRST,
    'for (let m = child; m < child + 2; m++) {',
    'for (let m = child; m < child + ((child & 15) === 1 ? 1 : 2); m++) {',
  ],
  ['a late step', SCENE, 'const key = t + leaf[LEAF_STEP];', 'const key = t + 1.5 * leaf[LEAF_STEP];'],
  [
    'pairs that meet are skipped',
    START_PAIRS,
    'const reach = sphereReach(a, b, A[3] + B[3] + wayA + wayB +',
    'const reach = sphereReach(a, b, 0.5 * (A[3] + B[3]) + wayA + wayB +',
  ],
  [
    'contact from twice as far as the tolerance',
    'src/contact/start-rule.ts',
    'this.limit = pair.clearance + usable - pair.rounding;',
    'this.limit = pair.clearance + 4.5 * usable - pair.rounding;',
  ],
];

/** The shared scenes that are asked with a proof, and how many queries of each. */
export const PROVEN = { scenes: ['bunnydyn', 'gear', 'hammer', 'mannequin-exercise', 'puma-beetle', 'puma-pipes'], queries: 24 };

/** The tests that are asked: of what the faults are in, of random pairs and of truth; none of proofs. */
export const TESTS = [
  'test/unit/contact/node-steps.test.ts',
  'test/unit/contact/leaf-volume-gap.test.ts',
  'test/unit/contact/moving-together.test.ts',
  'test/unit/contact/start-rule.test.ts',
  'test/unit/contact/methods/hull-search.test.ts',
  'test/unit/hierarchy/fit-swept-sphere.test.ts',
  'test/unit/hierarchy/swept-sphere-tree.test.ts',
  'test/unit/hierarchy/validate.test.ts',
  'test/unit/motion/rigid-motion.test.ts',
  'test/unit/robot/chain.test.ts',
  'test/unit/scene/scene.test.ts',
  'test/unit/scene/pairs/padding.test.ts',
  'test/unit/scene/search/start-pairs.test.ts',
  'test/property/first-contact.test.ts',
  'test/property/invariance.test.ts',
  'test/truth/first-contact.test.ts',
  'test/truth/robots.test.ts',
];
