// Two bodies, one question: does the crate touch the table on its way down, when first, and where?
import { box, firstContact, rigidMotion } from 'inbetween';

const crate = {
  name: 'crate',
  shape: box([0.4, 0.3, 0.3]),
  // from one metre up to the table's middle, a quarter turn about the vertical on the way
  motion: rigidMotion({ position: [0, 0, 1] }, { position: [0.2, 0, 0], quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }),
};
const table = { name: 'table', shape: box([2, 1, 0.1]) };

const hit = firstContact(crate, table, { tolerance: 1e-6 });
console.log(`${hit.status} at t = ${hit.time.toFixed(4)}`);
console.log(`${hit.contacts.length} contacts, the normal from crate to table is (${hit.contacts[0].normal.join(', ')})`);

// Prints:
// contact at t = 0.8000
// 30 contacts, the normal from crate to table is (0, 0, -1)
