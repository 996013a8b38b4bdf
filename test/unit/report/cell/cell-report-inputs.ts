import { box, capsule, Robot, type RobotPath, Scene, type SceneFirstContactOptions, sphere } from '../../../../src/index.ts';
import type { CellReportInput } from '../../../../src/report/index.ts';

export interface ReportedCell {
  readonly obstacleName?: string;
  readonly linkName?: string;
  /** Angles of the arm's two joints at the waypoints. */
  readonly waypoints?: readonly (readonly number[])[];
  readonly options?: SceneFirstContactOptions;
}

/** Two bars on a column in the plane z = 1, the outer one with a round tip. */
export function arm(name = 'arm', linkName = 'hand', x = 0): Robot {
  const up = { position: [x, 0, 1] as const };
  return new Robot({
    name,
    posable: true,
    links: [
      { name: 'column', shapes: [{ shape: box([0.2, 0.2, 0.9], [x, 0, 0.45]) }] },
      {
        name: 'upper',
        parent: 'column',
        joint: { name: 'shoulder', type: 'revolute', axis: [0, 0, 1], origin: up },
        shapes: [{ shape: box([1, 0.1, 0.1], [0.55, 0, 0]) }],
      },
      {
        name: linkName,
        parent: 'upper',
        joint: { name: 'slide', type: 'prismatic', axis: [1, 0, 0], origin: { position: [1.1, 0, 0] } },
        shapes: [{ shape: capsule([0.1, 0, 0], [0.5, 0, 0], 0.05) }],
      },
    ],
  });
}

/** An arm that turns towards a wall. */
export function reportedCell(given: ReportedCell = {}): CellReportInput {
  const { obstacleName = 'wall', linkName = 'hand', options = {} } = given;
  const waypoints = given.waypoints ?? [
    [0, 0],
    [0.5, 0.1],
    [2, 0.1],
  ];
  const robot = arm('arm', linkName);
  const ball = sphere(0.2);
  const scene = new Scene({
    robots: [robot],
    obstacles: [
      { name: obstacleName, shape: box([0.1, 1, 2]), pose: { position: [0, 1.5, 1] } },
      { name: 'ball-1', shape: ball, pose: { position: [-3, 0, 0] } },
      { name: 'ball-2', shape: ball, pose: { position: [-3, 1, 0] } },
    ],
  });
  const motions = { arm: robot.path(waypoints) };
  const result = scene.firstContact(motions, options);
  return { title: 'a test', scene, motions, result, options, milliseconds: 0.25, version: '1.2.3' };
}

export function pathOf({ motions }: CellReportInput): RobotPath {
  return motions.arm as RobotPath;
}
