import { readColors, readFooterLinks, readLogo, shippedLocales } from '@tempshare/web/site';
import { optional, variable, text, oneOf } from './variable.ts';

/** Appearance of the pages. */
export const siteVariables = {
  SITE_NAME: variable('Tempshare', text, 'What the service is called on its pages.'),
  SITE_COLOR: optional(
    readColors,
    'The colour of buttons and signs on the pages, such as `#2f8f78`, or two, for light and dark: `#1d5c4d,#7fd1b9`. One that cannot be seen there is refused.',
  ),
  SITE_LOGO: optional(
    readLogo,
    'The path of a picture (SVG or PNG, at most 64 KiB) beside the name of the service on its pages.',
  ),
  SITE_LINKS: optional(
    readFooterLinks,
    'Links at the foot of the pages: `Privacy=https://share.example/privacy, Report=mailto:abuse@share.example`.',
  ),
  SITE_NOTICE: optional(text, 'A sentence at the foot of the pages, such as who runs the service.'),
  DEFAULT_LOCALE: variable(
    'en',
    oneOf(...shippedLocales()),
    'The language of links when `Accept-Language` matches none.',
  ),
};
