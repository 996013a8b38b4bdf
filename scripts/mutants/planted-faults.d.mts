/** Name, file, what stands there, what stands there instead. */
export const PLANTED: readonly (readonly [name: string, file: string, from: string, to: string])[];
export const TESTS: readonly string[];
