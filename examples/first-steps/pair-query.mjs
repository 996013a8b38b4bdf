// Many motions of the same two bodies: a PairQuery keeps its trees and its memory from question to question.
import { box, cylinder, PairQuery, rigidMotion } from 'inbetween';

const query = new PairQuery({ shape: cylinder(0.02, 0.3) }, { shape: box([0.1, 0.1, 0.1]) });

// a pin passes the block at different distances, tilting as it goes; it must keep 5 mm from it
const tilted = [0, Math.sin(0.1), 0, Math.cos(0.1)];
for (const y of [0, 0.05, 0.074, 0.08]) {
  const pass = rigidMotion({ position: [-1, y, 0] }, { position: [1, y, 0], quaternion: tilted });
  const { status, time } = query.firstContact({ a: pass }, { clearance: 0.005, contacts: 'none' });
  console.log(`y = ${y}: ${status}${status === 'contact' ? ` at t = ${time.toFixed(4)}` : ''}`);
}

// Prints:
// y = 0: contact at t = 0.4601
// y = 0.05: contact at t = 0.4601
// y = 0.074: contact at t = 0.4691
// y = 0.08: free
