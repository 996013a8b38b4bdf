/** Robots among obstacles: the scenes of [Redon et al. 2004, §6] and [Tang et al. 2013, §6.2]. */
import { Scene } from 'inbetween';
import { graspQueries } from '../../../../scenes/robots/grasp-motions.ts';
import { exerciseGait, walkGait } from '../../../../scenes/robots/mannequin-gaits.ts';
import { robotScenes } from '../../../../scenes/robots/robot-scenes.ts';
import { namedStates } from '../named-states.ts';
import type { Opened } from '../opened.ts';

type Waypoints = readonly (readonly number[])[];

interface Shown {
  readonly scene: Scene;
  readonly home: readonly number[];
}

/** Waypoints found by trial, in radians: all free, with little room, until the last motion. */
const AMONG_PIPES: Waypoints = [
  [0.088, -0.671, 0.671, 0.9, 0.688, -0.788],
  [0.375, -1.553, -0.229, 0, 1.588, -0.74],
  [0.26, -0.653, -1.129, -0.9, 0.688, -1.173],
  [-0.561, -1.553, -0.229, 0, 1.18, -0.273],
  [-0.259, -0.653, -0.792, 0.9, 0.28, 0.226],
  [-1.159, -1.223, 0.108, 1.498, -0.62, -0.674],
];

const THROUGH_THE_ROOM: Waypoints = [
  [-0.9, -0.671, 1.557, -0.342, 0.434, 0.9],
  [0, -1.571, 1.94, 0.558, -0.466, 0],
  [-0.742, -0.671, 1.04, 0.484, -1.366, -0.9],
  [-0.719, -0.204, 1.94, -0.282, -0.466, -1.477],
  [-0.39, -1.104, 1.456, -0.065, 0.434, -0.577],
  [0.51, -1.959, 0.556, 0.835, -0.038, 0.323],
];

const AROUND_THE_CAR: Waypoints = [
  [1.2, -1.85, 1.388, -1.2, -1.005, -1.2],
  [0.67, -0.65, 0.605, 0, 0.195, 0],
  [0.573, -0.025, -0.595, -0.082, -0.002, -0.063],
  [0.6, -0.723, 0.605, -0.62, 0.37, -1.263],
  [1.049, 0.477, 0.043, -1.127, -0.83, -0.063],
];

export function pumaAmongPipes(): Opened {
  return alongWaypoints('puma-pipes', 'Puma among pipes', AMONG_PIPES);
}

export function machineRoomTour(): Opened {
  return alongWaypoints('puma-amr', 'Puma in the machine room', THROUGH_THE_ROOM);
}

export function pumaAndCar(): Opened {
  return alongWaypoints('puma-beetle', 'Puma and car', AROUND_THE_CAR);
}

export function mannequinWalk(): Opened {
  const shown = sceneOf('mannequin-walk');
  const walks = walkGait(shown.scene.robots[0], { seed: 'gallery', count: 27 });
  // of those that begin free: three that meet a chessman on the way, and one that meets none
  return opened('Mannequin on the chessboard', shown, {
    'Into a pawn': walks[4],
    'Into a rook': walks[22],
    'Into a bishop': walks[26],
    Across: walks[12],
  });
}

export function mannequinExercise(): Opened {
  const shown = sceneOf('mannequin-exercise');
  const sequences = exerciseGait(shown.scene.robots[0], { seed: 'gallery', count: 7 });
  return opened('Mannequin exercising', shown, {
    'Reach for the feet': sequences[4],
    'Arms and legs together': sequences[6],
    'Warming up': sequences.slice(0, 4).flatMap((sequence, k) => (k === 0 ? sequence : sequence.slice(1))),
  });
}

export function graspingHand(): Opened {
  const shown = sceneOf('hand-grasp');
  const [hand] = shown.scene.robots;
  const firstContact = (from: readonly number[], to: readonly number[]) =>
    shown.scene.firstContact({ [hand.name]: [from, to] }, { contacts: 'none' });
  const grasps = graspQueries(hand, { seed: 'gallery', count: 3, firstContact });
  const way = (k: number): Waypoints => [grasps[k].from, grasps[k].to];
  return opened('Grasping hand', shown, {
    'A finger on the ball': way(3),
    'Closing, finger on finger': way(5),
    'Coming near, palm first': way(4),
    'Closing beside it': way(1),
  });
}

function alongWaypoints(name: string, title: string, waypoints: Waypoints): Opened {
  const shown = sceneOf(name);
  return opened(title, shown, {
    'Into contact': [shown.home, ...waypoints],
    'Up to there': [shown.home, ...waypoints.slice(0, -1)],
  });
}

function sceneOf(name: string): Shown {
  const { robots, obstacles, self, touch, home } = robotScenes[name]();
  return { scene: new Scene({ robots, obstacles, self, tolerance: touch, trees: 'later' }), home };
}

function opened(title: string, { scene, home }: Shown, ways: Readonly<Record<string, Waypoints>>): Opened {
  const [robot] = scene.robots;
  return {
    title,
    scene,
    paths: Object.entries(ways).map(([name, waypoints]) => ({ name, motions: { [robot.name]: robot.path(waypoints) } })),
    starts: [home],
    states: namedStates(scene.robots, { [robot.name]: { home } }),
    problem: null,
    up: 'z',
    warnings: [],
  };
}
