import { shippedLocales } from '@tempshare/web/site';
import { afterAll, expect, it } from 'vitest';
import { bringTo, openVisitor, STATES } from './states.ts';
import { violations } from './violations.ts';

const one = await openVisitor();
afterAll(() => one.context.close());
const WIDTHS = [1280, 320];

it.each(Object.keys(STATES))(
  '%s: breaks no rule of WCAG 2.2 AA in any language, light or dark, wide or narrow',
  async (state) => {
    await bringTo(one, state);
    for (const locale of shippedLocales())
      for (const [i, width] of WIDTHS.entries()) {
        await one.page.setViewportSize({ width, height: 720 });
        const schemes = ['en', 'ar'].includes(locale)
          ? (['light', 'dark'] as const)
          : [(['light', 'dark'] as const)[i]!];
        for (const scheme of schemes)
          expect([locale, width, scheme, await violations(one, locale, scheme)]).toEqual([
            locale,
            width,
            scheme,
            [],
          ]);
      }
  },
);
