const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

/** JSON that cannot end the script element it stands in. */
export function scriptSafeJson(data: unknown): string {
  return JSON.stringify(data).replace(/</g, '\\u003c');
}

/** Headings and cells are HTML already; a narrow page shows each cell in its own line, after its heading. */
export function htmlTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell, i) => `<td data-heading="${headings[i]}">${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}

export function htmlFacts(facts: readonly (readonly [label: string, value: string])[]): string {
  return `<dl>${facts.map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`).join('\n')}</dl>`;
}
