import { InvalidArgumentError, Option } from 'commander';
import { METHODS } from '../index.ts';

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function decimal(text: string): number {
  const value = Number(text);
  if (!DECIMAL.test(text) || !Number.isFinite(value)) throw new InvalidArgumentError('It should be a number.');
  return value;
}

export function positiveNumber(text: string): number {
  const value = decimal(text);
  if (!(value > 0)) throw new InvalidArgumentError('It should be a number above 0.');
  return value;
}

export function nonNegativeNumber(text: string): number {
  const value = decimal(text);
  if (!(value >= 0)) throw new InvalidArgumentError('It should be a number, 0 or more.');
  return value;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError('It should be a whole number, 0 or more.');
  return value;
}

export function count(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value === 0)
    throw new InvalidArgumentError('It should be a whole number, 1 or more.');
  return value;
}

export function portNumber(text: string): number {
  const value = wholeNumber(text);
  if (value > 65535) throw new InvalidArgumentError('A port is at most 65535.');
  return value;
}

/** Comma-separated ids; the option may be given several times. */
export function idList(text: string, before: readonly number[] = []): readonly number[] {
  const ids = text.split(',').map((part) => {
    const id = Number(part);
    if (!/^\s*-?\d+\s*$/.test(part) || !Number.isSafeInteger(id)) {
      throw new InvalidArgumentError('It should be query ids separated by commas, for example 3,17.');
    }
    return id;
  });
  return [...before, ...ids];
}

export function methodOption(): Option {
  return new Option('--method <method>', 'how the time is found; every method gives the same guarantee').choices(METHODS).default('auto');
}
