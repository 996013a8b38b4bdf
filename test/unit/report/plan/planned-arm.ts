import { box, capsule, Robot, Scene } from '../../../../src/index.ts';
import { type PlanRequest, plan } from '../../../../src/plan/index.ts';
import type { PlanReportInput } from '../../../../src/report/index.ts';

/** Two links in the plane z = 0 that have to fold to pass a post. */
export function armScene(obstacleName = 'post'): { readonly scene: Scene; readonly robot: Robot } {
  const limits = { lower: -3, upper: 3, velocity: 1 };
  const robot = new Robot({
    name: 'arm',
    links: [
      { name: 'foot', shapes: [] },
      {
        name: 'upper',
        parent: 'foot',
        joint: { name: 'shoulder', type: 'revolute', axis: [0, 0, 1], limits },
        shapes: [{ shape: capsule([0.1, 0, 0], [0.9, 0, 0], 0.05) }],
      },
      {
        name: 'lower',
        parent: 'upper',
        joint: { name: 'elbow', type: 'revolute', axis: [0, 0, 1], origin: { position: [1, 0, 0] }, limits },
        shapes: [{ shape: capsule([0.1, 0, 0], [0.8, 0, 0], 0.04) }],
      },
    ],
    allowed: [{ a: 'upper', b: 'lower' }],
  });
  return {
    robot,
    scene: new Scene({ robots: [robot], obstacles: [{ name: obstacleName, shape: box([0.2, 0.2, 1]), pose: { position: [1.3, 0, 0] } }] }),
  };
}

/** The page of a plan from one side of the post to the other. */
export async function plannedArm(request: Partial<PlanRequest> = {}, obstacleName?: string): Promise<PlanReportInput> {
  const { scene, robot } = armScene(obstacleName);
  const from = [1, 0];
  const found = await plan(scene, { from, to: [-1, 0], seed: 3, keepTrees: true, ...request });
  return { title: 'a test', scene, plan: found, standing: { arm: robot.path([from, from]) }, version: '1.2.3' };
}
