// Lets a cloth fall and says how it goes; how it falls is in fall.mjs.
import { fall } from './fall.mjs';

let cut = 0;
for (const { time, safe, met } of fall(150)) {
  if (safe < 1) cut++;
  if (Math.round(100 * time) % 25 === 0)
    console.log(`t = ${time.toFixed(2)} s: ${met.ball} contacts with the ball, ${met.floor} with the floor, ${met.cloth} of the cloth with itself`);
}
console.log(`every step was proven free; ${cut} of 150 had to be cut`);
