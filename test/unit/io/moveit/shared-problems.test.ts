import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readMotionRequest, readPlanningScene, readRobotScene, readUrdf } from '../../../../src/io/index.ts';
import { rotate } from '../../../../src/math/quat.ts';
import { files } from '../../../../src/node/index.ts';

// Problems of MotionBenchMaker that lie beside the repository on the machines that have them, against scene files that another program made of them.

const shared = fileURLToPath(new URL('../../../../../shared/', import.meta.url));
const isPresent = existsSync(`${shared}data/mbm-panda`) && existsSync(`${shared}scenes/planning/panda`);
if (!isPresent) console.warn(`skipped: no planning problems in ${shared}`);

const SETS = ['bookshelf_small', 'bookshelf_tall', 'bookshelf_thin', 'box', 'cage', 'table_pick', 'table_under_pick'].map(
  (set) => `${set}_panda`,
);

test.skipIf(!isPresent)('the same triangles, starts, goals and pairs', async () => {
  const data = files(`${shared}data/mbm-panda`);
  const robot = await readUrdf(data, 'panda.urdf', { srdf: 'panda.srdf', packages: { meshes: 'meshes' } });
  for (const set of SETS) {
    const cell = await readPlanningScene(data, `problems/${set}/scene0003.yaml`, robot);
    const request = await readMotionRequest(data, `problems/${set}/request0003.yaml`, robot, { rest: cell.starts[0] });
    const made = await readRobotScene(files(`${shared}scenes/planning/panda`), `${set}-0003.json`);
    expect(cell.obstacles.map(({ name }) => `world/${name}`)).toEqual(made.obstacles.map(({ name }) => name));
    cell.obstacles.forEach(({ shape, pose }, i) => {
      const other = made.obstacles[i].shape;
      expect(Array.from(shape.indices)).toEqual(Array.from(other.indices));
      const [x, y, z] = pose.position;
      for (let k = 0; k < shape.positions.length; k += 3) {
        const [a, b, c] = rotate(pose.quaternion, [shape.positions[k], shape.positions[k + 1], shape.positions[k + 2]]);
        const off = Math.max(...[a + x, b + y, c + z].map((value, n) => Math.abs(value - other.positions[k + n])));
        expect(off).toBeLessThan(1e-14);
      }
    });
    const slots = request.joints.map((name) => robot.joint(name).slot);
    const [{ from, to }] = made.queries;
    expect(slots.map((slot) => request.start[slot])).toEqual(from);
    expect(slots.map((slot) => request.configurations[0][slot])).toEqual(to);
    // the matrix of these scenes says what the SRDF says
    expect(cell.robots[0].allowed.list().length).toBe(robot.allowed.list().length);
    for (const { a, b } of robot.allowed.list()) expect(cell.robots[0].allowed.isAllowed(a, b)).toBe(true);
    // of the joints that it fixes, and of nothing else
    expect([...cell.warnings, ...request.warnings].filter((warning) => !/finger_joint\d', which is fixed/.test(warning))).toEqual([]);
  }
});
