/** All that a page of ours may do, wherever it is served: nothing comes from elsewhere, and nothing goes there. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The page with its policy, before anything else in its head. */
export function withPolicy(html) {
  return html.replace(
    /<head>\s*/,
    `<head>\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}">\n    <meta name="referrer" content="no-referrer">\n    `,
  );
}
