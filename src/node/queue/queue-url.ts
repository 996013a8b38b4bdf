/** Where a queue is, from its URL, and how that is shown: what is secret in it is in `secrets` and nowhere else. */
import { InputError } from '../../math/input-error.ts';

/** A server that holds a queue, and how to get in. */
export interface QueueAddress {
  readonly kind: 'redis' | 'postgres';
  readonly host: string;
  readonly port: number;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** Number of the database in Redis, its name in PostgreSQL; undefined: the server's own choice. */
  readonly database: string | undefined;
  /** Null: not encrypted. */
  readonly tls: TlsWish | null;
  /** Address as it is shown: nothing secret in it. */
  readonly shown: string;
  /** Texts that must not be shown. */
  readonly secrets: readonly string[];
}

export interface TlsWish {
  /** Whether the server must prove who it is. */
  readonly verify: boolean;
  /** File of the authority that vouches for it; undefined: those that Node knows. */
  readonly authority: string | undefined;
}

const HIDDEN = '***';
const SCHEMES: Readonly<Record<string, readonly [kind: QueueAddress['kind'], port: number, encrypted: boolean]>> = {
  'redis:': ['redis', 6379, false],
  'rediss:': ['redis', 6379, true],
  'postgres:': ['postgres', 5432, false],
  'postgresql:': ['postgres', 5432, false],
};
const PARAMETERS: Readonly<Record<QueueAddress['kind'], readonly string[]>> = {
  redis: ['ca', 'verify'],
  postgres: ['sslmode', 'sslrootcert'],
};
const SHAPES = 'redis://[USER:PASSWORD@]HOST[:PORT][/NUMBER], rediss://… (encrypted), or postgres://USER:PASSWORD@HOST[:PORT]/DATABASE';

export function queueAddress(text: string): QueueAddress {
  const url = parsed(text);
  const scheme = Object.hasOwn(SCHEMES, url.protocol) ? SCHEMES[url.protocol] : undefined;
  if (scheme === undefined) throw new InputError(`queue: '${url.protocol}' is no kind of queue that is known; it should be ${SHAPES}`);
  const [kind, usualPort, encrypted] = scheme;
  if (url.hostname === '') throw new InputError(`queue: the URL names no server; it should be ${SHAPES}`);
  if (url.hash !== '') throw new InputError(`queue: the URL has a '#'; in a password it must be written as %23`);
  for (const name of url.searchParams.keys())
    if (!PARAMETERS[kind].includes(name))
      throw new InputError(`queue: the URL has a parameter '${name}'; known for ${kind} are ${PARAMETERS[kind].join(', ')}`);
  const password = decoded(url.password, 'password');
  const database = decoded(url.pathname.replace(/^\//, ''), 'database');
  if (kind === 'redis' && database !== undefined && !/^\d{1,5}$/.test(database))
    throw new InputError('queue: the database of a Redis server is a number, as in redis://HOST/0');
  return {
    kind,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? usualPort : Number(url.port),
    user: decoded(url.username, 'user'),
    password,
    database,
    tls: kind === 'redis' ? redisTls(url, encrypted) : postgresTls(url),
    shown: shownUrl(url),
    secrets: [...new Set([password, url.password === '' ? undefined : url.password])].filter((one) => one !== undefined),
  };
}

/** The address without what is secret: user and password, and the values of its parameters. */
function shownUrl(url: URL): string {
  const user = url.username !== '' || url.password !== '' ? `${HIDDEN}@` : '';
  const parameters = [...new Set(url.searchParams.keys())].map((name) => `${name}=${HIDDEN}`);
  return `${url.protocol}//${user}${url.host}${url.pathname}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
}

/** Whether nobody on another machine can be behind it. */
export function isLocal({ host }: Pick<QueueAddress, 'host'>): boolean {
  return /^(localhost|127(\.\d+){3}|::1)$/i.test(host);
}

/** A text of a library or server, without the secrets of an address and without what any URL in it says of users. */
export function withoutSecrets(text: string, { secrets }: Pick<QueueAddress, 'secrets'>): string {
  let out = text.replace(/(:\/\/)[^\s/@]*@/g, `$1${HIDDEN}@`);
  for (const secret of secrets) out = out.replaceAll(secret, HIDDEN);
  return out;
}

/** Errors of `URL` carry the text: they are not passed on. */
function parsed(text: string): URL {
  const hint = "letters such as @ / # ? in a password must be percent-encoded, '@' as %40";
  try {
    return new URL(text);
  } catch {
    throw new InputError(`queue: this is no URL (${hint}); it should be ${SHAPES}`);
  }
}

function decoded(text: string, what: string): string | undefined {
  if (text === '') return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InputError(`queue: the ${what} of the URL has a '%' that begins no escape; '%' itself is written as %25`);
  }
}

function redisTls(url: URL, encrypted: boolean): TlsWish | null {
  const verify = url.searchParams.get('verify') ?? 'yes';
  if (verify !== 'yes' && verify !== 'no') throw new InputError("queue: the URL's parameter 'verify' must be yes or no");
  const authority = url.searchParams.get('ca') ?? undefined;
  if (encrypted) return { verify: verify === 'yes', authority };
  if (url.search !== '') throw new InputError("queue: the parameters of the URL are about encryption, which 'rediss://' asks for");
  return null;
}

/** As libpq names them, but that 'require' also looks at who the server is: what is not verified must be said. */
function postgresTls(url: URL): TlsWish | null {
  const mode = url.searchParams.get('sslmode') ?? 'disable';
  const authority = url.searchParams.get('sslrootcert') ?? undefined;
  if (mode === 'disable' && authority === undefined) return null;
  if (mode === 'no-verify') return { verify: false, authority };
  if (mode === 'require' || mode === 'verify-full' || (mode === 'disable' && !url.searchParams.has('sslmode')))
    return { verify: true, authority };
  throw new InputError("queue: the URL's sslmode must be disable, require, verify-full or no-verify");
}
