import { describe, expect, it } from 'vitest';
import {
  checkPostgresVersion,
  isAway,
  packageMissing,
  QueueFault,
  queueFault,
  redisFindings,
} from '../../../../src/node/queue/queue-faults.ts';
import { queueAddress } from '../../../../src/node/queue/queue-url.ts';

const redis = queueAddress('redis://:secret@queue:6380');
const postgres = queueAddress('postgres://bob:secret@db/jobs');
const fault = (message: string, code?: string): Error => Object.assign(new Error(message), { code });

describe('queueFault', () => {
  it.each([
    [redis, fault('connect ECONNREFUSED 10.0.0.1:6380', 'ECONNREFUSED'), /nobody answers at queue:6380.*redis-server --appendonly yes/],
    [postgres, fault('', 'ECONNREFUSED'), /nobody answers at db:5432.*postgres:16/],
    [redis, fault('getaddrinfo ENOTFOUND queue', 'ENOTFOUND'), /no machine called 'queue'/],
    [redis, fault('WRONGPASS invalid username-password pair or user is disabled.'), /does not take this user and password/],
    [redis, fault('NOAUTH Authentication required.'), /wants a password/],
    [postgres, fault('password authentication failed for user "bob"', '28P01'), /does not take this user and password/],
    [postgres, fault('database "jobs" does not exist', '3D000'), /no database 'jobs': create it with 'createdb'/],
    [postgres, fault('The server does not support SSL connections'), /does not speak TLS: leave sslmode out/],
    [redis, fault('write EPROTO wrong version number', 'EPROTO'), /does not speak TLS: write redis:\/\//],
    [redis, fault('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'), /nobody that is trusted here.*\?ca=FILE/],
    [redis, fault("OOM command not allowed when used memory > 'maxmemory'."), /no memory left.*raise it/],
    [redis, fault('MISCONF Redis is configured to save RDB snapshots'), /cannot write to its disk/],
    [postgres, fault('could not extend file: No space left on device', '53100'), /the disk of db:5432 is full/],
    [postgres, fault('permission denied for database jobs', '42501'), /may not create.*GRANT CREATE ON DATABASE/],
    [postgres, fault('sorry, too many clients already', '53300'), /takes no more connections/],
    [postgres, fault('timeout exceeded when trying to connect'), /cannot be reached: no answer in time/],
    [redis, fault('something else'), /Redis says: something else/],
    [redis, new AggregateError([fault('', 'ECONNREFUSED')]), /nobody answers/],
  ])('of %o says what to do about %o', (address, error, words) => {
    const told = queueFault(error, address);
    expect(told).toBeInstanceOf(QueueFault);
    expect(told.message).toMatch(words);
    expect(told.message).toContain(address.shown);
  });

  it('passes neither the secret nor the error on', () => {
    const error = Object.assign(fault('ERR unknown: AUTH secret'), { command: { name: 'auth', args: ['secret'] } });
    const told = queueFault(error, redis);
    expect(JSON.stringify(told, Object.getOwnPropertyNames(told))).not.toContain('secret');
    expect(told.cause).toBeUndefined();
  });

  it('leaves what is said already', () => {
    const told = queueFault(fault('x'), redis);
    expect(queueFault(told, postgres)).toBe(told);
  });
});

it('knows who may come back', () => {
  expect([fault('', 'ECONNRESET'), fault('', '57P01'), fault('Connection terminated unexpectedly')].every(isAway)).toBe(true);
  // of the pool, whose connections are all in use for long
  expect(isAway(fault('timeout exceeded when trying to connect'))).toBe(true);
  expect([fault('OOM'), fault('', '42501'), fault('WRONGPASS'), 'x', null].some(isAway)).toBe(false);
});

describe('redisFindings', () => {
  const info = (version: string, policy = 'noeviction', aof = '1'): string => {
    return `# Server\r\nredis_version:${version}\r\nmaxmemory_policy:${policy}\r\naof_enabled:${aof}\r\n`;
  };

  it('refuses what is too old', () => {
    expect(() => redisFindings(info('4.0.14'), redis)).toThrow(/runs Redis 4.0.14, which is too old: 5.0.0 or later/);
    expect(redisFindings(info('5.0.0'), redis)).toEqual([]);
    expect(redisFindings(info('10.1.0'), redis)).toEqual([]);
    expect(redisFindings('', redis)).toEqual([]);
  });

  it('warns of memory that is thrown away and of what is not kept', () => {
    expect(redisFindings(info('7.0.0', 'allkeys-lru'), redis)).toEqual([expect.stringMatching(/'allkeys-lru'\): set it to noeviction/)]);
    expect(redisFindings(info('7.0.0', 'noeviction', '0'), redis)).toEqual([expect.stringMatching(/appendonly is off/)]);
  });
});

it('refuses a PostgreSQL that is too old', () => {
  expect(() => checkPostgresVersion('120010', postgres)).toThrow(/PostgreSQL 12, which is too old: 13 or later/);
  expect(() => checkPostgresVersion('130000', postgres)).not.toThrow();
});

it('says which packages to install', () => {
  expect(packageMissing('ioredis', 'redis').message).toContain('npm install bullmq ioredis');
  expect(packageMissing('pg', 'postgres').message).toContain('npm install bullmq pg');
});
