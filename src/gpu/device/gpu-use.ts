import { shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';

/** Who shall do the work: whoever is faster by an estimate, graphics hardware wherever it can, or the processor. */
export type GpuMode = 'auto' | 'always' | 'never';

/** Who did the work of an answer. The answer itself is the same. */
export interface GpuUse {
  /** Whether graphics hardware took part. */
  readonly used: boolean;
  /** Its name where it did; else why it did not. */
  readonly why: string;
}

const MODES: readonly unknown[] = ['auto', 'always', 'never'];

/** Throws where it is none of the three; `subject` says whose option it is. */
export function checkGpuMode(mode: unknown, subject: string): asserts mode is GpuMode {
  if (!MODES.includes(mode)) throw new InputError(`${subject}: gpu must be 'auto', 'always' or 'never', got ${shownValue(mode)}`);
}

/** Throws where a device is given that is none. */
export function checkDevice(device: unknown, subject: string): void {
  if (device !== undefined && typeof (device as Partial<GPUDevice> | null)?.createBuffer !== 'function')
    throw new InputError(`${subject}: device must be a GPUDevice, got ${shownValue(device)}`);
}
