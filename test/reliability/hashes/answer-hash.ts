/**
 * One number for plain data, the same in every engine: doubles by their bits (all NaNs are one), texts by their letters, records by
 * their keys in order, what is undefined and what a clock said left out. 64 bits in two lanes that are mixed as MurmurHash3 mixes its
 * blocks: against chance, not against an adversary.
 */
export class AnswerHash {
  private high = 0x9747b28c;
  private low = 0x3c6ef372;
  private words = 0;
  private readonly view: DataView = new DataView(new ArrayBuffer(8));

  add(value: unknown): this {
    switch (typeof value) {
      case 'number':
        this.mark(1);
        if (Number.isNaN(value)) return this.word(0x7ff80000).word(0);
        this.view.setFloat64(0, value);
        return this.word(this.view.getUint32(0)).word(this.view.getUint32(4));
      case 'string':
        this.mark(2).word(value.length);
        for (let i = 0; i < value.length; i++) this.word(value.charCodeAt(i));
        return this;
      case 'boolean':
        return this.mark(value ? 3 : 4);
      case 'object':
        return value === null ? this.mark(5) : this.addObject(value);
      default:
        return this.mark(6);
    }
  }

  private addObject(value: object): this {
    if (Array.isArray(value) || ArrayBuffer.isView(value)) {
      const items = value as unknown as ArrayLike<unknown>;
      this.mark(7).word(items.length);
      for (let i = 0; i < items.length; i++) this.add(items[i]);
      return this;
    }
    const record = value as Readonly<Record<string, unknown>>;
    const keys = Object.keys(record)
      .filter((key) => record[key] !== undefined && !CLOCKED.includes(key))
      .sort();
    this.mark(8).word(keys.length);
    for (const key of keys) this.add(key).add(record[key]);
    return this;
  }

  /** Sixteen hexadecimal digits. */
  get digest(): string {
    const first = finished(this.high ^ this.words);
    const second = finished(this.low ^ first);
    return [first, second].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
  }

  private mark(tag: number): this {
    return this.word(0x5bd1e995 + tag);
  }

  private word(word: number): this {
    this.words = (this.words + 1) | 0;
    const k = Math.imul(rotated(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
    this.high = (Math.imul(rotated(this.high ^ k, 13), 5) + 0xe6546b64) | 0;
    this.low = (Math.imul(rotated(this.low + Math.imul(word ^ this.high, 0x38b34ae5), 17), 9) + 0x561ccd1b) | 0;
    return this;
  }
}

/** What depends on the machine, and may. */
const CLOCKED: readonly string[] = ['milliseconds', 'proofMilliseconds'];

function rotated(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}

function finished(word: number): number {
  let x = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}
