// Contact before it happens: a hand-guided tool sends its pose 50 times a second and approaches the workpiece.
import { cylinder } from 'inbetween';
import { ContactForecast, PoseStream, ToolQuery } from 'inbetween/tool';
import { sheet } from './sheet.mjs';

const query = new ToolQuery({ shape: cylinder(0.005, 0.06) }, { shape: sheet(20, 0.1) });
// by default half a period of `rate` is spent on looking ahead; here there is no hurry, so that every machine prints the same
const patient = { scale: 0.005, rate: 1, maxMilliseconds: 1000, clock: () => 0 };
const forecast = new ContactForecast(new PoseStream({ radius: 0.03 }), query.checkSegment(), patient);

let before = '';
for (let i = 0; i < 100; i++) {
  const time = i / 50; // seconds
  const pose = { position: [0, 0, 0.15 - 0.08 * time] }; // 8 cm a second, straight down
  const { level, timeToContact } = forecast.update({ time, pose });
  if (level !== before) console.log(`${time.toFixed(2)} s: ${level}${timeToContact === null ? '' : `, contact in ${timeToContact.toFixed(2)} s`}`);
  before = level;
}

// Prints:
// 0.00 s: unknown
// 0.08 s: clear
// 0.50 s: considered, contact in 1.00 s
// 1.40 s: reflex, contact in 0.10 s
// 1.50 s: contact, contact in 0.00 s
