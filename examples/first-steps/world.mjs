// Many bodies, no step size: a ball falls on a thin plate and bounces; the world goes from contact to contact.
import { convexBox, convexSphere } from 'inbetween/convex';
import { World } from 'inbetween/world';

const world = new World({
  gravity: [0, 0, -9.81], // metres and seconds
  bodies: [
    { name: 'plate', shape: convexBox([1, 1, 0.001]), fixed: true },
    { name: 'ball', shape: convexSphere(0.05), pose: { position: [0, 0, 1] } },
  ],
});

world.advance(2, ({ time, speed }) => {
  console.log(`t = ${time.toFixed(3)} s: the ball meets the plate at ${speed.toFixed(3)} m/s`);
  return { ball: { velocity: [0, 0, 0.7 * speed] } }; // how it goes on is yours to say
});
console.log(`t = ${world.time} s: the ball is ${world.state('ball').position[2].toFixed(3)} m up`);

// Prints:
// t = 0.440 s: the ball meets the plate at 4.316 m/s
// t = 1.056 s: the ball meets the plate at 3.021 m/s
// t = 1.487 s: the ball meets the plate at 2.115 m/s
// t = 1.789 s: the ball meets the plate at 1.480 m/s
// t = 2 s: the ball is 0.051 m up
