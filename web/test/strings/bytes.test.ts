import { expect, it } from 'vitest';
import { bytes, kibibytes, number } from '../../src/strings/bytes.ts';

it('says sizes with their unit', () => {
  expect([0, 1, 812, 999, 1_000, 48_000, 999_999, 4_800_000].map(bytes)).toEqual([
    '0 bytes',
    '1 byte',
    '812 bytes',
    '999 bytes',
    '1 KB',
    '48 KB',
    '1 MB',
    '4.8 MB',
  ]);
  expect([16 * 1_024, 212 * 1_024, 5 * 1_024 * 1_024].map(kibibytes)).toEqual(['16 KiB', '212 KiB', '5 MiB']);
  expect(number(41_200)).toBe('41,200');
});
