// Decimal numbers as people and programs write them, 1, -1.5, .5, 1., 1e-3, found by one walk over their letters: a
// pattern with two runs of digits side by side would try all ways to share them out.

/** Whether the text is a number and nothing else. */
export function isDecimal(text: string): boolean {
  return text !== '' && decimalEnd(text, 0) === text.length;
}

/** Where the number ends that begins at `from`; `from` itself where none does. */
function decimalEnd(text: string, from: number): number {
  let pos = from + (isSign(text.charCodeAt(from)) ? 1 : 0);
  const whole = digitsEnd(text, pos);
  let digits = whole - pos;
  pos = whole;
  if (text.charCodeAt(pos) === POINT) {
    const fraction = digitsEnd(text, pos + 1);
    digits += fraction - pos - 1;
    pos = fraction;
  }
  if (digits === 0) return from;
  const e = text.charCodeAt(pos);
  if (e !== 101 && e !== 69) return pos;
  const power = pos + (isSign(text.charCodeAt(pos + 1)) ? 2 : 1);
  const end = digitsEnd(text, power);
  return end === power ? pos : end;
}

const POINT = 46;

function isSign(c: number): boolean {
  return c === 43 || c === 45;
}

function digitsEnd(text: string, from: number): number {
  let pos = from;
  for (let c = text.charCodeAt(pos); c >= 48 && c <= 57; c = text.charCodeAt(pos)) pos++;
  return pos;
}
