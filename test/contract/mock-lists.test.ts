import { describe, expect, it } from 'vitest';
import { cutPage } from '../../packages/testing/src/http/page.ts';
import { document } from '../support/contract/schemas.ts';

const COUNTED = (document.components.schemas.Total as { maximum: number }).maximum;
const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `id${i}`, createdAt: i }));

describe('a list of the mock', () => {
  it('is counted as far as the contract says', () => {
    const total = (count: number) => cutPage(rows(count), ['transfers'], { limit: 1 }).page;
    expect(total(COUNTED)).toMatchObject({ total: COUNTED, totalIsExact: true });
    expect(total(COUNTED + 1)).toMatchObject({ total: COUNTED, totalIsExact: false });
  });
});
