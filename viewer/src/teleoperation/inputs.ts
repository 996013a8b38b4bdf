/** How a person moves the tool: keys, pointer, gamepad, or a device with six axes. All of them add up. */
import type { Vec3 } from 'inbetween';
import type { Velocity } from './operated-tool.ts';

/** Speeds at full deflection: metres and radians a second. */
const FASTEST = 0.05;
const QUICKEST_TURN = 0.8;
/** A key begins with this share of full speed, and has all of it after so many seconds: a tap moves the tool by fractions of a millimetre. */
const GENTLE = 0.15;
const RISE = 0.5;
/** What Shift leaves of a speed. */
const SLOWED = 0.25;
/** A gamepad at rest is never quite at 0. */
const DEAD_ZONE = 0.12;

/** Axis of the six (x y z, then turns about them) and direction, by key. */
const KEYS: Readonly<Record<string, readonly [axis: number, sign: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [1, 1],
  ArrowDown: [1, -1],
  PageUp: [2, 1],
  PageDown: [2, -1],
  KeyA: [0, -1],
  KeyD: [0, 1],
  KeyW: [1, 1],
  KeyS: [1, -1],
  KeyR: [2, 1],
  KeyF: [2, -1],
  KeyJ: [4, -1],
  KeyL: [4, 1],
  KeyI: [3, 1],
  KeyK: [3, -1],
};

/** A 3Dconnexion device, by the number of its maker. */
const SIX_AXES = [{ vendorId: 0x256f }, { vendorId: 0x046d, usagePage: 1, usage: 8 }] as const;
/** What such a device says at full deflection. */
const FULL = 350;

interface HidDevice {
  readonly productName: string;
  readonly opened: boolean;
  open(): Promise<void>;
  addEventListener(type: 'inputreport', listener: (event: { readonly reportId: number; readonly data: DataView }) => void): void;
}

interface Hid {
  requestDevice(options: { readonly filters: readonly object[] }): Promise<readonly HidDevice[]>;
}

export class Inputs {
  /** Keys that are held, and for how many seconds. */
  private readonly keys: Map<string, number> = new Map();
  private isSlowed = false;
  private readonly device: number[] = [0, 0, 0, 0, 0, 0];
  /** Where the pointer wants the tool to go, as a share of full speed. */
  private readonly drawn: [number, number, number] = [0, 0, 0];
  private readonly listening = new AbortController();

  /** Keys count while something in this element has the focus. */
  constructor(focused: HTMLElement) {
    const { signal } = this.listening;
    focused.addEventListener(
      'keydown',
      (event) => {
        this.isSlowed = event.shiftKey;
        if (KEYS[event.code] === undefined || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
        if (!this.keys.has(event.code)) this.keys.set(event.code, 0);
        event.preventDefault();
      },
      { signal },
    );
    focused.addEventListener(
      'keyup',
      (event) => {
        this.isSlowed = event.shiftKey;
        this.keys.delete(event.code);
      },
      { signal },
    );
    // a key that is let go elsewhere would be held for good
    focused.addEventListener('focusout', () => this.keys.clear(), { signal });
    window.addEventListener('blur', () => this.keys.clear(), { signal });
  }

  /** The pointer pulls the tool with so much of its full speed along the axes of the world. */
  pull(x: number, y: number, z: number): void {
    this.drawn[0] = x;
    this.drawn[1] = y;
    this.drawn[2] = z;
  }

  /** Whether the browser can be asked for a device with six axes. */
  get hasDevices(): boolean {
    return 'hid' in navigator;
  }

  /** Asks the person for a device; its name, or null where none was chosen. */
  async askForDevice(): Promise<string | null> {
    const { hid } = navigator as unknown as { readonly hid: Hid };
    const [device] = await hid.requestDevice({ filters: SIX_AXES });
    if (device === undefined) return null;
    if (!device.opened) await device.open();
    device.addEventListener('inputreport', ({ reportId, data }) => this.take(reportId, data));
    return device.productName;
  }

  /** What all of them together ask for now, so many seconds after they were asked last. */
  velocity(seconds: number): Velocity {
    const six = [0, 0, 0, 0, 0, 0];
    for (const [key, held] of this.keys) {
      const [axis, sign] = KEYS[key];
      six[axis] += sign * Math.min(1, GENTLE + ((1 - GENTLE) * held) / RISE) * (this.isSlowed ? SLOWED : 1);
      this.keys.set(key, held + seconds);
    }
    for (let k = 0; k < 3; k++) six[k] += this.drawn[k];
    for (let k = 0; k < 6; k++) six[k] += this.device[k];
    gamepadAxes().forEach((value, k) => {
      six[k] += value;
    });
    const held = six.map((x) => Math.max(-1, Math.min(1, x)));
    const part = (from: number, most: number): Vec3 => [held[from] * most, held[from + 1] * most, held[from + 2] * most];
    return { linear: part(0, FASTEST), turn: part(3, QUICKEST_TURN) };
  }

  close(): void {
    this.listening.abort();
  }

  /** Three words of 16 bits a report, translation in the first and rotation in the second; newer devices send all six at once. */
  private take(report: number, data: DataView): void {
    const first = report === 2 ? 3 : 0;
    const count = Math.min(6 - first, data.byteLength >> 1);
    for (let k = 0; k < count; k++) {
      const value = data.getInt16(2 * k, true) / FULL;
      // the device's y goes towards the person, its z down
      this.device[first + k] = k % 3 === 0 ? value : -value;
    }
  }
}

/** x y z and the turns about x and y of the first gamepad; nothing where there is none. */
function gamepadAxes(): number[] {
  const pad = navigator.getGamepads?.().find((one) => one?.connected);
  if (!pad) return [];
  const axis = (k: number): number => {
    const value = pad.axes[k] ?? 0;
    return Math.abs(value) < DEAD_ZONE ? 0 : value;
  };
  const lift = (pad.buttons[7]?.value ?? 0) - (pad.buttons[6]?.value ?? 0);
  return [axis(0), -axis(1), -lift, -axis(3), axis(2)];
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}
