// Tool, contact, force, and a workpiece that yields: what a haptic device is told, frame by frame.
import { cylinder } from 'inbetween';
import { ToolLoop } from 'inbetween/tool';
import { sheet } from './sheet.mjs';

const count = 12;
const workpiece = sheet(count, 0.1);
const rim = [...workpiece.positions.keys()]
  .filter((i) => i % 3 === 0 && Math.max(Math.abs(workpiece.positions[i]), Math.abs(workpiece.positions[i + 1])) > 0.0499)
  .map((i) => i / 3);
const loop = new ToolLoop({ shape: cylinder(0.01, 0.04) }, { shape: workpiece }, {
  penalty: { stiffness: 1e8, damping: 1e4, limit: 20 }, // N/m³, N·s/m³, N
  bars: { density: 2, stiffness: 500, damping: 0.5, anchors: rim },
});

for (let frame = 0; frame <= 40; frame++) {
  const { force } = loop.advance({ position: [0, 0, 0.03 - 0.0005 * frame] }, 1 / 60); // down by 0.5 mm a frame
  if (frame % 10 === 0) console.log(`frame ${frame}: ${force[2].toFixed(2)} N push the tool back`);
}
const lowest = Math.min(...loop.workpiece.positions.filter((_, i) => i % 3 === 2));
console.log(`the sheet yields by ${(-1000 * lowest).toFixed(1)} mm`);

// Prints:
// frame 0: 0.00 N push the tool back
// frame 10: 0.00 N push the tool back
// frame 20: 0.00 N push the tool back
// frame 30: 0.07 N push the tool back
// frame 40: 0.56 N push the tool back
// the sheet yields by 10.6 mm
