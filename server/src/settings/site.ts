import { readColors, readFooterLinks, readLogo, shippedLocales } from '@tempshare/web/site';
import { optional, variable, text, oneOf } from './variable.ts';

/** Appearance of the pages. */
export const siteVariables = {
  SITE_NAME: variable('Tempshare', text, 'Name of the service on its pages.'),
  SITE_COLOR: optional(
    readColors,
    'Colour of buttons and signs, such as `#2f8f78`, or two, for light and dark: `#1d5c4d,#7fd1b9`. Colours with too little contrast are refused.',
  ),
  SITE_LOGO: optional(
    readLogo,
    'Path of a picture (SVG or PNG, at most 64 KiB) beside the name of the service.',
  ),
  SITE_LINKS: optional(
    readFooterLinks,
    'Links in the footer: `Privacy=https://share.example/privacy, Report=mailto:abuse@share.example`.',
  ),
  SITE_NOTICE: optional(text, "Sentence in the footer, such as the operator's name."),
  DEFAULT_LOCALE: variable(
    'en',
    oneOf(...shippedLocales()),
    'Language of links if `Accept-Language` matches none.',
  ),
};
