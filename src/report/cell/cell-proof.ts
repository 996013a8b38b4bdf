import type { CoveredPair, ProofView } from '../../proof/proof-view.ts';
import { proofSentence, stretchSentence } from '../../words/proof-sentence.ts';
import { counted, shown, shownCount } from '../../words/shown-number.ts';
import { escaped, htmlFacts } from '../html-text.ts';
import { base64 } from '../mesh-encoding.ts';
import type { ProofData } from '../viewer/scene-data.ts';
import type { CellPicture, ShownMoment } from './cell-picture.ts';
import type { CellReportInput, ReportedProof } from './cell-report-input.ts';

/** Reasons and files that are listed. */
const MOST_LISTED = 40;

/** What a checker said of the proof, and how the proof covers time. */
export function proofSection({ proof }: CellReportInput, { pair }: ShownMoment): string {
  if (proof === undefined) return '';
  const { found } = proof;
  const verdict = escaped(proofSentence(found)).replace(/^[^:]*/, (word) => `<b class="${COLORS[found.result]}">${word}</b>`);
  return `<section class="wide proof" id="proof"><h2>The proof</h2>
<p>${verdict}</p>
${found.view === undefined ? '' : strips(found.view, pair?.map(({ body, link }) => (link === undefined ? body : `${body}/${link}`)) ?? [])}
${htmlFacts(factsOf(proof))}</section>`;
}

const COLORS = { proven: 'free', refuted: 'hit', malformed: 'hit', undecided: 'doubt' } as const;

function factsOf({ name, sha256, by, found }: ReportedProof): [string, string][] {
  const [least, most] = found.clearance;
  const listed = <T>(list: readonly T[], told: (one: T) => string): string =>
    [
      ...list.slice(0, MOST_LISTED).map(told),
      ...(list.length > MOST_LISTED ? [`and ${shownCount(list.length - MOST_LISTED)} more`] : []),
    ].join('<br>');
  const untested = listed(found.untested, (one) => `${counted(one.pairs, 'pair')}, said by ${escaped(one.by)}: ${escaped(one.why)}`);
  return [
    [
      'verified by',
      `${escaped(by)}: ${counted(found.leaves, 'leaf', 'leaves')} in ${counted(found.pieces, 'piece')} of time, in whole numbers`,
    ],
    ['kept apart', `by more than ${least}${most > least ? ` to ${most}, by pair` : ''}; tolerance ${found.tolerance}`],
    ...(found.exempt.length === 0
      ? []
      : [['not proven', listed(found.exempt, (one) => escaped(stretchSentence(one)))] as [string, string]]),
    ['not tested', untested === '' ? 'nothing: every pair was' : untested],
    ['the file', `${escaped(name)}, SHA-256 ${escaped(sha256)}`],
    ['made of', listed(found.inputs, (input) => `${escaped(input.name)}, SHA-256 ${escaped(input.sha256)}`) || 'no files'],
    ['check it yourself', `inbetween verify ${escaped(name)}`],
  ];
}

/** By pair a box for each leaf, or for the narrowest of many: the wider, the calmer. */
function strips({ pairs, more, segments }: ProofView, meant: readonly string[]): string {
  const first = Math.max(
    0,
    pairs.findIndex(({ a, b, discs }) => discs.length > 0 && meant.includes(a) && meant.includes(b)),
  );
  if (pairs.length === 0) return '';
  const rows = pairs.map((pair, i) => {
    const who = `<span class="a">${escaped(pair.a)}</span> and <span class="b">${escaped(pair.b)}</span> <small>${counted(pair.leaves, 'leaf', 'leaves')}</small>`;
    const choice = pair.discs.length > 0 ? `<input type="radio" name="proof-pair" value="${i}"${i === first ? ' checked' : ''}> ` : '';
    return `<label class="strip"><span class="pair">${choice}${who}</span><span class="time">${strip(pair, segments)}</span></label>`;
  });
  const rest = more > 0 ? ` ${counted(more, 'pair')} of fewer leaves ${more === 1 ? 'is' : 'are'} not drawn.` : '';
  return `<p class="note">How it covers time, from the start of the path to its end: each box is a leaf, a stretch over which two sets of triangles are apart along one direction; where there are many, the narrowest. Wide ones are calm, narrow ones near.${rest} The picture shows the plane between the two sets of the narrowest leaf, for the pair that is chosen.</p>
<div class="strips">${rows.join('\n')}</div>`;
}

function strip({ boxes }: CoveredPair, segments: number): string {
  const x = (time: number) => shown((1000 * time) / segments, 5);
  const rects = boxes.map(([from, to, width]) => `<rect class="w${calm(width)}" x="${x(from)}" width="${x(to - from)}" height="10"/>`);
  return `<svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${rects.join('')}</svg>`;
}

/** From 0, below a 128th of a segment, to 4, half of one or more. */
function calm(width: number): number {
  return [1 / 128, 1 / 32, 1 / 8, 1 / 2].filter((least) => width >= least).length;
}

/** The discs as the picture wants them. */
export function proofData({ proof }: CellReportInput, { relative, scale }: CellPicture): ProofData | undefined {
  const drawn = proof?.found.view?.pairs.filter(({ discs }) => discs.length > 0) ?? [];
  if (drawn.length === 0) return undefined;
  const numbers = ({ discs }: CoveredPair) =>
    discs.flatMap((disc) =>
      disc === null
        ? Array<number>(8).fill(Number.NaN)
        : [...relative([disc[0], disc[1], disc[2]]), ...disc.slice(3, 6), disc[6] * scale, disc[7]],
    );
  return { instants: drawn[0].discs.length, discs: drawn.map((pair) => base64(Float32Array.from(numbers(pair)))) };
}
