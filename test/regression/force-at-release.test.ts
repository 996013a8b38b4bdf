import { expect, it } from 'vitest';
import { Random } from '../../src/math/random.ts';
import { cylinder } from '../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { ToolLoop } from '../../src/soft/tool-loop.ts';
import { sheet } from '../soft/random-soft.ts';

// Samples of the sheet that the tool had left behind were forgotten at once, and the sheet sprang back into it: 2.0, 0, 1.5, 0, 1.1 N.
it('the force falls steadily while a tool is drawn back from a sheet', () => {
  const flat = sheet(20, new Random(1), 0);
  const workpiece = new TriangleMesh(
    flat.positions.map((x) => 0.05 * x),
    flat.indices,
  );
  const rim = [...Array(441).keys()].filter((v) => v % 21 === 0 || v % 21 === 20 || v < 21 || v >= 420);
  const loop = new ToolLoop(cylinder(0.005, 0.05), workpiece, {
    penalty: { stiffness: 1e9, damping: 1e5 },
    bars: { density: 2, stiffness: 2e3, shape: 2e5, damping: 0.5, anchors: rim },
  });
  const forces: number[] = [];
  for (let i = 0; i < 60; i++) {
    const z = i < 30 ? 0.03 - (0.012 * i) / 30 : 0.018 + (0.016 * (i - 30)) / 30;
    const { force } = loop.advance({ position: [0, 0, z] }, 1 / 60);
    if (i >= 30) forces.push(force[2]);
  }
  expect(forces[0]).toBeGreaterThan(1.5);
  expect(forces[29]).toBe(0);
  for (let i = 1; i < forces.length; i++) expect(forces[i]).toBeLessThanOrEqual(forces[i - 1] * 1.02);
});
