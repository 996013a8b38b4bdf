// What others measured, to stand beside our own numbers: other machines, other meshes of the same sizes.

/** Milliseconds of colliding and of free queries. */
export type Both = readonly [colliding: number, free: number];

/** Stages 1, 2, 3 and the whole; NaN: switched off. */
export type Staged = readonly [boxes: Both, sweptVolumes: Both, exact: Both, total: Both];

const OFF: Both = [Number.NaN, Number.NaN];

/** [Redon et al. 2004, Table 1], Puma among pipes, by the largest angle; 2.4 GHz Pentium 4. */
export const REDON_PIPES: Readonly<Record<string, Staged>> = {
  '1°': [
    [0.0014, 0.0012],
    [11.9552, 2.9801],
    [11.8, 3.3123],
    [23.7566, 6.2936],
  ],
  '5°': [
    [0.0017, 0.0013],
    [16.1848, 4.3327],
    [17.9427, 3.6844],
    [32.3713, 8.0184],
  ],
  '15°': [
    [0.0018, 0.0015],
    [22.1523, 3.9728],
    [30.5652, 5.4548],
    [52.7193, 9.4291],
  ],
  '30°': [
    [0.0018, 0.0013],
    [18.6973, 4.4477],
    [85.4134, 18.7761],
    [104.1125, 23.2251],
  ],
};

/** [Redon et al. 2004, Table 2], Puma in the machine room, by angle and stages. Where the paper's parts do not add up, they are as printed. */
export const REDON_MACHINE_ROOM: Readonly<Record<string, Readonly<Record<string, Staged>>>> = {
  '1°': {
    '1+2+3': [
      [0.33, 0.33],
      [41.58, 18.54],
      [7.01, 2.06],
      [48.92, 19.04],
    ],
    '1+3': [[0.34, 0.33], OFF, [7.33, 1.79], [7.67, 1.24]],
    '2+3': [OFF, [47.6, 41.68], [23.29, 15], [70.89, 43.53]],
    '3': [OFF, OFF, [82.24, 75.05], [82.24, 75.05]],
  },
  '30°': {
    '1+2+3': [
      [0.33, 0.33],
      [30.83, 20.18],
      [116.42, 46.15],
      [147.58, 48.31],
    ],
    '1+3': [[0.33, 0.33], OFF, [121.93, 43.43], [122.26, 115.4]],
    '2+3': [OFF, [56.14, 44.74], [147, 63.72], [203.14, 98.9]],
    '3': [OFF, OFF, [190.79, 98.41], [190.79, 98.41]],
  },
  '60°': {
    '1+2+3': [
      [0.34, 0.33],
      [43.13, 19.05],
      [480.45, 91.74],
      [523.92, 40.91],
    ],
    '1+3': [[0.35, 0.33], OFF, [577.7, 73.06], [578.05, 36.79]],
    '2+3': [OFF, [62.23, 44.7], [519.39, 107.86], [581.62, 70.08]],
    '3': [OFF, OFF, [649.48, 107.29], [649.48, 107.29]],
  },
};

/** [Tang et al. 2013, Table 2]: colliding, free, average, and CATCH; 2.66 GHz Core 2 Quad. Grasping is both of its phases. */
export const TANG_TABLE_2: Readonly<Record<string, readonly [colliding: number, free: number, average: number, catches: number]>> = {
  'mannequin-exercise': [1.62, 0.77, 0.88, 0.9],
  'mannequin-walk': [1.08, 0.94, 0.99, 1.03],
  'hand-grasp': [9.79, Number.NaN, 9.79, 10.23],
  'puma-beetle': [0.87, 0.35, 0.38, Number.NaN],
};

/**
 * A prototype of `auto` in plain JavaScript without certificates of rounding, on the shared scenes, best of many warm rounds, parameters tuned on
 * these very queries: the goals. By scene and set.
 */
export const PROTOTYPE: Readonly<Record<string, Both>> = {
  'puma-pipes 1deg': [0.088, 0.048],
  'puma-pipes 5deg': [0.114, 0.07],
  'puma-pipes 15deg': [0.124, 0.073],
  'puma-pipes 30deg': [0.143, 0.089],
  'puma-amr 1deg': [0.081, 0.052],
  'puma-amr 30deg': [0.114, 0.112],
  'puma-amr 60deg': [0.159, 0.154],
  'puma-beetle prm': [0.147, 0.126],
  'mannequin-exercise step': [0.187, 0.03],
  'mannequin-walk step': [0.147, 0.04],
  'hand-grasp approach': [0.177, Number.NaN],
  'hand-grasp close': [0.438, Number.NaN],
};
