import { type Camera, shift, turn, zoom } from './camera.ts';

const RADIANS_A_PIXEL = 0.008;
/** By the wheel, of the logarithm of the distance. */
const ZOOM_A_PIXEL = 0.0015;
const PIXELS_A_LINE = 30;

const TURNS: Readonly<Record<string, readonly [azimuth: number, elevation: number]>> = {
  ArrowLeft: [-0.1, 0],
  ArrowRight: [0.1, 0],
  ArrowUp: [0, 0.1],
  ArrowDown: [0, -0.1],
};
const ZOOMS: Readonly<Record<string, number>> = { '+': 0.87, '=': 0.87, '-': 1.15 };

export interface Steered {
  readonly camera: Camera;
  readonly reach: number;
  readonly onChange: () => void;
  readonly onReset: () => void;
}

/** Lets mouse, fingers and keys move the camera. */
export function steer(canvas: HTMLCanvasElement, { camera, reach, onChange, onReset }: Steered): void {
  const fingers = new Map<number, PointerEvent>();
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event);
  });
  for (const type of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(type, (event) => fingers.delete(event.pointerId));
  canvas.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (before === undefined) return;
    const dx = event.clientX - before.clientX;
    const dy = event.clientY - before.clientY;
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (fingers.size === 2 && other !== undefined) {
      const apart = (finger: PointerEvent) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY) || 1;
      zoom(camera, apart(before) / apart(event), reach);
      shift(camera, dx / 2, dy / 2, canvas.clientHeight);
    } else if (event.shiftKey || event.buttons === 2) shift(camera, dx, dy, canvas.clientHeight);
    else turn(camera, -dx * RADIANS_A_PIXEL, dy * RADIANS_A_PIXEL);
    fingers.set(event.pointerId, event);
    onChange();
  });
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? PIXELS_A_LINE : 1);
    zoom(camera, Math.exp(Math.max(-200, Math.min(200, pixels)) * ZOOM_A_PIXEL), reach);
    onChange();
  };
  canvas.addEventListener('wheel', onWheel, { passive: false });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('dblclick', onReset);
  canvas.addEventListener('keydown', (event) => {
    const angles = TURNS[event.key];
    const factor = ZOOMS[event.key];
    if (angles === undefined && factor === undefined) return;
    event.preventDefault();
    if (angles !== undefined) turn(camera, ...angles);
    if (factor !== undefined) zoom(camera, factor, reach);
    onChange();
  });
}
