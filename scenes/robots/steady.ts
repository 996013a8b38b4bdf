/** An angle to a billionth: engines' arcs and sines differ in their last bits, and a scene is the same in all. */
export const steady = (angle: number): number => Math.round(angle * 2 ** 30) / 2 ** 30;
