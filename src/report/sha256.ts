/**
 * SHA-256 (FIPS 180-4): pages name by it the programs and styles that they may run. They are made in Node and in
 * browsers, and these lend no function that answers at once.
 */

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes, in the order of the standard. */
const ROUNDS: Int32Array = fractions((prime) => cubeRootBits(prime), 64);
/** The same of the square roots of the first 8. */
const START: Int32Array = fractions((prime) => squareRootBits(prime), 8);

/** The 32 bytes of the digest. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const blocks = Math.floor((bytes.length + 8) / 64) + 1;
  const padded = new Uint8Array(64 * blocks);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const state = START.slice();
  const words = new Int32Array(64);
  for (let block = 0; block < blocks; block++) compress(state, view, 64 * block, words);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => {
    digest.setInt32(4 * i, word);
  });
  return new Uint8Array(digest.buffer);
}

function compress(state: Int32Array, view: DataView, offset: number, w: Int32Array): void {
  for (let t = 0; t < 16; t++) w[t] = view.getInt32(offset + 4 * t);
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15];
    const y = w[t - 2];
    const s0 = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const s1 = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    w[t] = (w[t - 16] + s0 + w[t - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUNDS[t] + w[t]) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const t2 = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = (state[i] + word) | 0;
  });
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function fractions(bits: (prime: bigint) => bigint, count: number): Int32Array {
  const out = new Int32Array(count);
  let found = 0;
  for (let n = 2; found < count; n++) if (isPrime(n)) out[found++] = Number(BigInt.asIntN(32, bits(BigInt(n))));
  return out;
}

function isPrime(n: number): boolean {
  for (let k = 2; k * k <= n; k++) if (n % k === 0) return false;
  return true;
}

/** ⌊√p · 2³²⌋, exact: its last 32 bits are those of the fraction. */
function squareRootBits(p: bigint): bigint {
  return largest((x) => x * x <= p << 64n);
}

/** ⌊∛p · 2³²⌋. */
function cubeRootBits(p: bigint): bigint {
  return largest((x) => x * x * x <= p << 96n);
}

/** The largest number below 2⁴⁰ that fits. */
function largest(fits: (x: bigint) => boolean): bigint {
  let x = 0n;
  for (let bit = 1n << 39n; bit > 0n; bit >>= 1n) if (fits(x | bit)) x |= bit;
  return x;
}
