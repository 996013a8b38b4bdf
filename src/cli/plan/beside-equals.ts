/** What stands before and behind the first `=`, without blanks around; undefined where there is none. */
export function besideEquals(text: string): readonly [before: string, behind: string] | undefined {
  const at = text.indexOf('=');
  return at < 0 ? undefined : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
