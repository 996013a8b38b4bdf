import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../src/math/input-error.ts';
import { queueAddress, withoutSecrets } from '../../../../src/node/queue/queue-url.ts';

describe('queueAddress', () => {
  it('reads servers of Redis', () => {
    expect(queueAddress('redis://localhost')).toMatchObject({
      kind: 'redis',
      host: 'localhost',
      port: 6379,
      tls: null,
      password: undefined,
    });
    const { user, password, port, database, tls } = queueAddress('rediss://bob:p%40ss@example.org:7000/3?ca=/etc/ca.pem');
    expect({ user, password, port, database, tls }).toEqual({
      user: 'bob',
      password: 'p@ss',
      port: 7000,
      database: '3',
      tls: { verify: true, authority: '/etc/ca.pem' },
    });
    expect(queueAddress('rediss://[::1]:7000?verify=no')).toMatchObject({ host: '::1', tls: { verify: false } });
  });

  it('reads servers of PostgreSQL', () => {
    expect(queueAddress('postgres://bob:x@db/jobs')).toMatchObject({ kind: 'postgres', port: 5432, database: 'jobs', tls: null });
    expect(queueAddress('postgresql://db/jobs?sslmode=require').tls).toEqual({ verify: true, authority: undefined });
    expect(queueAddress('postgres://db/jobs?sslmode=no-verify').tls).toEqual({ verify: false, authority: undefined });
    expect(queueAddress('postgres://db/jobs?sslrootcert=a.pem').tls).toEqual({ verify: true, authority: 'a.pem' });
    expect(queueAddress('postgres://db/jobs?sslmode=disable').tls).toBeNull();
  });

  it.each([
    ['redis//secret', /no URL/],
    ['redis://:secret/x@host', /no URL|password|number|parameter/],
    ['http://:secret@host', /'http:' is no kind/],
    ['redis://:secret@host/nine', /database of a Redis server is a number/],
    ['redis://:secret@host?ca=x', /rediss/],
    ['redis://:secret@host?timeout=secret', /parameter 'timeout'; known for redis/],
    ['redis://:secret%@host', /'%' itself is written as %25/],
    ['redis://:secret@host#x', /%23/],
    ['postgres://:secret@host/x?sslmode=secret', /sslmode must be/],
    ['redis:///0', /names no server/],
  ])('refuses %s without saying what is secret', (url, words) => {
    let message = '';
    try {
      queueAddress(url);
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      expect(Object.values(error as object).join()).not.toContain('secret');
      message = String((error as Error).stack);
    }
    expect(message).toMatch(words);
    expect(message.split('\n')[0]).not.toContain('secret');
  });
});

it('shows a URL without user, password and what its parameters say', () => {
  expect(queueAddress('rediss://bob:secret@host:1/2?ca=secret&ca=b').shown).toBe('rediss://***@host:1/2?ca=***');
  expect(queueAddress('postgres://db/jobs').shown).toBe('postgres://db/jobs');
});

it('takes secrets out of what others say', () => {
  const address = queueAddress('redis://:p%40ss+word@host');
  const text = 'AUTH p@ss+word failed at redis://:p%40ss+word@host, p%40ss+word, http://a:b@c/d';
  expect(withoutSecrets(text, address)).toBe('AUTH *** failed at redis://***@host, ***, http://***@c/d');
});
