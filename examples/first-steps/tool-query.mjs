// A rigid tool against a workpiece that may look different at every call: nothing about the workpiece is prepared.
import { cylinder, rigidMotion } from 'inbetween';
import { ToolQuery } from 'inbetween/tool';
import { sheet } from './sheet.mjs';

const workpiece = sheet(20, 0.1); // 20 × 20 squares, 10 cm wide, in the plane z = 0
const query = new ToolQuery({ shape: cylinder(0.005, 0.06) }, { shape: workpiece });
const press = rigidMotion({ position: [0, 0, 0.05] }, { position: [0.01, 0, 0.028] });

const flat = query.firstContact({ tool: press });
console.log(`flat: ${flat.status} at t = ${flat.time.toFixed(4)}, ${flat.zone.length} triangles touched, ${(1000 * flat.depth).toFixed(2)} mm deep`);

// the workpiece has sagged by 5 mm meanwhile: give its positions of now
const sagged = workpiece.positions.map((x, i) => (i % 3 === 2 ? x - 0.005 : x));
const { status, candidates } = query.firstContact({ tool: press, workpiece: sagged });
console.log(`sagged: ${status}, ${candidates} of ${workpiece.triangleCount} triangles had to be looked at`);

// Prints:
// flat: contact at t = 0.9091, 20 triangles touched, 2.00 mm deep
// sagged: free, 0 of 800 triangles had to be looked at
