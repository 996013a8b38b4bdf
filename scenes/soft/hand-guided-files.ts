// The hand-guided drill as the files of `examples/hand-guided`: what `inbetween demo --tool` plays.

import { objText } from '../rigid/scene-text.ts';
import type { TextFile } from '../robots/puma-cell-files.ts';
import { hull } from './deforming-hull.ts';
import { drill } from './drill-motion.ts';
import { HAND_GUIDED_SECONDS, handGuided } from './hand-guided.ts';

const TRIANGLES = 1600;
const RATE = 60;
/** Tenths of a micrometre. */
const DIGITS = 7;

export function handGuidedFiles(): readonly TextFile[] {
  return [
    { path: 'hull.obj', text: objText(hull(TRIANGLES)) },
    { path: 'drill.obj', text: objText(drill()) },
    { path: 'operator.csv', text: recordingText() },
  ];
}

function recordingText(): string {
  const rows = Array.from({ length: Math.round(HAND_GUIDED_SECONDS * RATE) + 1 }, (_, i) => {
    const { position, quaternion } = handGuided(i / RATE);
    return [(i / RATE).toFixed(6), ...[...position, ...quaternion].map((x) => x.toFixed(DIGITS).replace(/^-(0\.0+)$/, '$1'))].join(', ');
  });
  return `# A drill over hull.obj, moved as a hand would; computed, not recorded. It approaches, presses, slides, is taken away, and jabs.
# Seconds, metres, and the turn of the drill as a quaternion; its end is at z = -0.04 of its own.
time, x, y, z, qx, qy, qz, qw
${rows.join('\n')}
`;
}
