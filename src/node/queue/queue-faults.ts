/**
 * What went wrong with a server, said so that a person can act on it. The errors of the libraries themselves are not
 * passed on: those of Redis carry the command that failed, with the password in it.
 */
import { InputError } from '../../math/input-error.ts';
import { CodedError } from '../../words/coded-error.ts';
import { CANNOT_RUN, TRY_AGAIN } from '../../words/exit-code.ts';
import { type QueueAddress, withoutSecrets } from './queue-url.ts';

/** The server is at fault, or the way to it, not the input; its exit code tells whether trying again may help. */
export class QueueFault extends CodedError {}

interface ServerError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly errors?: unknown;
}

type Words = (address: QueueAddress, message: string) => string;
type Fault = readonly [codes: readonly string[], pattern: RegExp | null, words: Words];

const place = ({ host, port }: QueueAddress): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;
const NAMES: Readonly<Record<QueueAddress['kind'], string>> = { redis: 'Redis', postgres: 'PostgreSQL' };

const START: Readonly<Record<QueueAddress['kind'], string>> = {
  redis: "start one with 'redis-server --appendonly yes', or 'docker run -p 6379:6379 redis:7 --appendonly yes'",
  postgres: "start one with 'docker run -p 5432:5432 -e POSTGRES_PASSWORD=… postgres:16', or by the system's package postgresql",
};

const UNVERIFIED: Readonly<Record<QueueAddress['kind'], string>> = {
  redis: '?ca=FILE, or ?verify=no where you know the way to it',
  postgres: '?sslrootcert=FILE, or ?sslmode=no-verify where you know the way to it',
};

/** The first that fits counts: by the code of system, library or server, else by the message. */
const FAULTS: readonly Fault[] = [
  [
    ['ENOTFOUND', 'EAI_AGAIN'],
    null,
    ({ host }) => `there is no machine called '${host}', or its name cannot be looked up; is it spelt right?`,
  ],
  [
    ['ECONNREFUSED'],
    /ECONNREFUSED/,
    (address) =>
      `nobody answers at ${place(address)}: no ${NAMES[address.kind]} server runs there, or a firewall is between; ${START[address.kind]}`,
  ],
  [
    ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
    /ETIMEDOUT|timeout expired|timeout exceeded when trying to connect|connect timed? ?out/i,
    (address) =>
      address.tls === null
        ? `${place(address)} cannot be reached: no answer in time; is it the right machine, and does a firewall let you through?`
        : `${place(address)} does not answer in time, or not in TLS: is it the port for TLS, and does a firewall let you through?`,
  ],
  [
    ['28P01'],
    /^WRONGPASS|invalid (username-)?password|password authentication failed|client password must be a string/i,
    (address) => `${place(address)} does not take this user and password; letters such as @ / # in them must be percent-encoded in the URL`,
  ],
  [
    [],
    /^NOAUTH/,
    (address) =>
      `${place(address)} wants a password: write redis://:PASSWORD@HOST, or redis://USER:PASSWORD@HOST; INBETWEEN_QUEUE keeps it out of the list of processes`,
  ],
  [
    ['28000'],
    /no pg_hba.conf entry/,
    (address) => `${place(address)} lets this user in from nowhere here: see its pg_hba.conf, or ask for encryption by ?sslmode=require`,
  ],
  [
    ['3D000'],
    null,
    ({ database }) =>
      `there is no database '${database ?? '(named as the user)'}': create it with 'createdb', or name another one in the URL`,
  ],
  [
    [],
    /^DENIED/,
    (address) => `${place(address)} is in protected mode and takes nobody from other machines: give it a password ('requirepass')`,
  ],
  [
    ['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'],
    /wrong version number|does not support SSL connections|packet length too long/i,
    (address) =>
      `${place(address)} does not speak TLS: ${address.kind === 'redis' ? "write redis:// in place of rediss://, or give its port for TLS ('tls-port')" : "leave sslmode out of the URL, or turn 'ssl' on at the server"}`,
  ],
  [
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
    /self.signed certificate|unable to verify the first certificate/i,
    (address) =>
      `nobody that is trusted here vouches for the certificate of ${place(address)}: name its authority by ${UNVERIFIED[address.kind]}`,
  ],
  [
    ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
    null,
    (address) => `the certificate of ${place(address)} is not valid today: renew it, or set the clock`,
  ],
  [
    ['ERR_TLS_CERT_ALTNAME_INVALID'],
    null,
    (address) => `the certificate of ${place(address)} is for another name: use the name that it was made for`,
  ],
  [
    [],
    /^OOM/,
    (address) =>
      `${place(address)} has no memory left ('maxmemory'): raise it, let jobs run out sooner (--expire), or remove what it holds (--purge); what is there is safe, and goes on when there is room`,
  ],
  [
    [],
    /^MISCONF/,
    (address) => `${place(address)} cannot write to its disk and takes nothing until it can: make room there, its log tells more`,
  ],
  [[], /^READONLY/, (address) => `${place(address)} is a replica, which takes nothing: name the primary`],
  [[], /^NOPERM/, (address, message) => `${place(address)} does not allow this user what a queue needs: ${message}`],
  [
    ['53100'],
    /No space left on device/i,
    (address) => `the disk of ${place(address)} is full: make room there, or remove what it holds (--purge); what was written is safe`,
  ],
  [
    ['25006'],
    null,
    (address) =>
      `${place(address)} only lets read at present: its disk is full, somebody looks after it, or it is a replica; name the primary`,
  ],
  [['53200'], null, (address) => `${place(address)} has no memory left: see its work_mem and shared_buffers, or give it more`],
  [
    ['53300'],
    /too many (clients|connections)|max number of clients/i,
    (address) => `${place(address)} takes no more connections: raise 'max_connections' or 'maxclients', or run fewer workers`,
  ],
  [
    ['42501'],
    /permission denied/i,
    (address, message) =>
      `this user may not create what is missing in the database of ${place(address)} (${message}): GRANT CREATE ON DATABASE …, or let its owner run the command once`,
  ],
  [
    ['ECONNRESET', 'EPIPE'],
    /Connection is closed|Connection terminated|socket hang up|before secure TLS connection/i,
    (address) =>
      `${place(address)} hung up: it ended, it speaks TLS and was not asked to, or the other way round (redis://, rediss://, ?sslmode=require)`,
  ],
  [['57P03', '57P01', '57P02'], /^LOADING/, (address) => `${place(address)} is starting or ending: try again in a moment`],
];

/** What an error of the server or its library means, without anything secret. */
export function queueFault(error: unknown, address: QueueAddress): InputError {
  if (error instanceof InputError) return error;
  const { code, message } = deepest(error);
  const text = withoutSecrets(message, address);
  const found = FAULTS.find(([codes, pattern]) => codes.includes(code) || pattern?.test(message));
  const words = found === undefined ? `${NAMES[address.kind]} says: ${text}` : found[2](address, text);
  return new QueueFault(`queue ${address.shown}: ${words}`, isAway(error) || isFull(error) ? TRY_AGAIN : CANNOT_RUN);
}

/** Whether waiting may help: the server is away, restarts, or hung up. */
export function isAway(error: unknown): boolean {
  if (error instanceof InputError) return false;
  const { code, message } = deepest(error);
  if (/^(08...|57P0[123])$/.test(code)) return true;
  if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'].includes(code))
    return true;
  return /ECONNREFUSED|ECONNRESET|Connection is closed|Connection terminated|timeout expired|timeout exceeded when trying to connect|^LOADING|not queryable|hung up/i.test(
    message,
  );
}

/** Whether waiting may help although it answers: it has no room for anything new, or takes nothing at present. */
export function isFull(error: unknown): boolean {
  if (error instanceof InputError) return false;
  const { code, message } = deepest(error);
  return (
    ['53100', '53200', '53300', '25006'].includes(code) ||
    /^(OOM|MISCONF|READONLY)|No space left on device|max number of clients/i.test(message)
  );
}

/** Several addresses of one host fail together: the last is as good as any. */
function deepest(error: unknown): { readonly code: string; readonly message: string } {
  const { code, message, errors } = (typeof error === 'object' && error !== null ? error : { message: error }) as ServerError;
  if (Array.isArray(errors) && errors.length > 0) return deepest(errors.at(-1));
  return { code: typeof code === 'string' ? code : '', message: String(message ?? '') };
}

/** What is too old or set dangerously, by what Redis tells of itself (`INFO`). */
export function redisFindings(info: string, address: QueueAddress): readonly string[] {
  const facts = new Map(info.split(/\r?\n/).map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)] as const));
  const version = facts.get('redis_version') ?? '';
  if (version !== '' && isOlder(version, OLDEST_REDIS))
    throw new InputError(
      `queue ${address.shown}: ${place(address)} runs Redis ${version}, which is too old: ${OLDEST_REDIS.join('.')} or later is needed, 7 is best`,
    );
  const notes: string[] = [];
  const policy = facts.get('maxmemory_policy') ?? 'noeviction';
  if (policy !== 'noeviction')
    notes.push(
      `${place(address)} may throw work away when its memory is full (maxmemory-policy is '${policy}'): set it to noeviction, or chunks are computed twice`,
    );
  if (facts.get('aof_enabled') === '0')
    notes.push(`${place(address)} writes no log (appendonly is off): what it holds may be lost when it restarts, and is sent again then`);
  return notes;
}

/** `num` as the server tells it: 150004 is 15.4. */
export function checkPostgresVersion(num: string, address: QueueAddress): void {
  const major = Math.floor(Number(num) / 10000);
  if (!(major >= OLDEST_POSTGRES))
    throw new InputError(
      `queue ${address.shown}: ${place(address)} runs PostgreSQL ${major}, which is too old: ${OLDEST_POSTGRES} or later is needed`,
    );
}

/** What BullMQ 6 needs. */
const OLDEST_REDIS: readonly number[] = [5, 0, 0];
const OLDEST_POSTGRES = 13;

function isOlder(version: string, least: readonly number[]): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10));
  for (let i = 0; i < least.length; i++) {
    if ((parts[i] ?? 0) !== least[i]) return (parts[i] ?? 0) < least[i];
  }
  return false;
}

/** The packages that a queue needs are no part of this one. */
export function packageMissing(name: string, kind: QueueAddress['kind']): InputError {
  const wanted = kind === 'redis' ? 'bullmq ioredis' : 'bullmq pg';
  return new InputError(`queues need the package '${name}', which is not installed: npm install ${wanted}`);
}
