// The five-bar of the tests as files have it: its links lie over one another, forearms of 0.35 meet in a point.

const bar = (name: string, length: number): string =>
  `<link name="${name}"><collision><origin xyz="${length / 2} 0 0"/><geometry><box size="${length} 0.02 0.02"/></geometry></collision></link>`;
const turn = (name: string, parent: string, child: string, xyz: string): string =>
  `<joint name="${name}" type="continuous"><parent link="${parent}"/><child link="${child}"/><origin xyz="${xyz}"/><axis xyz="0 0 1"/></joint>`;

export const FIVE_BAR_URDF: string = `<robot name="five-bar"><link name="ground"/>${bar('left', 0.25)}${bar('left-fore', 0.35)}${bar('right', 0.25)}
${bar('right-fore', 0.35)}${turn('motor1', 'ground', 'left', '-0.1 0 0')}${turn('elbow1', 'left', 'left-fore', '0.25 0 0.03')}
${turn('motor2', 'ground', 'right', '0.1 0 0')}${turn('elbow2', 'right', 'right-fore', '0.25 0 0.06')}</robot>`;

/** A cell of it alone. */
export const FIVE_BAR_CELL = {
  format: 'inbetween-cell/1',
  robot: {
    urdf: 'five.urdf',
    driven: ['motor1', 'motor2'],
    start: { motor1: 2.2, motor2: 0.9, elbow1: -1.3, elbow2: 1.3 },
    loops: [
      {
        name: 'tip',
        a: { link: 'left-fore', at: { position: [0.35, 0, 0] } },
        b: { link: 'right-fore', at: { position: [0.35, 0, -0.03] } },
        keeps: 'point',
      },
    ],
  },
  self: false,
} as const;
