import { describe, expect, test } from 'vitest';
import type { StepContact, StepSide } from '../../../src/soft/step-result.ts';
import { edgesThroughFaces, featureText, isContactAtLeast, leadingContact, untouchedText } from '../../../src/words/step-verdict.ts';

const side = (feature: StepSide['feature'], index: number, body = 'cloth'): StepSide =>
  ({ body, feature, index, vertices: [3, 5], weights: [0.5, 0.5] }) as unknown as StepSide;

const contact = (kind: StepContact['kind'], index: number, time = 0, body?: string): StepContact =>
  ({ kind, time, a: side(kind === 'vertex-face' ? 'vertex' : 'edge', index, body), b: side('face', 1) }) as unknown as StepContact;

describe('a step in words', () => {
  test('contacts are proven where an answer has them, also one that ran out', () => {
    expect(isContactAtLeast({ status: 'unresolved', contactCount: 1 })).toBe(true);
    expect(isContactAtLeast({ status: 'unresolved', contactCount: 0 })).toBe(false);
    // these say so themselves
    expect(isContactAtLeast({ status: 'contact', contactCount: 1 })).toBe(false);
  });

  test('an edge that goes through a face at the start is told before what touches first', () => {
    const [first, crossing] = [contact('vertex-face', 1), contact('edge-face', 2)];
    expect(leadingContact({ contacts: [first, crossing] })).toBe(crossing);
    expect(leadingContact({ contacts: [first, contact('edge-edge', 3)] })).toBe(first);
    expect(leadingContact({ contacts: [] })).toBeUndefined();
  });

  test('features by number, edges with their ends', () => {
    expect([
      featureText(side('vertex', 12)),
      featureText(side('edge', 7)),
      featureText(side('edge', 7), '–'),
      featureText(side('face', 0)),
    ]).toEqual(['vertex 12', 'edge 7 (3-5)', 'edge 7 (3–5)', 'face 0']);
  });

  test.each<[string, StepContact[], number, string]>([
    ['one place says all by itself', [contact('edge-face', 1)], 1, ''],
    ['nothing goes through', [contact('vertex-face', 1), contact('edge-edge', 2)], 2, ''],
    ['each edge once', [contact('edge-face', 1), contact('edge-face', 2)], 2, '2 edges go through faces'],
    [
      'an edge twice',
      [contact('edge-face', 1), contact('edge-face', 1), contact('edge-face', 2)],
      3,
      '2 edges go through faces at 3 places',
    ],
    ['one edge only', [contact('edge-face', 1), contact('edge-face', 1)], 2, 'one edge goes through faces at 2 places'],
    ['numbers of two meshes', [contact('edge-face', 1, 0, 'a'), contact('edge-face', 1, 0, 'b')], 2, '2 edges go through faces'],
    ['not all listed', [contact('edge-face', 1), contact('edge-face', 2)], 9, 'at least 2 edges go through faces'],
    // what is left out comes later than the last that is listed, which is no crossing
    [
      'all crossings listed',
      [contact('edge-face', 1), contact('edge-face', 2), contact('edge-edge', 3, 0.5)],
      9,
      '2 edges go through faces',
    ],
  ])('%s', (_, contacts, contactCount, words) => {
    expect(edgesThroughFaces({ contacts, contactCount })).toBe(words);
  });

  test('what is proven without a contact never claims more than the clearance', () => {
    expect(untouchedText(0, 'stay')).toBe('no vertex touches a face and no edge another edge');
    expect(untouchedText(0.0123456789, 'are', ' m')).toMatch(/^vertices and faces, and edges, are more than 0\.0123\d* m apart$/);
    const [, told] = /more than ([\d.]+)/.exec(untouchedText(0.0123456789, 'stay')) ?? [];
    expect(Number(told)).toBeLessThanOrEqual(0.0123456789);
  });
});
