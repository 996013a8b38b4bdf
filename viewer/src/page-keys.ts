/** The keys of the page: time, camera, what has the handle, help. */
import type { Mover } from './mover.ts';
import { type Key, openHelp } from './panels/keys.ts';
import type { Timeline } from './panels/timeline.ts';
import type { Stage } from './stage/stage.ts';

/** Radians, a factor, and a share of the size of what moves: what a key does once. */
const KEY_TURN = 0.12;
const KEY_ZOOM = 0.9;
const KEY_MOVE = 0.02;

export interface KeyedPage {
  readonly stage: Stage | null;
  readonly timeline: Timeline;
  readonly mover: Mover;
  /** Somebody looks from elsewhere. */
  onLook(): void;
}

export function pageKeys({ stage, timeline, mover, onLook }: KeyedPage): readonly Key[] {
  const inTime = (event: KeyboardEvent) => void timeline.onKey(event);
  const look = (act: (controls: Stage['controls']) => void) => {
    onLook();
    if (stage !== null) act(stage.controls);
  };
  const turns: Readonly<Record<string, readonly [number, number]>> = { j: [1, 0], l: [-1, 0], i: [0, 1], k: [0, -1] };
  const turn = ({ key }: KeyboardEvent) =>
    look((controls) => {
      controls.rotateLeft(KEY_TURN * turns[key][0]);
      controls.rotateUp(KEY_TURN * turns[key][1]);
    });
  const nudge = ({ key }: KeyboardEvent) => mover.nudge('xyz'.indexOf(key.toLowerCase()), key < 'a' ? -KEY_MOVE : KEY_MOVE);
  const keys: readonly Key[] = [
    { keys: ['?'], shown: '?', text: 'this help', act: () => openHelp(keys) },
    { keys: [' '], shown: 'Space', text: 'plays, pauses', act: inTime },
    { keys: ['ArrowLeft', 'ArrowRight'], shown: '← →', text: 'one frame back, one on; with Shift ten', act: inTime },
    { keys: ['Home', 'End'], shown: 'Home, End', text: 'to the start, to the end', act: inTime },
    { keys: ['c'], shown: 'c', text: 'to the first contact', act: inTime },
    { keys: ['s'], shown: 's', text: 'to the last safe time', act: inTime },
    { keys: ['f'], shown: 'f', text: 'what moves fills the picture', act: () => stage?.fit() },
    { keys: ['a'], shown: 'a', text: 'everything is in the picture', act: () => stage?.fit(true) },
    { keys: Object.keys(turns), shown: 'j l i k', text: 'look from further left, right, above, below', act: turn },
    {
      keys: ['+', '-'],
      shown: '+ −',
      text: 'nearer, farther',
      act: ({ key }) => look((controls) => (key === '+' ? controls.dollyIn(KEY_ZOOM) : controls.dollyOut(KEY_ZOOM))),
    },
    {
      keys: [...'xyzXYZ'],
      shown: 'x y z',
      text: 'moves what has the handle (Move) along that axis; with Shift back',
      act: nudge,
    },
    { keys: ['Escape'], shown: 'Escape', text: 'takes the handle away; closes what is open', act: () => mover.choose('') },
  ];
  return keys;
}
