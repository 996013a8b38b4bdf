import { shownValue } from '../math/check-record.ts';
import { InputError, type InputPlace } from '../math/input-error.ts';

// What reading costs, counted and limited. A small file can ask for much: parts that are placed again and again, groups
// within groups, values of joints that it does not name. Every reader counts what it does on one meter, and stops with
// an InputError where that is out of all proportion to the bytes it was given. See docs/notes/readers.md.

/** Any file may cost this much: 2^27 units take about half a second. */
const FREE_UNITS: number = 2 ** 27;
/** And so much for each of its bytes; what is written once costs a few. */
const UNITS_PER_BYTE = 64;

/**
 * How much work reading has been, in units of a few nanoseconds, about that of one byte, and how much it may be. A
 * reader makes one for each call; given to several readers as `maxWork`, they share its limit.
 */
export class WorkMeter {
  /** Units so far. */
  work = 0;
  private limit: number;
  private readonly isFixed: boolean;
  private readonly opened: Set<string> = new Set();

  /** `maxWork`: the most units. Default: 2^27, and 64 for each byte of each file that is read. */
  constructor(maxWork?: number) {
    if (maxWork !== undefined && !(typeof maxWork === 'number' && maxWork > 0))
      throw new InputError(`maxWork: must be a number > 0, or a WorkMeter that readers share; got ${shownValue(maxWork)}`);
    this.limit = maxWork ?? FREE_UNITS;
    this.isFixed = maxWork !== undefined;
  }

  /** Whether the caller set the limit: then nothing else limits how much a file may hold. */
  get isRaised(): boolean {
    return this.isFixed && this.limit > FREE_UNITS;
  }

  /** The most units that there may be by now; it grows with what is read unless `maxWork` was given. */
  get maxWork(): number {
    return this.limit;
  }

  /** Counts the bytes of a file that is read; they are allowed for once, however often it is read. */
  open(file: string, bytes: number): void {
    if (!this.isFixed && !this.opened.has(file)) this.limit += UNITS_PER_BYTE * bytes;
    this.opened.add(file);
    this.spend(bytes, { file });
  }

  /** Counts work; to be called before it is done. An InputError beyond the limit. */
  spend(units: number, place: InputPlace = {}): void {
    this.work += units;
    if (this.work > this.limit) throw this.fault(place);
  }

  private fault(place: InputPlace): InputError {
    let higher = FREE_UNITS;
    while (higher < 4 * this.limit || higher < this.work) higher *= 2;
    const raise = `raise the limit, maxWork: ${higher} (--max-work ${higher} of the command)`;
    const limit = `takes more work to read than the limit of ${this.limit} units`;
    // one below the usual says nothing against the file
    if (this.isFixed && this.limit <= FREE_UNITS) return new InputError(`${limit} that was set; ${raise}, or leave it out`, place);
    const why = 'what it repeats or combines comes to more than a file of its size should ask for';
    return new InputError(`${limit}: ${why}; write it without so many copies, or ${raise}`, place);
  }
}

/** What every reader that has no other options takes. */
export interface ReadOptions {
  /**
   * How much work reading may be, in units of about a byte's, or a meter that several readers share. Default: 2^27
   * units, and 64 for each byte that is read, which no file meets that says each thing once.
   */
  readonly maxWork?: number | WorkMeter;
}

/** The meter of one call of a reader. */
export function meterOf(maxWork: number | WorkMeter | undefined): WorkMeter {
  return maxWork instanceof WorkMeter ? maxWork : new WorkMeter(maxWork);
}
