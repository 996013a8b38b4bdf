import type { StepContact, StepFirstContact, StepSide } from '../soft/step-result.ts';
import { apartText } from './reason-text.ts';
import { shownCount } from './shown-number.ts';

/** Contacts are proven, although the search was not complete. */
export function isContactAtLeast({ status, contactCount }: Pick<StepFirstContact, 'status' | 'contactCount'>): boolean {
  return status === 'unresolved' && contactCount > 0;
}

/** The one that the words are about: what goes through something at the start, or the first. */
export function leadingContact({ contacts }: Pick<StepFirstContact, 'contacts'>): StepContact | undefined {
  return contacts.find(({ kind }) => kind === 'edge-face') ?? contacts.at(0);
}

/** 'vertex 12', 'edge 7 (3-5)'. */
export function featureText({ feature, index, vertices }: Pick<StepSide, 'feature' | 'index' | 'vertices'>, dash = '-'): string {
  return feature === 'edge' ? `edge ${index} (${vertices.join(dash)})` : `${feature} ${index}`;
}

/** '87 edges go through faces at 285 places', where more than one is listed; else ''. */
export function edgesThroughFaces({ contacts, contactCount }: Pick<StepFirstContact, 'contacts' | 'contactCount'>): string {
  const crossings = contacts.filter(({ kind }) => kind === 'edge-face');
  const edges = new Set(crossings.map(({ a }) => `${a.index} ${a.body}`)).size;
  if (crossings.length < 2) return '';
  const isPart = contacts.length < contactCount && contacts.at(-1)?.time === 0;
  const who = edges === 1 ? 'one edge goes' : `${shownCount(edges)} edges go`;
  const where = crossings.length > edges ? ` at ${shownCount(crossings.length)} places` : '';
  return `${isPart ? 'at least ' : ''}${who} through faces${where}`;
}

/** What is proven where there is no contact. `unit` begins with a space. */
export function untouchedText(clearance: number, stay: 'are' | 'stay', unit = ''): string {
  return clearance > 0
    ? `vertices and faces, and edges, ${stay} ${apartText(clearance, unit)}`
    : 'no vertex touches a face and no edge another edge';
}
